use kiln::Kiln;

#[derive(Kiln)]
struct Refused(str);

fn main() {}
