use kiln::Kiln;

#[derive(Kiln)]
struct Plain(u8);

#[derive(Kiln)]
struct Refused {
    a: u8,
    #[kiln(default)]
    plain: Plain,
}

fn main() {}
