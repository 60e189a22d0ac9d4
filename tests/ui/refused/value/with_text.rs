use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(with = "module")]
    a: usize,
}

fn main() {}
