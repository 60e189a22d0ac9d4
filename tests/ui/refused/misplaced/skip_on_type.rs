use kiln::Kiln;

#[derive(Kiln)]
#[kiln(skip)]
struct Refused {
    a: u8,
}

fn main() {}
