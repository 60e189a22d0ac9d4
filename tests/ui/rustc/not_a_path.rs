use kiln::Kiln;

#[derive(Kiln)]
#[kiln(crate = not_there)]
struct Refused(u8);

fn main() {}
