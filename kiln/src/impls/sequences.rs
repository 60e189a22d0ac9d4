//! Lists: a count, then the elements.

use crate::{
    Decode, Describe, Encode, Error, Reader, Schema, Writer,
    outcome::Outcome,
    plain,
    plain::Image,
    private::{fixed, require_element},
};
use alloc::{boxed::Box, collections::VecDeque, rc::Rc, sync::Arc, vec::Vec};

/// The wire size of these elements, without a count.
#[inline]
pub(super) fn size_of_elements<'v, T: Encode + 'v>(
    items: impl ExactSizeIterator<Item = &'v T>,
) -> usize {
    if let Some(size) = const { fixed::<T>() } {
        return items.len().saturating_mul(size);
    }
    items.map(T::encoded_size).fold(0, usize::saturating_add)
}

impl<T: Describe> Describe for [T] {
    const SCHEMA: &'static Schema = &Schema::list(T::SCHEMA);
}

impl<T: Encode> Encode for [T] {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        w.slice(self)
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        size_of_elements(self.iter()).saturating_add(4)
    }
}

impl<T: Describe> Describe for Vec<T> {
    const SCHEMA: &'static Schema = <[T]>::SCHEMA;
}

impl<T: Encode> Encode for Vec<T> {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        w.slice(self)
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        self.as_slice().encoded_size()
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for Vec<T> {
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        Self::decode_as(r)
    }
    #[inline]
    fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
        match list(r) {
            Some(items) => O::value(items),
            None => O::noted(r),
        }
    }
}

/// A list, from its count on.
#[inline]
fn list<'de, T: Decode<'de>>(r: &mut Reader<'de>) -> Option<Vec<T>> {
    const { require_element::<T>() }
    match r.next_count(T::MIN_SIZE as u64) {
        Some(count) => match r.claimed(count, size_of::<T>()) {
            Some(()) => elements(r, count),
            None => None,
        },
        None => None,
    }
}

/// So many elements, without a count before them: in one copy where wire and memory are alike.
#[inline]
pub(super) fn elements<'de, T: Decode<'de>>(r: &mut Reader<'de>, count: usize) -> Option<Vec<T>> {
    let image: Image<T> = T::IMAGE;
    if image.is_read() && size_of::<T>() != 0 {
        return r
            .next(count.saturating_mul(size_of::<T>()))
            .map(|bytes| plain::vec_of(bytes, image));
    }
    if image.is_tested() && size_of::<T>() != 0 {
        if let Some((bytes, rest)) = r
            .unread()
            .split_at_checked(count.saturating_mul(size_of::<T>()))
            && let Some(items) = plain::tested_vec_of(bytes)
        {
            r.stand_at(rest);
            return Some(items);
        }
        refused::<T>(r, count);
        return None;
    }
    r.vec(count)
}

/// One element is no value, or bytes are missing: a walk finds out where, and notes it.
#[cold]
#[inline(never)]
fn refused<'de, T: Decode<'de>>(r: &mut Reader<'de>, count: usize) {
    if r.elements(count, |_| (), |(), _: T| ()).is_some() {
        // Not for any image of this crate.
        r.note(Error::Type);
    }
}

macro_rules! from_vec {
    ($($type:ty),*) => {$(
        impl<'de, T: Decode<'de>> Decode<'de> for $type {
            #[inline]
            fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
                Self::decode_as(r)
            }
            #[inline]
            fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
                match list(r) {
                    Some(items) => O::value(items.into()),
                    None => O::noted(r),
                }
            }
        }
    )*};
}

from_vec!(Box<[T]>, Rc<[T]>, Arc<[T]>, VecDeque<T>);

impl<T: Describe> Describe for VecDeque<T> {
    const SCHEMA: &'static Schema = <[T]>::SCHEMA;
}

impl<T: Encode> Encode for VecDeque<T> {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        const { require_element::<T>() }
        w.count(self.len())?;
        let (front, back) = self.as_slices();
        w.elements(front)?;
        w.elements(back)
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        size_of_elements(self.iter()).saturating_add(4)
    }
}

macro_rules! borrowed_bytes {
    ($($type:ty),*) => {$(
        impl<'de: 'a, 'a> Decode<'de> for &'a [$type] {
            #[inline]
            fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
                match r.bytes() {
                    // A byte is aligned wherever it stands.
                    Ok(bytes) => plain::slice_of(bytes, <$type>::IMAGE).ok_or(Error::Type),
                    Err(error) => Err(error),
                }
            }
        }
    )*};
}

impl<'de: 'a, 'a> Decode<'de> for &'a [u8] {
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        Self::decode_as(r)
    }
    #[inline]
    fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
        match r.next_bytes() {
            Some(bytes) => O::value(bytes),
            None => O::noted(r),
        }
    }
}

// On a big-endian target no image is known, not even of a byte; there `i8` goes by way of `Vec`.
#[cfg(target_endian = "little")]
borrowed_bytes!(i8);
