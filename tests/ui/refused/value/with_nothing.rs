use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(with = )]
    a: u8,
}

fn main() {}
