use kiln::Kiln;

#[derive(Kiln)]
struct Old(u8);

#[derive(Kiln)]
#[kiln(upgrade_from = Old)]
struct Refused {
    a: u8,
}

fn main() {}
