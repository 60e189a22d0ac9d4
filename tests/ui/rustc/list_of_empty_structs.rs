use kiln::Kiln;

#[derive(Kiln)]
struct Nothing;

#[derive(Kiln)]
struct Refused {
    list: Vec<Nothing>,
}

fn main() {}
