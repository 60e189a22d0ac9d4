use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(flatten)]
    a: u8,
}

fn main() {}
