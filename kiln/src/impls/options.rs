//! `Option` and `Result`.

use crate::{
    Decode, Describe, Encode, Error, Reader, Schema, Writer, private::fixed, schema::Variant,
};

impl<T: Describe> Describe for Option<T> {
    const SCHEMA: &'static Schema = &Schema::option(T::SCHEMA);
}

impl<T: Encode> Encode for Option<T> {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
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
        match r.take_array() {
            Ok([0]) => Ok(None),
            Ok([1]) => match T::decode(r) {
                Ok(value) => Ok(Some(value)),
                Err(error) => Err(error),
            },
            Ok(_) => Err(Error::Type),
            Err(error) => Err(error),
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
        match r.tag(2)? {
            0 => Ok(Ok(T::decode(r)?)),
            _ => Ok(Err(E::decode(r)?)),
        }
    }
}
