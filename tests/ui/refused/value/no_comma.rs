use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(skip rename = "x")]
    a: u8,
}

fn main() {}
