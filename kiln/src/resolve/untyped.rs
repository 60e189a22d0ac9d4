//! Frames without their Rust types: a frame with a schema text says itself what it holds.

use crate::{
    Error, Limits, Schema, Value,
    frame::{Expected, Place, read},
};

/// The schema of a frame with a schema text, and its value by that schema. Default limits.
///
/// ```
/// use kiln::frame::{self, Options};
/// let text = Options { schema: true, ..Options::default() };
/// let bytes = text.to_vec(&vec![(1u8, "one")])?;
/// let (schema, value) = frame::value_from_slice(&bytes)?;
/// assert_eq!(schema.to_string(), "list<tuple(u8,string,)>");
/// assert_eq!(value.to_string(), r#"[(1, "one")]"#);
/// # Ok::<(), kiln::Error>(())
/// ```
///
/// # Errors
/// The first fault in the order F1 to F8 of format section 5, for a reader that expects no type:
/// without a text, [`Error::Schema`].
pub fn value_from_slice(bytes: &[u8]) -> Result<(Schema, Value<'_>), Error> {
    Limits::DEFAULT.frame_value_from_slice(bytes)
}

impl Limits {
    /// [`frame::value_from_slice`](value_from_slice) with these limits.
    ///
    /// # Errors
    /// Those of [`frame::value_from_slice`](value_from_slice).
    pub fn frame_value_from_slice(self, bytes: &[u8]) -> Result<(Schema, Value<'_>), Error> {
        let (read, _) = read(bytes, Expected::Any, self, Place::Alone, |schema, r| {
            let schema = schema.ok_or(Error::Schema)?;
            let (value, rest) = self.decode_value_prefix(&schema, r.unread())?;
            r.take(r.remaining() - rest.len())?;
            Ok((schema, value))
        })?;
        Ok(read)
    }
}
