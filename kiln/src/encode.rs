//! [`Encode`]: from a value to bytes.

use crate::{Describe, Error, Writer};

/// Writes values of a type.
///
/// Derived by `#[derive(Kiln)]`. By hand, write what the schema says, in its order, with the methods
/// of [`Writer`]:
///
/// ```
/// use kiln::{Describe, Encode, Error, Schema, Writer};
/// struct Celsius(f32);
/// impl Describe for Celsius {
///     const SCHEMA: &'static Schema = f32::SCHEMA;
/// }
/// impl Encode for Celsius {
///     fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
///         self.0.encode(w)
///     }
///     fn encoded_size(&self) -> usize {
///         self.0.encoded_size()
///     }
/// }
/// assert_eq!(kiln::to_vec(&Celsius(1.0))?, [0, 0, 0x80, 0x3f]);
/// # Ok::<(), Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be encoded by Kiln",
    label = "this type does not implement `kiln::Encode`",
    note = "if the type is yours, derive it: `#[derive(kiln::Kiln)]` on `{Self}`",
    note = "for a type that is not yours: `#[kiln(as = Type)]` or `#[kiln(with = module)]` on the field; for `usize` and `isize`, whose width depends on the machine: `u64` and `i64`"
)]
pub trait Encode: Describe {
    /// Appends the wire bytes of the value (format section 4).
    ///
    /// # Errors
    /// [`Error::Limit`] for a count above the cap or a depth above the limit; [`Error::Type`] or
    /// [`Error::Utf8`] for what is no value of the schema.
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error>;

    /// How many bytes [`encode`](Self::encode) appends when it succeeds. Debug builds hold every
    /// implementation to it.
    fn encoded_size(&self) -> usize;
}
