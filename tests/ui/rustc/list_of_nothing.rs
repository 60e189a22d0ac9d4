use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    a: u8,
    list: Vec<()>,
}

fn main() {}
