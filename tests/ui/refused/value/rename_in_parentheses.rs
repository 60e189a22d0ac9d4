use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(rename("x"))]
    a: u8,
}

fn main() {}
