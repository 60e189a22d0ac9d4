use kiln::Kiln;

mod other {
    #[derive(kiln::Kiln)]
    pub struct Refused<T> {
        it: T,
        next: Option<Box<Refused<T>>>,
    }
}

#[derive(Kiln)]
struct Refused {
    a: u8,
    list: Vec<other::Refused<Refused>>,
}

fn main() {}
