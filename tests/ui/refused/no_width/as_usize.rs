use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(as = usize)]
    count: u64,
}

fn main() {}
