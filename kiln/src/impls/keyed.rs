//! What all maps have in common, and all sets: a `dict<K,V>` or `set<K>` on the wire, whatever the
//! order in memory.
//!
//! The two macros of hash tables also take the tables of other crates.

use crate::{Encode, Error, private::fixed};
use alloc::vec::Vec;

/// The wire size of these entries, without the count.
pub(super) fn size_of_entries<'v, K: Encode + 'v, V: Encode + 'v>(
    entries: impl ExactSizeIterator<Item = (&'v K, &'v V)>,
) -> usize {
    if let (Some(key), Some(value)) = const { (fixed::<K>(), fixed::<V>()) } {
        return entries.len().saturating_mul(key + value);
    }
    entries.fold(0, |sum, (key, value)| {
        sum.saturating_add(key.encoded_size())
            .saturating_add(value.encoded_size())
    })
}

/// A tree of what has been read, before a fault or all of it.
///
/// Keys that differ on the wire and are equal in memory would not encode to these bytes: TYPE. They come
/// before a fault in what was read behind them, so that is looked at after a fault too. With natural keys it cannot be.
#[inline]
pub(super) fn collected<T, C: FromIterator<T>>(
    read: Result<(), Error>,
    items: Vec<T>,
    natural: bool,
    len: impl FnOnce(&C) -> usize,
) -> Result<C, Error> {
    match read {
        Err(error) if natural => return Err(error),
        _ => {}
    }
    let count = items.len();
    let tree: C = items.into_iter().collect();
    if len(&tree) < count {
        return Err(Error::Type);
    }
    match read {
        Ok(()) => Ok(tree),
        Err(error) => Err(error),
    }
}

/// `Describe` and `Encode` of a map.
macro_rules! map {
    ($type:ident<K, V $(, $hasher:ident)?>, $given:ident) => {
        impl<K: $crate::Describe, V: $crate::Describe $(, $hasher)?> $crate::Describe
            for $type<K, V $(, $hasher)?>
        {
            const SCHEMA: &'static $crate::Schema = &$crate::Schema::dict(K::SCHEMA, V::SCHEMA);
        }
        impl<K: $crate::Encode, V: $crate::Encode $(, $hasher)?> $crate::Encode
            for $type<K, V $(, $hasher)?>
        {
            #[inline]
            fn encode(&self, w: &mut $crate::Writer<'_>) -> Result<(), $crate::Error> {
                w.dict_given($crate::writer::Given::$given, self.iter())
            }
            #[inline]
            fn encoded_size(&self) -> usize {
                $crate::impls::keyed::size_of_entries(self.iter()).saturating_add(4)
            }
        }
    };
}
pub(super) use map;

/// `Describe` and `Encode` of a set.
macro_rules! set {
    ($type:ident<K $(, $hasher:ident)?>, $given:ident) => {
        impl<K: $crate::Describe $(, $hasher)?> $crate::Describe for $type<K $(, $hasher)?> {
            const SCHEMA: &'static $crate::Schema = &$crate::Schema::set(K::SCHEMA);
        }
        impl<K: $crate::Encode $(, $hasher)?> $crate::Encode for $type<K $(, $hasher)?> {
            #[inline]
            fn encode(&self, w: &mut $crate::Writer<'_>) -> Result<(), $crate::Error> {
                w.set_given($crate::writer::Given::$given, self.iter())
            }
            #[inline]
            fn encoded_size(&self) -> usize {
                $crate::impls::sequences::size_of_elements(self.iter()).saturating_add(4)
            }
        }
    };
}
pub(super) use set;

/// All three traits of a map that is a hash table, with any hasher.
#[cfg(any(feature = "std", feature = "indexmap-2"))]
macro_rules! hash_map {
    ($type:ident, $given:ident) => {
        $crate::impls::keyed::map!($type<K, V, S>, $given);
        impl<'de, K, V, S> $crate::Decode<'de> for $type<K, V, S>
        where
            K: $crate::Decode<'de> + Eq + core::hash::Hash,
            V: $crate::Decode<'de>,
            S: core::hash::BuildHasher + Default,
        {
            #[inline]
            fn decode(r: &mut $crate::Reader<'de>) -> Result<Self, $crate::Error> {
                r.dict_with(
                    |capacity| Self::with_capacity_and_hasher(capacity, S::default()),
                    |map, key, value| map.insert(key, value).is_none(),
                )
            }
        }
    };
}
#[cfg(any(feature = "std", feature = "indexmap-2"))]
pub(super) use hash_map;

/// All three traits of a set that is a hash table, with any hasher.
#[cfg(any(feature = "std", feature = "indexmap-2"))]
macro_rules! hash_set {
    ($type:ident, $given:ident) => {
        $crate::impls::keyed::set!($type<K, S>, $given);
        impl<'de, K, S> $crate::Decode<'de> for $type<K, S>
        where
            K: $crate::Decode<'de> + Eq + core::hash::Hash,
            S: core::hash::BuildHasher + Default,
        {
            #[inline]
            fn decode(r: &mut $crate::Reader<'de>) -> Result<Self, $crate::Error> {
                r.set_with(
                    |capacity| Self::with_capacity_and_hasher(capacity, S::default()),
                    Self::insert,
                )
            }
        }
    };
}
#[cfg(any(feature = "std", feature = "indexmap-2"))]
pub(super) use hash_set;
