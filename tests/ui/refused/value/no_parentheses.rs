use kiln::Kiln;

#[derive(Kiln)]
#[kiln]
struct Refused {
    a: u8,
}

fn main() {}
