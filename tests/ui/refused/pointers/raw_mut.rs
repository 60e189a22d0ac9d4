use kiln::Kiln;

#[derive(Kiln)]
struct Refused(Option<*mut u8>);

fn main() {}
