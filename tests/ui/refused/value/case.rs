use kiln::Kiln;

#[derive(Kiln)]
#[kiln(rename_all = "Camel")]
struct Refused {
    a: u8,
}

fn main() {}
