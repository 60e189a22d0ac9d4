//! Single lists of one kind.

use super::rng::Rng;

pub fn strings(n: usize) -> Vec<String> {
    Rng::new(7).list(n, |rng| rng.word(0, 24))
}

pub fn bools(n: usize) -> Vec<bool> {
    Rng::new(8).list(n, |rng| rng.one_in(2))
}

pub fn options(n: usize) -> Vec<Option<u32>> {
    Rng::new(9).list(n, |rng| rng.maybe(2, |rng| rng.bits() as u32))
}
