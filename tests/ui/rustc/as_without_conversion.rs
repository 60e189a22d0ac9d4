use kiln::Kiln;

struct Plain(u8);

#[derive(Kiln)]
struct Refused {
    #[kiln(as = u8)]
    plain: Plain,
}

fn main() {}
