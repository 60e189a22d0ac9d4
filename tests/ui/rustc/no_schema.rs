use kiln::Kiln;

struct Plain(u8);

#[derive(Kiln)]
struct Refused {
    a: u8,
    plain: Plain,
}

fn main() {}
