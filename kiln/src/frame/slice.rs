//! Frames in memory: `to_vec`, `from_slice` and their kin, with the default limits and with others.

use super::{
    steps::{self, Expected, Place},
    wire::{self, CHECKSUM_AT, Header},
};
use crate::{Decode, Encode, Error, Limits, Schema, Writer, drift};
use alloc::{string::ToString, vec::Vec};

/// What a frame carries besides the value. A frame has one encoding for each choice.
///
/// ```
/// use kiln::frame::Options;
/// let full = Options { schema: true, ..Options::default() }.to_vec(&1u8)?;
/// assert!(full.ends_with(b"u8"));
/// # Ok::<(), kiln::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Whether the schema text follows the value, for readers that do not know the type or know
    /// another version of it. Off by default.
    pub schema: bool,
    /// Whether the header holds a CRC-32 of the frame. On by default.
    pub checksum: bool,
}

impl Options {
    /// A checksum and no schema text.
    pub const DEFAULT: Self = Self {
        schema: false,
        checksum: true,
    };

    /// [`to_vec`] with these options.
    ///
    /// # Errors
    /// Those of [`to_vec`].
    pub fn to_vec<T: Encode + ?Sized>(self, value: &T) -> Result<Vec<u8>, Error> {
        Limits::DEFAULT.frame_to_vec(value, self)
    }

    /// [`encode_into`] with these options.
    ///
    /// # Errors
    /// Those of [`to_vec`].
    pub fn encode_into<T: Encode + ?Sized>(
        self,
        value: &T,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        Limits::DEFAULT.frame_encode_into(value, self, out)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A frame with this value. Default limits and options.
///
/// ```
/// use kiln::frame;
/// let bytes = frame::to_vec("hello")?;
/// assert_eq!(frame::from_slice::<&str>(&bytes)?, "hello");
/// // Another type is told from the header alone.
/// assert_eq!(frame::from_slice::<u32>(&bytes[..64]), Err(kiln::Error::Schema));
/// # Ok::<(), kiln::Error>(())
/// ```
///
/// # Errors
/// Those of [`kiln::to_vec`](crate::to_vec). With a schema text also [`Error::Schema`] for a type
/// nested deeper than 64 levels, which has no text, and [`Error::Limit`] for a text above the cap.
pub fn to_vec<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>, Error> {
    Options::DEFAULT.to_vec(value)
}

/// Appends a frame with this value to a buffer, which is as it was when this is an error. Default
/// limits and options.
///
/// # Errors
/// Those of [`to_vec`].
pub fn encode_into<T: Encode + ?Sized>(value: &T, out: &mut Vec<u8>) -> Result<(), Error> {
    Options::DEFAULT.encode_into(value, out)
}

/// The value of the frame that these bytes are, all of them. Default limits.
///
/// The frame must be of just this type. For frames that another version of it wrote there are
/// [`upgrade`](super::upgrade) and [`resolve`](super::resolve).
///
/// # Errors
/// The first fault in the order F1 to F8 of format section 5.
pub fn from_slice<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Result<T, Error> {
    Limits::DEFAULT.frame_from_slice(bytes)
}

/// The value of the frame that these bytes begin with, and the bytes behind it. Default limits.
///
/// ```
/// use kiln::frame;
/// let mut log = frame::to_vec(&1u8)?;
/// frame::encode_into(&2u8, &mut log)?;
/// let (first, rest) = frame::from_prefix::<u8>(&log)?;
/// let (second, rest) = frame::from_prefix::<u8>(rest)?;
/// assert_eq!((first, second, rest), (1, 2, &[][..]));
/// # Ok::<(), kiln::Error>(())
/// ```
///
/// # Errors
/// The first fault in the order F1 to F7 of format section 5.
pub fn from_prefix<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Result<(T, &'de [u8]), Error> {
    Limits::DEFAULT.frame_from_prefix(bytes)
}

impl Limits {
    /// [`frame::to_vec`](to_vec) with these limits.
    ///
    /// # Errors
    /// Those of [`frame::to_vec`](to_vec).
    pub fn frame_to_vec<T: Encode + ?Sized>(
        self,
        value: &T,
        options: Options,
    ) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        self.frame_encode_into(value, options, &mut out)?;
        Ok(out)
    }

    /// [`frame::encode_into`](encode_into) with these limits.
    ///
    /// # Errors
    /// Those of [`frame::to_vec`](to_vec).
    pub fn frame_encode_into<T: Encode + ?Sized>(
        self,
        value: &T,
        options: Options,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        self.frame_of(T::SCHEMA, T::TYPE_HASH, options, out, |writer| {
            drift::encode(value, writer)
        })
    }

    /// Appends a frame whose value is what `body` writes.
    pub(crate) fn frame_of(
        self,
        schema: &Schema,
        type_hash: u64,
        options: Options,
        out: &mut Vec<u8>,
        body: impl FnOnce(&mut Writer<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let start = out.len();
        // The value is written where it will stay; the header, which tells its length, is filled in
        // behind it.
        let mut writer = Writer::new(out, self);
        writer.put_array([0; Header::SIZE]);
        let body_start = writer.position();
        body(&mut writer)?;
        writer.whole()?;
        let body_bytes = writer.position() - body_start;
        let schema_bytes = match options.schema {
            true => put_text(schema, &mut writer, self)?,
            false => 0,
        };
        writer.finish()?;

        let header = Header {
            type_hash,
            body_bytes: body_bytes as u64,
            schema_bytes: schema_bytes as u64,
            checksum: options.checksum.then_some(0),
        };
        let frame = &mut out[start..];
        frame[..Header::SIZE].copy_from_slice(&header.unsummed());
        if options.checksum {
            let sum = wire::checksum(frame);
            frame[CHECKSUM_AT].copy_from_slice(&sum.to_le_bytes());
        }
        Ok(())
    }

    /// [`frame::from_slice`](from_slice) with these limits.
    ///
    /// # Errors
    /// Those of [`frame::from_slice`](from_slice).
    pub fn frame_from_slice<'de, T: Decode<'de>>(self, bytes: &'de [u8]) -> Result<T, Error> {
        let expected = Expected::Type(T::SCHEMA, T::TYPE_HASH);
        match steps::read(bytes, expected, self, Place::Alone, |_, r| T::decode(r)) {
            Ok((value, _)) => Ok(value),
            Err(error) => Err(error),
        }
    }

    /// [`frame::from_prefix`](from_prefix) with these limits.
    ///
    /// # Errors
    /// Those of [`frame::from_prefix`](from_prefix).
    pub fn frame_from_prefix<'de, T: Decode<'de>>(
        self,
        bytes: &'de [u8],
    ) -> Result<(T, &'de [u8]), Error> {
        let expected = Expected::Type(T::SCHEMA, T::TYPE_HASH);
        steps::read(bytes, expected, self, Place::Prefix, |_, r| T::decode(r))
    }
}

/// Writes the schema text and tells its length.
fn put_text(schema: &Schema, writer: &mut Writer<'_>, limits: Limits) -> Result<usize, Error> {
    if !schema.has_text() {
        return Err(Error::Schema);
    }
    let text = schema.to_string();
    if text.len() as u64 > u64::from(limits.max_count) {
        return Err(Error::Limit);
    }
    writer.put(text.as_bytes());
    Ok(text.len())
}
