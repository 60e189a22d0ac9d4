use kiln::Kiln;

#[derive(Kiln)]
struct Refused<'a> {
    it: &'a u32,
}

fn main() {}
