use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(rename = "x" as = u64)]
    a: u32,
}

fn main() {}
