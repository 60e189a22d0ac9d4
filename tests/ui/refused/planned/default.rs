use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(default)]
    a: u8,
}

fn main() {}
