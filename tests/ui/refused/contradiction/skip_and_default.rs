use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(skip, default)]
    a: u8,
}

fn main() {}
