use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(rename = "a b")]
    a: u8,
}

fn main() {}
