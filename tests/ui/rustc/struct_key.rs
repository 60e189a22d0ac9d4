use kiln::Kiln;

use std::collections::BTreeMap;

#[derive(Kiln, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    a: u8,
}

#[derive(Kiln)]
struct Refused {
    map: BTreeMap<Key, u8>,
}

fn main() {}
