use kiln::Kiln;

#[derive(Kiln)]
#[kiln(bound = "T: Clone")]
struct Refused<T>(T);

fn main() {}
