use kiln::Kiln;

#[derive(Kiln)]
struct Refused<'a> {
    it: Option<&'a String>,
}

fn main() {}
