use kiln::Kiln;

use std::collections::BTreeSet;

#[derive(Kiln, PartialEq, Eq, PartialOrd, Ord)]
struct Refused(BTreeSet<Refused>);

fn main() {}
