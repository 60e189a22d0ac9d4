//! `indexmap` 2: `dict<K,V>` and `set<K>`.
//!
//! The format writes keys in key order, so the order of insertion does not travel. Where it matters,
//! use a list of pairs.

use crate::{
    Decode, Describe, Encode, Error, Reader, Schema, Writer,
    impls::{maps::size_of_entries, sequences::size_of_elements},
};
use core::hash::{BuildHasher, Hash};
use indexmap::{IndexMap, IndexSet};

impl<K: Describe, V: Describe, S> Describe for IndexMap<K, V, S> {
    const SCHEMA: &'static Schema = &Schema::dict(K::SCHEMA, V::SCHEMA);
}

impl<K: Encode, V: Encode, S> Encode for IndexMap<K, V, S> {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        w.dict(self.iter())
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        size_of_entries(self.iter()).saturating_add(4)
    }
}

impl<'de, K, V, S> Decode<'de> for IndexMap<K, V, S>
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

impl<K: Describe, S> Describe for IndexSet<K, S> {
    const SCHEMA: &'static Schema = &Schema::set(K::SCHEMA);
}

impl<K: Encode, S> Encode for IndexSet<K, S> {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        w.set(self.iter())
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        size_of_elements(self.iter()).saturating_add(4)
    }
}

impl<'de, K: Decode<'de> + Eq + Hash, S: BuildHasher + Default> Decode<'de> for IndexSet<K, S> {
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        r.set_with(
            |capacity| Self::with_capacity_and_hasher(capacity, S::default()),
            Self::insert,
        )
    }
}
