use kiln::Kiln;

#[derive(Kiln)]
#[kiln(rename = "other")]
struct Refused {
    a: u8,
}

fn main() {}
