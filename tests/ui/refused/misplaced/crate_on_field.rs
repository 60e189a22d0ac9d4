use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(crate = kiln)]
    a: u8,
}

fn main() {}
