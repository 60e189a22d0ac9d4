use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(default = "make")]
    a: u8,
}

fn main() {}
