use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(as = u64)]
    #[kiln(skip)]
    a: usize,
}

fn main() {}
