use kiln::Kiln;

#[derive(Kiln)]
struct Refused<'a, T> {
    it: &'a T,
}

fn main() {}
