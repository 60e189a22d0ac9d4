use kiln::Kiln;

#[derive(Kiln, PartialEq, Eq, PartialOrd, Ord)]
struct Refused {
    count: usize,
}

// None of these has a mistake of its own.
#[derive(Kiln)]
struct Holds {
    one: Refused,
    many: Vec<Refused>,
    keys: std::collections::BTreeMap<Refused, u8>,
}

#[derive(Kiln)]
struct Generic<T>(T, Option<Box<Refused>>);

fn main() {
    let _ = kiln::to_vec::<Generic<Refused>>;
    let _ = kiln::from_slice::<Holds>;
}
