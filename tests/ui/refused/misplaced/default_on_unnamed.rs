use kiln::Kiln;

#[derive(Kiln)]
struct Refused(u8, #[kiln(default)] u8);

fn main() {}
