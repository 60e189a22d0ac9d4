use kiln::Kiln;

#[derive(Kiln)]
struct Refused(#[kiln(rename = "x")] u8, u8);

fn main() {}
