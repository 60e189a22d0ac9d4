use kiln::Kiln;

#[derive(Kiln)]
enum Refused<A, B> {
    Of(A, B),
    Swapped(Box<Refused<B, A>>),
}

fn main() {}
