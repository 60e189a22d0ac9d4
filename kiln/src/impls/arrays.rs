//! Arrays of any length: the elements, without a count.

use super::sequences::{elements, size_of_elements};
use crate::{
    Decode, Describe, Encode, Error, Reader, Schema, Writer, natural::NaturalKey, plain,
    plain::Image, private::require_element,
};
use alloc::boxed::Box;

impl<T: Describe, const N: usize> Describe for [T; N] {
    const SCHEMA: &'static Schema = &Schema::array(T::SCHEMA, N);
    const IMAGE: Image<Self> = T::IMAGE.array();
    const NATURAL_KEY: NaturalKey<Self> = NaturalKey::ARRAY;
}

impl<T: Encode, const N: usize> Encode for [T; N] {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        const { require_element::<T>() }
        w.elements(self)
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        size_of_elements(self.iter())
    }
}

impl<'de, T: Decode<'de>, const N: usize> Decode<'de> for [T; N] {
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        const { require_element::<T>() }
        if let Some(array) = whole::<Self>(r)? {
            return Ok(array);
        }
        plain::array_of(|| T::decode(r))
    }

    #[inline]
    fn decode_boxed(r: &mut Reader<'de>) -> Result<Box<Self>, Error> {
        const { require_element::<T>() }
        // The elements are made on the heap; the array is never on the stack.
        if r.remaining() < Self::MIN_SIZE {
            return Err(Error::Eof);
        }
        r.claim(1, size_of::<Self>())?;
        let items = elements::<T>(r, N)?.into_boxed_slice();
        items.try_into().map_err(|_| Error::Type)
    }
}

/// An array in one copy, where wire and memory are alike; else only the check of format section 2,
/// that so many bytes are there before the first element is read.
#[inline]
fn whole<A: Describe>(r: &mut Reader<'_>) -> Result<Option<A>, Error> {
    if const { A::IMAGE.is_read() } {
        let bytes = r.take(size_of::<A>())?;
        return Ok(plain::value_of(bytes, A::IMAGE));
    }
    if r.remaining() < A::MIN_SIZE {
        Err(Error::Eof)
    } else {
        Ok(None)
    }
}
