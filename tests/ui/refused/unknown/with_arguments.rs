use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(convert = Map<u8, u8>, skip)]
    a: u8,
}

fn main() {}
