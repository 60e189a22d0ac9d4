use kiln::Kiln;

mod module {
    pub type Wire = u8;
}

#[derive(Kiln)]
struct Refused {
    #[kiln(with = module)]
    a: usize,
}

fn main() {}
