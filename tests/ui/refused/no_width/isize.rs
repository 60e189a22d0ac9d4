use kiln::Kiln;

#[derive(Kiln)]
struct Refused(isize);

fn main() {}
