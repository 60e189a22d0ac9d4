use kiln::Kiln;

#[derive(Kiln)]
#[repr(packed(2))]
struct Refused(u8, u32);

fn main() {}
