//! `Range` and `RangeInclusive`: `struct{start:T,end:T,}`.

use crate::{Decode, Describe, Encode, Error, Reader, Schema, Writer, schema::Field};
use core::ops::{Bound, Range, RangeBounds, RangeInclusive};

macro_rules! range {
    ($type:ident, |$range:ident| ($start:expr, $end:expr), $new:expr) => {
        impl<T: Describe> Describe for $type<T> {
            const SCHEMA: &'static Schema = &Schema::structure(
                const { &[Field::new("start", T::SCHEMA), Field::new("end", T::SCHEMA)] },
            );
        }
        impl<T: Encode> Encode for $type<T> {
            #[inline]
            fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
                // A `RangeInclusive` that has been iterated to its end keeps that in a flag that
                // does not travel: it is refused rather than written as if it were full.
                if matches!(stringify!($type).as_bytes(), b"RangeInclusive")
                    && matches!(self.end_bound(), Bound::Excluded(_))
                {
                    return Err(Error::Type);
                }
                let $range = self;
                $start.encode(w)?;
                $end.encode(w)
            }
            #[inline]
            fn encoded_size(&self) -> usize {
                let $range = self;
                $start.encoded_size().saturating_add($end.encoded_size())
            }
        }
        impl<'de, T: Decode<'de>> Decode<'de> for $type<T> {
            #[inline]
            fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
                let start = T::decode(r)?;
                let end = T::decode(r)?;
                Ok($new(start, end))
            }
        }
    };
}

range!(Range, |range| (range.start, range.end), |start, end| start
    ..end);
range!(
    RangeInclusive,
    |range| (range.start(), range.end()),
    RangeInclusive::new
);
