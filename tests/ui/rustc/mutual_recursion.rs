use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    other: Option<Box<Other>>,
}

#[derive(Kiln)]
struct Other {
    other: Option<Box<Refused>>,
}

fn main() {}
