//! `indexmap` 2: `dict<K,V>` and `set<K>`.
//!
//! The format writes keys in key order, so the order of insertion does not travel. Where it matters,
//! use a list of pairs.

use crate::impls::keyed::{hash_map, hash_set};
use indexmap::{IndexMap, IndexSet};

hash_map!(IndexMap, Somehow);
hash_set!(IndexSet, Somehow);
