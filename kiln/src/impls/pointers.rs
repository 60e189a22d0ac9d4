//! References and owning pointers: transparent on the wire.
//!
//! `Rc` and `Arc` lose their sharing: each is written out, and comes back on its own.

use crate::{Decode, Describe, Encode, Error, Reader, Schema, Writer, natural::NaturalKey};
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
        T::decode_boxed(r)
    }
}

macro_rules! from_box {
    ($($type:ty),*) => {$(
        impl<'de, T: Decode<'de>> Decode<'de> for $type {
            #[inline]
            fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
                match T::decode_boxed(r) {
                    Ok(value) => Ok(value.into()),
                    Err(error) => Err(error),
                }
            }
        }
    )*};
}

from_box!(Rc<T>, Arc<T>);
