use kiln::Kiln;

#[derive(Kiln)]
#[kiln(bound(encode(T: Clone), encode(T: Copy)))]
struct Refused<T>(T);

fn main() {}
