use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    at: *const u8,
}

fn main() {}
