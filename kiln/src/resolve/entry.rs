//! `frame::resolve`: frames with schema text, read as a type of another version.

use super::transcode::transcode;
use crate::{
    Decode, Error, Limits,
    frame::{Expected, Header, Place, read},
};

/// The value of a frame whose schema text is another version of this type's. Default limits.
///
/// Fields and variants are matched by name: a field that only the writer has is skipped, one that only
/// the reader has is filled in from `#[kiln(default)]`, numbers widen without loss, a `T` is read as
/// an `option<T>`. The whole table is in docs/versions.md;
/// [`Schema::compatibility`](crate::Schema::compatibility) says what it comes to for two schemas.
///
/// A frame of this very type is read as by [`from_slice`](crate::frame::from_slice), with or without
/// a text. Nothing is borrowed from the frame, since its bytes are those of another schema.
///
/// ```
/// use kiln::{Kiln, frame::{self, Options}};
///
/// #[derive(Kiln)]
/// struct Old { volume: u16, theme: String }
///
/// #[derive(Kiln, Debug, PartialEq)]
/// struct New {
///     volume: u32,
///     #[kiln(default)]
///     muted: bool,
/// }
///
/// let text = Options { schema: true, ..Options::default() };
/// let old = text.to_vec(&Old { volume: 7, theme: "dark".into() })?;
/// let new: New = frame::resolve(&old)?;
/// assert_eq!(new, New { volume: 7, muted: false });
/// # Ok::<(), kiln::Error>(())
/// ```
///
/// # Errors
/// The first fault in the order F1 to F8 of format section 5, for a reader that expects no type:
/// without a text, SCHEMA. Of F7, [`Error::Schema`] if the two schemas do not resolve, before the
/// value is read; then its first fault as a value of the writer's schema, where a variant that the
/// reader lacks is [`Error::Type`]. Last, what `T` itself refuses in a value of its schema.
pub fn resolve<T: for<'a> Decode<'a>>(bytes: &[u8]) -> Result<T, Error> {
    Limits::DEFAULT.frame_resolve(bytes)
}

impl Limits {
    /// [`frame::resolve`](resolve) with these limits. The bytes that a value takes in the reader's
    /// schema count to `max_alloc`, and once more for each struct around them whose fields are in
    /// another order.
    ///
    /// # Errors
    /// Those of [`frame::resolve`](resolve).
    pub fn frame_resolve<T: for<'a> Decode<'a>>(self, bytes: &[u8]) -> Result<T, Error> {
        if Header::from_prefix(bytes)?.type_hash() == T::TYPE_HASH {
            return self.frame_from_slice(bytes);
        }
        let (wire, _) = read(bytes, Expected::Any, self, Place::Alone, |writer, r| {
            let writer = writer.ok_or(Error::Schema)?;
            transcode(T::SCHEMA, &writer, r, self)
        })?;
        self.from_slice(&wire)
    }
}
