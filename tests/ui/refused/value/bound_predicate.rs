use kiln::Kiln;

#[derive(Kiln)]
#[kiln(bound(T))]
struct Refused<T>(T);

fn main() {}
