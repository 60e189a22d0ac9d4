use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(upgrade_from = u8)]
    a: u8,
}

fn main() {}
