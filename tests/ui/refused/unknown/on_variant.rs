use kiln::Kiln;

#[derive(Kiln)]
enum Refused {
    #[kiln(index = 3)]
    A,
}

fn main() {}
