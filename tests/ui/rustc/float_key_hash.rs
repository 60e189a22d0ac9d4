use kiln::Kiln;

use std::collections::HashMap;

#[derive(Kiln)]
struct Refused {
    map: HashMap<f64, u8>,
}

fn main() {}
