use kiln::Kiln;

#[derive(Kiln)]
#[kiln(bound(serialize(T: Clone)))]
struct Refused<T>(T);

fn main() {}
