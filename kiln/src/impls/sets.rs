//! Sets: `set<K>`.

#[cfg(feature = "std")]
use super::keyed::hash_set;
use super::keyed::{collected, set};
use crate::{Decode, Error, Reader};
use alloc::{collections::BTreeSet, vec::Vec};
#[cfg(feature = "std")]
use std::collections::HashSet;

set!(BTreeSet<K>, Ascending);

impl<'de, K: Decode<'de> + Ord> Decode<'de> for BTreeSet<K> {
    /// Collected first, as maps are.
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        let mut items = Vec::new();
        let place = &mut items;
        let read = r.set_with(
            |capacity| {
                *place = Vec::with_capacity(capacity);
                place
            },
            |items, key| {
                items.push(key);
                true
            },
        );
        let read = read.map(drop);
        collected(read, items, const { K::NATURAL_KEY.is_known() }, Self::len)
    }
}

#[cfg(feature = "std")]
hash_set!(HashSet, Unordered);
