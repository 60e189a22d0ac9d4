//! Arrays of any length: the elements, without a count.

use super::sequences::{elements, size_of_elements};
use crate::{
    Decode, Describe, Encode, Error, Reader, Schema, Writer, natural::NaturalKey, outcome::Outcome,
    plain, plain::Image, private::require_element,
};
use alloc::boxed::Box;

impl<T: Describe, const N: usize> Describe for [T; N] {
    const SCHEMA: &'static Schema = &Schema::array(T::SCHEMA, N);
    const IMAGE: Image<Self> = T::IMAGE.array();
    const TESTS: Option<usize> = match T::TESTS {
        Some(tests) => Some(tests.saturating_mul(N)),
        None => None,
    };
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
        Self::decode_as(r)
    }

    #[inline]
    fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
        const { require_element::<T>() }
        // In one copy, where wire and memory are alike.
        let array = if const { Self::IMAGE.is_read() } {
            match r.next(size_of::<Self>()) {
                Some(bytes) => plain::value_of(bytes, Self::IMAGE),
                None => None,
            }
        } else if r.remaining() < Self::MIN_SIZE {
            // Format section 2: so many bytes are there before the first element is read.
            return O::fault(r, Error::Eof);
        } else {
            plain::array_of(|| r.read())
        };
        match array {
            Some(array) => O::value(array),
            None => O::noted(r),
        }
    }

    #[inline]
    fn decode_boxed(r: &mut Reader<'de>) -> Option<Box<Self>> {
        const { require_element::<T>() }
        // The elements are made on the heap; the array is never on the stack.
        if r.remaining() < Self::MIN_SIZE {
            r.note(Error::Eof);
            return None;
        }
        r.claimed(1, size_of::<Self>())?;
        let items = elements::<T>(r, N)?.into_boxed_slice();
        items.try_into().ok()
    }
}
