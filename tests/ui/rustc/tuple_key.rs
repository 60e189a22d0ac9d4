use kiln::Kiln;

use std::collections::BTreeSet;

#[derive(Kiln)]
struct Refused(BTreeSet<(u8, u8)>);

fn main() {}
