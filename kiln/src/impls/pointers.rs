//! References and owning pointers: transparent on the wire.
//!
//! `Rc` and `Arc` lose their sharing: each is written out, and comes back on its own.

use crate::{
    Decode, Describe, Encode, Error, Reader, Schema, Writer, natural::NaturalKey, outcome::Outcome,
};
use alloc::{boxed::Box, rc::Rc, sync::Arc};

macro_rules! pointer {
    ($($type:ty),*) => {$(
        impl<T: ?Sized + Describe> Describe for $type {
            const SCHEMA: &'static Schema = T::SCHEMA;
            const NATURAL_KEY: NaturalKey<Self> =
                NaturalKey::like(T::NATURAL_KEY, |pointer| T::NATURAL_KEY.view(pointer));
        }
        impl<T: ?Sized + Encode> Encode for $type {
            #[inline]
            fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
                (**self).encode(w)
            }
            #[inline]
            fn encoded_size(&self) -> usize {
                (**self).encoded_size()
            }
        }
    )*};
}

pointer!(&T, Box<T>, Rc<T>, Arc<T>);

impl<'de, T: Decode<'de>> Decode<'de> for Box<T> {
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        Self::decode_as(r)
    }
    #[inline]
    fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
        match T::decode_boxed(r) {
            Some(value) => O::value(value),
            None => O::noted(r),
        }
    }
}

macro_rules! from_box {
    ($($type:ty),*) => {$(
        impl<'de, T: Decode<'de>> Decode<'de> for $type {
            #[inline]
            fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
                Self::decode_as(r)
            }
            #[inline]
            fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
                match T::decode_boxed(r) {
                    Some(value) => O::value(value.into()),
                    None => O::noted(r),
                }
            }
        }
    )*};
}

from_box!(Rc<T>, Arc<T>);
