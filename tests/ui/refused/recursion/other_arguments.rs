use kiln::Kiln;

#[derive(Kiln)]
struct Refused<T> {
    it: T,
    next: Option<Box<Refused<u8>>>,
}

fn main() {}
