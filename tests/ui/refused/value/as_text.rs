use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(as = "u64")]
    a: usize,
}

fn main() {}
