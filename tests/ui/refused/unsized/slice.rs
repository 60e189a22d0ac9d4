use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    len: u8,
    rest: [u8],
}

fn main() {}
