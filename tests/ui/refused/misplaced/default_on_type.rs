use kiln::Kiln;

#[derive(Kiln)]
#[kiln(default)]
struct Refused {
    a: u8,
}

fn main() {}
