//! Maps with string keys.

use super::{owned, rng::Rng};
use std::collections::{BTreeMap, HashMap};

owned! {
    #[derive(bincode::Encode, bincode::Decode)]
    pub struct Hashed {
        pub map: HashMap<String, u64>,
    }

    #[derive(bincode::Encode, bincode::Decode)]
    pub struct Sorted {
        pub map: BTreeMap<String, u64>,
    }
}

fn entry(rng: &mut Rng) -> (String, u64) {
    (
        format!("{}/{}", rng.word(4, 12), rng.word(4, 16)),
        rng.bits(),
    )
}

pub fn hashed(entries: usize) -> Hashed {
    let mut rng = Rng::new(5);
    Hashed {
        map: (0..entries).map(|_| entry(&mut rng)).collect(),
    }
}

pub fn sorted(entries: usize) -> Sorted {
    let mut rng = Rng::new(5);
    Sorted {
        map: (0..entries).map(|_| entry(&mut rng)).collect(),
    }
}
