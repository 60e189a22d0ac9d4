use kiln::Kiln;

use std::collections::BTreeMap;

#[derive(Kiln)]
struct Refused {
    map: BTreeMap<f32, u8>,
}

fn main() {}
