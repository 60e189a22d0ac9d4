//! `Cow`: borrowed from the input where that can be, owned otherwise.

use crate::{Decode, Describe, Encode, Error, Reader, Schema, Writer, plain};
use alloc::{
    borrow::{Cow, ToOwned},
    vec::Vec,
};

impl<B: ?Sized + ToOwned + Describe> Describe for Cow<'_, B> {
    const SCHEMA: &'static Schema = B::SCHEMA;
}

impl<B: ?Sized + ToOwned + Encode> Encode for Cow<'_, B> {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        (**self).encode(w)
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        (**self).encoded_size()
    }
}

/// How a `Cow` of a type is decoded.
pub trait DecodeCow<'de>: ToOwned {
    /// Reads one value, borrowed where that can be.
    fn decode_cow<'a>(r: &mut Reader<'de>) -> Result<Cow<'a, Self>, Error>
    where
        'de: 'a,
        Self: 'a;
}

impl<'de: 'a, 'a, B: ?Sized + Describe + DecodeCow<'de>> Decode<'de> for Cow<'a, B> {
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        B::decode_cow(r)
    }
}

impl<'de> DecodeCow<'de> for str {
    #[inline]
    fn decode_cow<'a>(r: &mut Reader<'de>) -> Result<Cow<'a, Self>, Error>
    where
        'de: 'a,
        Self: 'a,
    {
        match r.text() {
            Ok(text) => Ok(Cow::Borrowed(text)),
            Err(error) => Err(error),
        }
    }
}

impl<'de, T: Decode<'de> + Clone> DecodeCow<'de> for T {
    #[inline]
    fn decode_cow<'a>(r: &mut Reader<'de>) -> Result<Cow<'a, Self>, Error>
    where
        'de: 'a,
        Self: 'a,
    {
        match T::decode(r) {
            Ok(value) => Ok(Cow::Owned(value)),
            Err(error) => Err(error),
        }
    }
}

impl<'de, T: Decode<'de> + Clone> DecodeCow<'de> for [T] {
    /// Borrowed where memory is the wire image and the input happens to be aligned.
    #[inline]
    fn decode_cow<'a>(r: &mut Reader<'de>) -> Result<Cow<'a, Self>, Error>
    where
        'de: 'a,
        Self: 'a,
    {
        if T::IMAGE.is_read() && size_of::<T>() != 0 {
            let mut ahead = r.over(r.unread());
            let count = ahead.list_count(size_of::<T>())?;
            // What may have to be copied is charged even where it is not, so that what is accepted
            // does not depend on where the input lies. A byte never has to be.
            if align_of::<T>() > 1 {
                ahead.claim(count, size_of::<T>())?;
            }
            let bytes = ahead.take(count.saturating_mul(size_of::<T>()))?;
            if let Some(items) = plain::slice_of(bytes, T::IMAGE) {
                *r = ahead;
                return Ok(Cow::Borrowed(items));
            }
        }
        match Vec::decode(r) {
            Ok(items) => Ok(Cow::Owned(items)),
            Err(error) => Err(error),
        }
    }
}
