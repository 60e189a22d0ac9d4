use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(rename = 5)]
    a: u8,
}

fn main() {}
