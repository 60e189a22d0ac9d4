use kiln::Kiln;

#[derive(Kiln)]
#[kiln(upgrade_from)]
struct Refused {
    a: u8,
}

fn main() {}
