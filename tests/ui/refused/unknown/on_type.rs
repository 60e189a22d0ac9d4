use kiln::Kiln;

#[derive(Kiln)]
#[kiln(tag = "kind")]
struct Refused {
    a: u8,
}

fn main() {}
