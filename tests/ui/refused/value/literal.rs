use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln("x")]
    a: u8,
}

fn main() {}
