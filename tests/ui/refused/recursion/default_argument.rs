use kiln::Kiln;

#[derive(Kiln)]
struct Refused<T = u8> {
    it: T,
    list: Vec<Refused>,
}

fn main() {}
