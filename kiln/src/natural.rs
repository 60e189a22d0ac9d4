//! [`NaturalKey`]: what is known of the `Ord` of a key type.

use crate::{
    Describe, plain,
    schema::{Schema, View},
};
use alloc::string::String;
use core::num::NonZero;

/// A proof that values of a key type compare by `Ord` as their wire images do, that both agree on what
/// is equal, and that writing one runs no code of somebody else; with what they compare by.
///
/// Only this crate makes one, and only for types of the standard library whose `Ord` it knows. A
/// newtype has none: its `Ord` may be another one, and its conversion may give other bytes each time.
/// Code outside can name the default of [`Describe`] and nothing else.
pub struct NaturalKey<K: ?Sized>(Option<fn(&K) -> View<'_>>);

impl<K: ?Sized> Copy for NaturalKey<K> {}

impl<K: ?Sized> Clone for NaturalKey<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: ?Sized> core::fmt::Debug for NaturalKey<K> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("NaturalKey").field(&self.is_known()).finish()
    }
}

impl<K: ?Sized> NaturalKey<K> {
    /// Nothing is known.
    pub(crate) const NONE: Self = Self(None);

    /// For a type that has the order and the wire image of `T`.
    pub(crate) const fn like<T: ?Sized>(of: NaturalKey<T>, view: fn(&K) -> View<'_>) -> Self {
        match of.0 {
            Some(_) => Self(Some(view)),
            None => Self::NONE,
        }
    }

    #[inline]
    pub(crate) const fn is_known(self) -> bool {
        self.0.is_some()
    }

    /// What the key compares by; where nothing is known, nothing.
    #[inline]
    pub(crate) fn view(self, key: &K) -> View<'_> {
        match self.0 {
            Some(view) => view(key),
            None => View::Number(0),
        }
    }
}

/// Types with a proof of their own.
pub(crate) trait Natural {
    fn view(&self) -> View<'_>;
}

#[expect(private_bounds, reason = "only types of this crate's choosing have it")]
impl<K: Natural + ?Sized> NaturalKey<K> {
    /// For a type of the list below.
    pub(crate) const KNOWN: Self = Self(Some(K::view));
}

impl<T: Describe, const N: usize> NaturalKey<[T; N]> {
    /// Arrays compare item by item, as bytes do.
    pub(crate) const ARRAY: Self = if matches!(T::SCHEMA, Schema::U8) && T::IMAGE.is_write() {
        Self::like(T::NATURAL_KEY, |array| {
            View::Bytes(plain::bytes_of(array, T::IMAGE))
        })
    } else {
        Self::NONE
    };
}

macro_rules! natural {
    ($($($type:ty),+: |$key:ident| $view:expr;)*) => {$($(
        impl Natural for $type {
            #[inline]
            fn view(&self) -> View<'_> {
                let $key = self;
                $view
            }
        }
    )+)*};
}

natural! {
    bool, u8, u16, u32: |n| View::Number((*n).into());
    NonZero<u8>, NonZero<u16>, NonZero<u32>: |n| View::Number(n.get().into());
    u64: |n| View::Number(*n);
    NonZero<u64>: |n| View::Number(n.get());
    u128: |n| View::Wide(*n);
    NonZero<u128>: |n| View::Wide(n.get());
    i8, i16, i32: |n| View::signed((*n).into());
    NonZero<i8>, NonZero<i16>, NonZero<i32>: |n| View::signed(n.get().into());
    i64: |n| View::signed(*n);
    NonZero<i64>: |n| View::signed(n.get());
    i128: |n| View::signed_wide(*n);
    NonZero<i128>: |n| View::signed_wide(n.get());
    char: |c| View::Number(u32::from(*c).into());
    str, String: |text| View::Bytes(text.as_bytes());
}
