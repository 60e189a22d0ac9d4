use kiln::Kiln;

#[derive(Kiln)]
union Refused {
    a: u32,
    b: f32,
}

fn main() {}
