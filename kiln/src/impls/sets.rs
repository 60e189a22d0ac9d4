//! Sets: `set<K>`.

#[cfg(feature = "std")]
use super::keyed::hash_set;
use super::keyed::set;
use crate::{Decode, Error, Reader};
use alloc::{collections::BTreeSet, vec::Vec};
#[cfg(feature = "std")]
use std::collections::HashSet;

set!(BTreeSet<K>, Ascending);

impl<'de, K: Decode<'de> + Ord> Decode<'de> for BTreeSet<K> {
    /// Collected first, as maps are.
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        let items = r.set_with(Vec::with_capacity, |items, key| {
            items.push(key);
            true
        })?;
        let count = items.len();
        let set: Self = items.into_iter().collect();
        if set.len() == count {
            Ok(set)
        } else {
            Err(Error::Type)
        }
    }
}

#[cfg(feature = "std")]
hash_set!(HashSet, Unordered);
