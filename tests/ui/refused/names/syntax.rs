use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(rename = "a:u8")]
    a: u8,
}

fn main() {}
