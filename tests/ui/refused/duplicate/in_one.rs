use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(rename = "x", rename = "y")]
    a: u8,
}

fn main() {}
