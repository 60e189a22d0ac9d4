//! Tuples of up to twelve items, the unit, and `PhantomData`.

use crate::{
    Decode, Describe, Encode, Error, Reader, Schema, Writer,
    outcome::Outcome,
    plain::{Image, TupleImage},
    private::{Discard, discard, fixed, runs, short, tests},
};
use core::marker::PhantomData;

const UNIT: &Schema = &Schema::tuple(&[]);

macro_rules! unit {
    ([$($generics:tt)*] $type:ty, $value:expr) => {
        impl<$($generics)*> Describe for $type {
            const SCHEMA: &'static Schema = UNIT;
        }
        impl<$($generics)*> Encode for $type {
            #[inline]
            fn encode(&self, _: &mut Writer<'_>) -> Result<(), Error> {
                Ok(())
            }
            #[inline]
            fn encoded_size(&self) -> usize {
                0
            }
        }
        impl<'de, $($generics)*> Decode<'de> for $type {
            #[inline]
            fn decode(_: &mut Reader<'de>) -> Result<Self, Error> {
                Ok($value)
            }
        }
    };
}

unit!([](), ());
unit!([T: ?Sized] PhantomData<T>, PhantomData);

macro_rules! tuple {
    ($($item:ident $index:tt $local:ident),*) => {
        impl<$($item: Describe),*> Describe for ($($item,)*) {
            const SCHEMA: &'static Schema = &Schema::tuple(const { &[$($item::SCHEMA),*] });
            const IMAGE: Image<Self> = Self::OF_ITEMS;
            const TESTS: Option<usize> = tests(&[$($item::TESTS),*]);
        }
        impl<$($item: Encode),*> Encode for ($($item,)*) {
            #[inline]
            fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
                let items = |w: &mut Writer<'_>| {
                    $(
                        match self.$index.encode(w) {
                            Ok(()) => {}
                            Err(error) => return Err(error),
                        }
                    )*
                    Ok(())
                };
                match const { fixed::<Self>() } {
                    Some(size) => w.run(size, items),
                    None => items(w),
                }
            }
            #[inline]
            fn encoded_size(&self) -> usize {
                let mut size = 0usize;
                $(size = size.saturating_add(self.$index.encoded_size());)*
                size
            }
        }
        impl<'de, $($item: Decode<'de>),*> Decode<'de> for ($($item,)*) {
            #[inline]
            fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
                Self::decode_as(r)
            }
            #[inline]
            fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
                let runs = const { &runs([$(fixed::<$item>()),*]) };
                let fields: &[Discard<'de>] = &[$(discard::<$item>),*];
                $(
                    if r.remaining() < runs[$index] {
                        short(r, fields, $index);
                        return O::noted(r);
                    }
                    let $local = match r.read::<$item>() {
                        Some(item) => item,
                        None => return O::noted(r),
                    };
                )*
                O::value(($($local,)*))
            }
        }
    };
}

tuple!(A 0 a);
tuple!(A 0 a, B 1 b);
tuple!(A 0 a, B 1 b, C 2 c);
tuple!(A 0 a, B 1 b, C 2 c, D 3 d);
tuple!(A 0 a, B 1 b, C 2 c, D 3 d, E 4 e);
tuple!(A 0 a, B 1 b, C 2 c, D 3 d, E 4 e, F 5 f);
tuple!(A 0 a, B 1 b, C 2 c, D 3 d, E 4 e, F 5 f, G 6 g);
tuple!(A 0 a, B 1 b, C 2 c, D 3 d, E 4 e, F 5 f, G 6 g, H 7 h);
tuple!(A 0 a, B 1 b, C 2 c, D 3 d, E 4 e, F 5 f, G 6 g, H 7 h, I 8 i);
tuple!(A 0 a, B 1 b, C 2 c, D 3 d, E 4 e, F 5 f, G 6 g, H 7 h, I 8 i, J 9 j);
tuple!(A 0 a, B 1 b, C 2 c, D 3 d, E 4 e, F 5 f, G 6 g, H 7 h, I 8 i, J 9 j, K 10 k);
tuple!(A 0 a, B 1 b, C 2 c, D 3 d, E 4 e, F 5 f, G 6 g, H 7 h, I 8 i, J 9 j, K 10 k, L 11 l);
