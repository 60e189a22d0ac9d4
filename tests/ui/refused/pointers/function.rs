use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    call: fn(u8) -> u8,
}

fn main() {}
