use kiln::Kiln;

#[derive(Kiln)]
struct Refused<T> {
    it: Of<T, usize>,
}

struct Of<T, U>(T, U);

fn main() {}
