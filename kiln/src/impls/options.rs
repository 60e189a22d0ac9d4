//! `Option` and `Result`.

use crate::{
    Decode, Describe, Encode, Error, Reader, Schema, Writer, outcome::Outcome, private::fixed,
    schema::Variant,
};
use core::mem::needs_drop;

/// Whether to read or write a value, where that can be done, before it is known to be there: a small one costs less
/// than a wrong guess of the processor. More than one test of what may be there would be such guesses themselves.
const fn ahead(can_be: bool, size: usize) -> bool {
    can_be && 0 < size && size <= 16
}

impl<T: Describe> Describe for Option<T> {
    const SCHEMA: &'static Schema = &Schema::option(T::SCHEMA);
}

impl<T: Encode> Encode for Option<T> {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        if const { ahead(T::IMAGE.is_write(), size_of::<T>()) } {
            w.option(self, T::IMAGE);
            return Ok(());
        }
        match self {
            None => {
                w.put_array([0]);
                Ok(())
            }
            Some(value) => {
                let some = |w: &mut Writer<'_>| {
                    w.put_array([1]);
                    value.encode(w)
                };
                match const { fixed::<T>() } {
                    Some(size) => w.run(size.saturating_add(1), some),
                    None => some(w),
                }
            }
        }
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        match self {
            None => 1,
            Some(value) => value.encoded_size().saturating_add(1),
        }
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for Option<T> {
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        Self::decode_as(r)
    }
    #[inline]
    fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
        // What is read ahead and not there is dropped: that must be nobody's business.
        if const { ahead(matches!(T::TESTS, Some(0..=1)), T::MIN_SIZE) && !needs_drop::<T>() }
            && r.remaining() > T::MIN_SIZE
        {
            return match r.next_option() {
                Some(value) => O::value(value),
                None => O::noted(r),
            };
        }
        match r.next_array() {
            Some([0]) => O::value(None),
            Some([1]) => match r.read() {
                Some(value) => O::value(Some(value)),
                None => O::noted(r),
            },
            Some(_) => O::fault(r, Error::Type),
            None => O::noted(r),
        }
    }
}

impl<T: Describe, E: Describe> Describe for Result<T, E> {
    const SCHEMA: &'static Schema = &Schema::enumeration(
        const {
            &[
                Variant::with("Ok", T::SCHEMA),
                Variant::with("Err", E::SCHEMA),
            ]
        },
    );
}

impl<T: Encode, E: Encode> Encode for Result<T, E> {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        match self {
            Ok(value) => {
                w.tag(0, 2);
                value.encode(w)
            }
            Err(value) => {
                w.tag(1, 2);
                value.encode(w)
            }
        }
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        let size = match self {
            Ok(value) => value.encoded_size(),
            Err(value) => value.encoded_size(),
        };
        size.saturating_add(1)
    }
}

impl<'de, T: Decode<'de>, E: Decode<'de>> Decode<'de> for Result<T, E> {
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        Self::decode_as(r)
    }
    #[inline]
    fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
        let value = match r.next_tag(2) {
            Some(0) => r.read().map(Ok),
            Some(_) => r.read().map(Err),
            None => None,
        };
        match value {
            Some(value) => O::value(value),
            None => O::noted(r),
        }
    }
}
