//! Maps: `dict<K,V>`, whatever the order in memory.

use crate::{Decode, Describe, Encode, Error, Reader, Schema, Writer};
use alloc::{collections::BTreeMap, vec::Vec};
#[cfg(feature = "std")]
use std::{
    collections::HashMap,
    hash::{BuildHasher, Hash},
};

/// The wire size of these entries, without the count.
pub(super) fn size_of_entries<'v, K: Encode + 'v, V: Encode + 'v>(
    entries: impl ExactSizeIterator<Item = (&'v K, &'v V)>,
) -> usize {
    if let (Some(key), Some(value)) =
        const { (crate::private::fixed::<K>(), crate::private::fixed::<V>()) }
    {
        return entries.len().saturating_mul(key + value);
    }
    entries.fold(0, |sum, (key, value)| {
        sum.saturating_add(key.encoded_size())
            .saturating_add(value.encoded_size())
    })
}

impl<K: Describe, V: Describe> Describe for BTreeMap<K, V> {
    const SCHEMA: &'static Schema = &Schema::dict(K::SCHEMA, V::SCHEMA);
}

impl<K: Encode, V: Encode> Encode for BTreeMap<K, V> {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        w.dict(self.iter())
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        size_of_entries(self.iter()).saturating_add(4)
    }
}

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
impl<K: Describe, V: Describe, S> Describe for HashMap<K, V, S> {
    const SCHEMA: &'static Schema = &Schema::dict(K::SCHEMA, V::SCHEMA);
}

#[cfg(feature = "std")]
impl<K: Encode, V: Encode, S> Encode for HashMap<K, V, S> {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        w.dict(self.iter())
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        size_of_entries(self.iter()).saturating_add(4)
    }
}

#[cfg(feature = "std")]
impl<'de, K, V, S> Decode<'de> for HashMap<K, V, S>
where
    K: Decode<'de> + Eq + Hash,
    V: Decode<'de>,
    S: BuildHasher + Default,
{
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        r.dict_with(
            |capacity| Self::with_capacity_and_hasher(capacity, S::default()),
            |map, key, value| map.insert(key, value).is_none(),
        )
    }
}
