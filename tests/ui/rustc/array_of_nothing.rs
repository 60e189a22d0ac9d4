use kiln::Kiln;

#[derive(Kiln)]
struct Refused([(); 4]);

fn main() {}
