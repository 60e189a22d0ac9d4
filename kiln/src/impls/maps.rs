//! Maps: `dict<K,V>`.

#[cfg(feature = "std")]
use super::keyed::hash_map;
use super::keyed::{collected, map};
use crate::{Decode, Error, Reader};
use alloc::{collections::BTreeMap, vec::Vec};
#[cfg(feature = "std")]
use std::collections::HashMap;

map!(BTreeMap<K, V>, Ascending);

impl<'de, K: Decode<'de> + Ord, V: Decode<'de>> Decode<'de> for BTreeMap<K, V> {
    /// Collected first, then built in one go: a tree from sorted entries is linear.
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        let mut entries = Vec::new();
        let place = &mut entries;
        let read = r.dict_with(
            |capacity| {
                *place = Vec::with_capacity(capacity);
                place
            },
            |entries, key, value| {
                entries.push((key, value));
                true
            },
        );
        let read = read.map(drop);
        collected(
            read,
            entries,
            const { K::NATURAL_KEY.is_known() },
            Self::len,
        )
    }
}

#[cfg(feature = "std")]
hash_map!(HashMap, Unordered);
