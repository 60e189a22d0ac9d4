//! Maps: `dict<K,V>`.

#[cfg(feature = "std")]
use super::keyed::hash_map;
use super::keyed::map;
use crate::{Decode, Error, Reader};
use alloc::{collections::BTreeMap, vec::Vec};
#[cfg(feature = "std")]
use std::collections::HashMap;

map!(BTreeMap<K, V>, Ascending);

impl<'de, K: Decode<'de> + Ord, V: Decode<'de>> Decode<'de> for BTreeMap<K, V> {
    /// Collected first, then built in one go: a tree from sorted entries is linear.
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        let entries = r.dict_with(Vec::with_capacity, |entries, key, value| {
            entries.push((key, value));
            true
        })?;
        let count = entries.len();
        let map: Self = entries.into_iter().collect();
        // Keys that differ on the wire and are equal in memory would not encode to these bytes.
        if map.len() == count {
            Ok(map)
        } else {
            Err(Error::Type)
        }
    }
}

#[cfg(feature = "std")]
hash_map!(HashMap, Unordered);
