use kiln::Kiln;

#[derive(Kiln)]
struct Refused([core::primitive::usize; 2]);

fn main() {}
