//! `Cow`: borrowed from the input where that can be, owned otherwise.

use crate::{Decode, Describe, Encode, Error, Reader, Schema, Writer, outcome::Outcome, plain};
use alloc::borrow::{Cow, ToOwned};

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
    fn decode_cow<'a>(r: &mut Reader<'de>) -> Option<Cow<'a, Self>>
    where
        'de: 'a,
        Self: 'a;
}

impl<'de: 'a, 'a, B: ?Sized + Describe + DecodeCow<'de>> Decode<'de> for Cow<'a, B> {
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        Self::decode_as(r)
    }
    #[inline]
    fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
        match B::decode_cow(r) {
            Some(value) => O::value(value),
            None => O::noted(r),
        }
    }
}

impl<'de> DecodeCow<'de> for str {
    #[inline]
    fn decode_cow<'a>(r: &mut Reader<'de>) -> Option<Cow<'a, Self>>
    where
        'de: 'a,
        Self: 'a,
    {
        match r.next_text() {
            Some(text) => Some(Cow::Borrowed(text)),
            None => None,
        }
    }
}

impl<'de, T: Decode<'de> + Clone> DecodeCow<'de> for T {
    #[inline]
    fn decode_cow<'a>(r: &mut Reader<'de>) -> Option<Cow<'a, Self>>
    where
        'de: 'a,
        Self: 'a,
    {
        r.read().map(Cow::Owned)
    }
}

impl<'de, T: Decode<'de> + Clone> DecodeCow<'de> for [T] {
    /// Borrowed where memory is the wire image and the input happens to be aligned.
    #[inline]
    fn decode_cow<'a>(r: &mut Reader<'de>) -> Option<Cow<'a, Self>>
    where
        'de: 'a,
        Self: 'a,
    {
        if T::IMAGE.is_read() && size_of::<T>() != 0 {
            let mut ahead = r.over(r.unread());
            let Some(count) = ahead.next_count(size_of::<T>() as u64) else {
                r.note(ahead.noted());
                return None;
            };
            // What may have to be copied is charged even where it is not, so that what is accepted
            // does not depend on where the input lies. A byte never has to be.
            if align_of::<T>() > 1 && ahead.claimed(count, size_of::<T>()).is_none() {
                r.note(ahead.noted());
                return None;
            }
            if let Some(bytes) = ahead.next(count.saturating_mul(size_of::<T>()))
                && let Some(items) = plain::slice_of(bytes, T::IMAGE)
            {
                *r = ahead;
                return Some(Cow::Borrowed(items));
            }
        }
        r.read().map(Cow::Owned)
    }
}
