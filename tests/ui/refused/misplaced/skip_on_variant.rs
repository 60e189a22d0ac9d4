use kiln::Kiln;

#[derive(Kiln)]
enum Refused {
    A,
    #[kiln(skip)]
    B,
}

fn main() {}
