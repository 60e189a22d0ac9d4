use kiln::Kiln;

struct Plain(u8);

#[derive(Kiln)]
enum Refused {
    A,
    B(u8, Plain),
}

fn main() {}
