//! Numbers, `bool` and `char`: fixed width, little-endian.

use crate::{
    Decode, Describe, Encode, Error, Reader, Schema, Writer,
    natural::NaturalKey,
    outcome::Outcome,
    plain::{Bits, Narrow, Transparent},
};
use core::num::{NonZero, Saturating, Wrapping};

macro_rules! number {
    ($key:ident: $($type:ident $schema:ident),*) => {$(
        impl Describe for $type {
            const SCHEMA: &'static Schema = &Schema::$schema;
            const IMAGE: crate::plain::Image<Self> = <$type as Bits>::BITS;
            const TESTS: Option<usize> = Some(0);
            const NATURAL_KEY: NaturalKey<Self> = NaturalKey::$key;
        }
        impl Encode for $type {
            #[inline]
            fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
                w.put_array(self.to_le_bytes());
                Ok(())
            }
            #[inline]
            fn encoded_size(&self) -> usize {
                size_of::<Self>()
            }
        }
        impl<'de> Decode<'de> for $type {
            #[inline]
            fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
                Self::decode_as(r)
            }
            #[inline]
            fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
                match r.next_array() {
                    Some(bytes) => O::value(Self::from_le_bytes(bytes)),
                    None => O::noted(r),
                }
            }
        }
    )*};
}

number!(
    KNOWN: u8 U8, u16 U16, u32 U32, u64 U64, u128 U128,
    i8 I8, i16 I16, i32 I32, i64 I64, i128 I128
);
number!(NONE: f32 F32, f64 F64);

/// A type whose values are some of those of a number: its bytes can be copied out as they are, and
/// are checked one by one on the way in.
macro_rules! refined {
    ($($type:ty as $wire:ty, $schema:expr, |$value:ident| $to:expr, |$back:ident| $from:expr;)*) => {$(
        impl Describe for $type {
            const SCHEMA: &'static Schema = $schema;
            const IMAGE: crate::plain::Image<Self> = <$type as Narrow>::NARROW;
            const TESTS: Option<usize> = Some(1);
            const NATURAL_KEY: NaturalKey<Self> = NaturalKey::KNOWN;
        }
        impl Encode for $type {
            #[inline]
            fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
                let $value = *self;
                let wire: $wire = $to;
                wire.encode(w)
            }
            #[inline]
            fn encoded_size(&self) -> usize {
                size_of::<$wire>()
            }
        }
        impl<'de> Decode<'de> for $type {
            #[inline]
            fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
                Self::decode_as(r)
            }
            #[inline]
            fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
                let $back: $wire = match r.read() {
                    Some(wire) => wire,
                    None => return O::noted(r),
                };
                match $from {
                    Some(value) => O::value(value),
                    None => O::fault(r, Error::Type),
                }
            }
        }
    )*};
}

refined! {
    bool as u8, &Schema::Bool, |b| u8::from(b), |b| match b { 0 => Some(false), 1 => Some(true), _ => None };
    char as u32, &Schema::Char, |c| u32::from(c), |c| char::from_u32(c);
    NonZero<u8> as u8, u8::SCHEMA, |n| n.get(), |n| Self::new(n);
    NonZero<u16> as u16, u16::SCHEMA, |n| n.get(), |n| Self::new(n);
    NonZero<u32> as u32, u32::SCHEMA, |n| n.get(), |n| Self::new(n);
    NonZero<u64> as u64, u64::SCHEMA, |n| n.get(), |n| Self::new(n);
    NonZero<u128> as u128, u128::SCHEMA, |n| n.get(), |n| Self::new(n);
    NonZero<i8> as i8, i8::SCHEMA, |n| n.get(), |n| Self::new(n);
    NonZero<i16> as i16, i16::SCHEMA, |n| n.get(), |n| Self::new(n);
    NonZero<i32> as i32, i32::SCHEMA, |n| n.get(), |n| Self::new(n);
    NonZero<i64> as i64, i64::SCHEMA, |n| n.get(), |n| Self::new(n);
    NonZero<i128> as i128, i128::SCHEMA, |n| n.get(), |n| Self::new(n);
}

macro_rules! wrapper {
    ($($type:ident),*) => {$(
        impl<T: Describe> Describe for $type<T> {
            const SCHEMA: &'static Schema = T::SCHEMA;
            const IMAGE: crate::plain::Image<Self> = <Self as Transparent<T>>::TRANSPARENT;
            const TESTS: Option<usize> = T::TESTS;
            const NATURAL_KEY: NaturalKey<Self> =
                NaturalKey::like(T::NATURAL_KEY, |outer| T::NATURAL_KEY.view(&outer.0));
        }
        impl<T: Encode> Encode for $type<T> {
            #[inline]
            fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
                self.0.encode(w)
            }
            #[inline]
            fn encoded_size(&self) -> usize {
                self.0.encoded_size()
            }
        }
        impl<'de, T: Decode<'de>> Decode<'de> for $type<T> {
            #[inline]
            fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
                Self::decode_as(r)
            }
            #[inline]
            fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
                match r.read() {
                    Some(value) => O::value(Self(value)),
                    None => O::noted(r),
                }
            }
        }
    )*};
}

wrapper!(Wrapping, Saturating);
