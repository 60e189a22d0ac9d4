use kiln::Kiln;

#[derive(Kiln)]
struct Refused<'a> {
    it: &'a mut str,
}

fn main() {}
