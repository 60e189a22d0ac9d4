//! `bytes` 1: `list<u8>`.

use crate::{Decode, Describe, Encode, Error, Reader, Schema, Writer};
use alloc::vec::Vec;
use bytes::{Bytes, BytesMut};

macro_rules! bytes {
    ($($type:ident, |$bytes:ident| $from:expr;)*) => {$(
        impl Describe for $type {
            const SCHEMA: &'static Schema = <[u8]>::SCHEMA;
        }
        impl Encode for $type {
            #[inline]
            fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
                w.bytes(self)
            }
            #[inline]
            fn encoded_size(&self) -> usize {
                4 + self.len()
            }
        }
        impl<'de> Decode<'de> for $type {
            #[inline]
            fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
                let $bytes = Vec::<u8>::decode(r)?;
                Ok($from)
            }
        }
    )*};
}

bytes! {
    Bytes, |bytes| Self::from(bytes);
    BytesMut, |bytes| Self::from(bytes.as_slice());
}
