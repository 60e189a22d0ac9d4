use kiln::Kiln;

#[derive(Kiln)]
#[repr(C, packed)]
struct Refused {
    a: u8,
    b: u32,
}

fn main() {}
