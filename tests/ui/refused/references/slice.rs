use kiln::Kiln;

#[derive(Kiln)]
struct Refused<'a> {
    it: &'a [f32],
}

fn main() {}
