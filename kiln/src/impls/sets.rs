//! Sets: `set<K>`, whatever the order in memory.

use super::sequences::size_of_elements;
use crate::{Decode, Describe, Encode, Error, Reader, Schema, Writer};
use alloc::{collections::BTreeSet, vec::Vec};
#[cfg(feature = "std")]
use std::{
    collections::HashSet,
    hash::{BuildHasher, Hash},
};

impl<K: Describe> Describe for BTreeSet<K> {
    const SCHEMA: &'static Schema = &Schema::set(K::SCHEMA);
}

impl<K: Encode> Encode for BTreeSet<K> {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        w.set(self.iter())
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        size_of_elements(self.iter()).saturating_add(4)
    }
}

impl<'de, K: Decode<'de> + Ord> Decode<'de> for BTreeSet<K> {
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
impl<K: Describe, S> Describe for HashSet<K, S> {
    const SCHEMA: &'static Schema = &Schema::set(K::SCHEMA);
}

#[cfg(feature = "std")]
impl<K: Encode, S> Encode for HashSet<K, S> {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        w.set(self.iter())
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        size_of_elements(self.iter()).saturating_add(4)
    }
}

#[cfg(feature = "std")]
impl<'de, K: Decode<'de> + Eq + Hash, S: BuildHasher + Default> Decode<'de> for HashSet<K, S> {
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        r.set_with(
            |capacity| Self::with_capacity_and_hasher(capacity, S::default()),
            Self::insert,
        )
    }
}
