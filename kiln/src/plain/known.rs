//! Proofs for the types of the language, and of libraries whose layout is part of their promise.

use super::{Image, Kind, Part, copy::all_bits};
use crate::Describe;
use core::num::{NonZero, Saturating, Wrapping};

/// A type whose memory is its little-endian wire image, in which every bit pattern is valid.
///
/// # Safety
/// That must be so, on a little-endian target; there must be no padding.
pub(crate) unsafe trait Bits: Sized {
    /// The proof.
    // SAFETY: by the contract of the trait.
    const BITS: Image<Self> = unsafe { Image::new(Kind::Both) };
}

/// A type whose memory is its little-endian wire image, in which not every bit pattern is valid.
///
/// # Safety
/// That must be so, on a little-endian target; there must be no padding.
pub(crate) unsafe trait Narrow: Sized {
    /// The proof.
    // SAFETY: by the contract of the trait.
    const NARROW: Image<Self> = unsafe { Image::new(Kind::Write) };
}

/// A type that is laid out like `T` and valid whenever a `T` is.
///
/// # Safety
/// It must be `repr(transparent)` over `T`, or say so in its documentation, and have no invariant.
pub(crate) unsafe trait Transparent<T: Describe>: Sized {
    /// The proof.
    // SAFETY: by the contract of the trait.
    const TRANSPARENT: Image<Self> = unsafe { Image::new(T::IMAGE.kind()) };
}

/// Whether all bytes are 0 or 1.
fn bools(bytes: &[u8]) -> bool {
    all_bits(bytes) & 0xfefe_fefe_fefe_fefe == 0
}

macro_rules! known {
    ($trait:ident: $($type:ty),*) => {
        // SAFETY: integers and floats have no padding and no invalid bit pattern, and their memory on
        // a little-endian target is what the format writes; `char` and `NonZero` are laid out like
        // the integer that travels.
        $(unsafe impl $trait for $type {})*
    };
}

known!(Bits: u8, u16, u32, u64, u128, i8, i16, i32, i64, i128, f32, f64);
// SAFETY: laid out like `u8` and `u32`, which travel; no padding.
unsafe impl Narrow for bool {
    // SAFETY: the two bytes that the test lets pass are the two values.
    const NARROW: Image<Self> = unsafe { Image::new(Kind::Write).tested(bools) };
}

known!(Narrow: char);
known!(Narrow: NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<u128>);
known!(Narrow: NonZero<i8>, NonZero<i16>, NonZero<i32>, NonZero<i64>, NonZero<i128>);

// SAFETY: `repr(transparent)`, documented.
unsafe impl<T: Describe> Transparent<T> for Wrapping<T> {}
// SAFETY: `repr(transparent)`, documented.
unsafe impl<T: Describe> Transparent<T> for Saturating<T> {}
// SAFETY: `repr(transparent)` over `u16`; every bit pattern is a number.
#[cfg(feature = "half-2")]
unsafe impl Transparent<u16> for half::f16 {}
// SAFETY: `repr(transparent)` over `u16`; every bit pattern is a number.
#[cfg(feature = "half-2")]
unsafe impl Transparent<u16> for half::bf16 {}

/// The proof for a tuple. Implemented here for all of them.
pub(crate) trait TupleImage: Sized {
    /// Where the items lie is the compiler's choice: this is what it chose.
    const OF_ITEMS: Image<Self>;
}

macro_rules! tuple {
    ($($item:ident $index:tt)*) => {
        impl<$($item: Describe),*> TupleImage for ($($item,)*) {
            // SAFETY: the list is all items of the tuple in order, with the compiler's offsets and
            // sizes; a tuple is valid when its items are.
            const OF_ITEMS: Image<Self> = unsafe {
                Image::of_fields(&[$(
                    Part::new::<$item>(core::mem::offset_of!(Self, $index), $item::IMAGE)
                ),*])
            };
        }
    };
}

tuple!(A 0);
tuple!(A 0 B 1);
tuple!(A 0 B 1 C 2);
tuple!(A 0 B 1 C 2 D 3);
tuple!(A 0 B 1 C 2 D 3 E 4);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5 G 6);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11);
