use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(skip = true)]
    a: u8,
}

fn main() {}
