use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(as = u64, with = module)]
    a: usize,
}

fn main() {}
