use kiln::Kiln;

#[derive(Kiln)]
struct Refused(Box<Refused>);

fn main() {}
