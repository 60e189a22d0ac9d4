use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    any: dyn std::fmt::Debug,
}

fn main() {}
