use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    a: u8,
    #[kiln(rename = "a")]
    b: u8,
}

fn main() {}
