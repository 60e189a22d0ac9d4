//! The seven errors of the format (docs/format.md, section 0).
//!
//! A reader returns the first fault in a published order and nothing else, so an error is one
//! byte: no heap, no payload, free to make on the hot path. Where and why it happened is asked
//! for afterwards, on demand.

/// Why bytes are no value, or why a value cannot be written (format, section 0).
///
/// The set is closed: version 2 of the format has exactly these.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Error {
    /// Not an object of this format and version: magic, version, flags, reserved bytes, checksum.
    #[error("FRAME: not a Kiln 2 object, or its checksum does not match")]
    Frame,
    /// A count above the configured cap, a depth above the limit, the allocation budget used up,
    /// or 64-bit overflow.
    #[error("LIMIT: a count, a depth or a claim of memory is above the configured limit")]
    Limit,
    /// The bytes that were claimed are not there.
    #[error("EOF: the bytes that were claimed are not there")]
    Eof,
    /// The bytes are there and are no value of the type.
    #[error("TYPE: the bytes are no value of the type")]
    Type,
    /// Text that is not UTF-8.
    #[error("UTF8: text that is not UTF-8")]
    Utf8,
    /// Bytes left over after a complete object.
    #[error("TRAILING: bytes are left over after a complete object")]
    Trailing,
    /// The type hash is not the one expected, or a schema text is no schema.
    #[error("SCHEMA: the type is another one, or the schema text is no schema")]
    Schema,
}

impl Error {
    /// The name that the format gives this error: `"FRAME"` to `"SCHEMA"`, stable for ever.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Frame => "FRAME",
            Self::Limit => "LIMIT",
            Self::Eof => "EOF",
            Self::Type => "TYPE",
            Self::Utf8 => "UTF8",
            Self::Trailing => "TRAILING",
            Self::Schema => "SCHEMA",
        }
    }
}
