use kiln::Kiln;

#[derive(Kiln)]
#[kiln(crate = "kiln")]
struct Refused {
    a: u8,
}

fn main() {}
