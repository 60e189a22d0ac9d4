use kiln::Kiln;

struct Plain(u8);

#[derive(Kiln)]
struct Refused {
    plain: Vec<Plain>,
}

fn main() {}
