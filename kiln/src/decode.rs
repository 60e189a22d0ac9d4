//! [`Decode`]: from bytes to a value.

use crate::{Describe, Encode, Error, Reader, Schema, outcome::Outcome, plain};
use alloc::boxed::Box;

/// Reads values of a type. `'de` is the lifetime of the input, which a value may borrow from.
///
/// Derived by `#[derive(Kiln)]`. By hand, read what the schema says, in its order, with the methods
/// of [`Reader`]:
///
/// ```
/// use kiln::{Decode, Describe, Error, Reader, Schema};
/// struct Celsius(f32);
/// impl Describe for Celsius {
///     const SCHEMA: &'static Schema = f32::SCHEMA;
/// }
/// impl<'de> Decode<'de> for Celsius {
///     fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
///         let degrees = f32::decode(r)?;
///         if degrees < -273.15 { Err(Error::Type) } else { Ok(Self(degrees)) }
///     }
/// }
/// assert_eq!(kiln::from_slice::<Celsius>(&[0, 0, 0x80, 0x3f])?.0, 1.0);
/// # Ok::<(), Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded by Kiln",
    label = "this type does not implement `kiln::Decode`",
    note = "if the type is yours, derive it: `#[derive(kiln::Kiln)]` on `{Self}`",
    note = "for a type that is not yours: `#[kiln(as = Type)]` or `#[kiln(with = module)]` on the field; for `usize` and `isize`, whose width depends on the machine: `u64` and `i64`"
)]
pub trait Decode<'de>: Describe + Sized {
    /// Reads one value (format section 2). After an error the reader is of no more use.
    ///
    /// # Errors
    /// The first fault in the order of the format.
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error>;

    /// What [`decode`](Self::decode) does, for a caller inside or outside.
    #[doc(hidden)]
    #[inline]
    fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
        match Self::decode(r) {
            Ok(value) => O::value(value),
            Err(error) => O::fault(r, error),
        }
    }

    /// How many older types stand behind this one (`upgrade_from`). That it has a value proves that
    /// the chain of them ends: one that runs in a circle is a compile error.
    #[doc(hidden)]
    const GENERATIONS: u32 = 0;

    /// The schema of the older type of this hash, if there is one that turns into this type.
    #[doc(hidden)]
    fn older_schema(_hash: u64) -> Option<&'static Schema> {
        None
    }

    /// Reads a value of the older type of this hash, and turns it into this type.
    #[doc(hidden)]
    fn decode_older(_hash: u64, _r: &mut Reader<'de>) -> Result<Self, Error> {
        Err(Error::Schema)
    }

    /// Reads one value onto the heap: without a stop on the stack where that can be. It is charged to
    /// the allocation budget, since a list of boxes is charged for the pointers only.
    #[doc(hidden)]
    #[inline]
    fn decode_boxed(r: &mut Reader<'de>) -> Option<Box<Self>> {
        match r.claimed(1, size_of::<Self>()) {
            Some(()) => {}
            None => return None,
        }
        if const { Self::IMAGE.is_read() && size_of::<Self>() > 0 } {
            return match r.next(size_of::<Self>()) {
                Some(bytes) => plain::boxed_of(bytes, Self::IMAGE),
                None => None,
            };
        }
        r.read().map(Box::new)
    }
}

/// A type that travels both ways and borrows nothing: the bound that most generic code wants.
///
/// Implemented for everything that is [`Encode`] and [`Decode`] for every input; the name is also
/// that of the derive.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot travel by Kiln both ways",
    label = "this type does not implement `kiln::Kiln`",
    note = "if the type is yours, derive it: `#[derive(kiln::Kiln)]` on `{Self}`; a type that borrows from its input is `kiln::Encode` and `kiln::Decode<'de>` only"
)]
pub trait Kiln: Encode + for<'any> Decode<'any> {}

impl<T: Encode + for<'any> Decode<'any>> Kiln for T {}
