use kiln::Kiln;

#[derive(Kiln)]
enum Refused {
    #[kiln(as = u8)]
    A(u16),
}

fn main() {}
