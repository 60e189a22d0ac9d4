//! The eight steps in which a frame is checked (docs/format.md, section 5).
//!
//! Which error a bad frame gives is part of the format: two readers that look for faults in
//! different orders disagree on a frame with two of them. So the order is written down as the list
//! that it is. [`read`] makes the calls; each step has a function named after it, with its clause as
//! its documentation. A step takes what the step before returned, and nobody else can make that
//! value: to leave a step out, or to swap two, does not compile.
//!
//! A frame comes out of a slice or out of a stream. The two differ in how the bytes behind the
//! header are had, which is why F4 is handed a function that fetches them.

use super::wire::{
    self, CHECKSUM, CHECKSUM_AT, Header, LITTLE_ENDIAN, MAGIC, RESERVED_AT, SCHEMA_TEXT, VERSION,
};
use crate::{Error, Limits, Reader, Schema};
use alloc::string::ToString;

/// What the reader wants.
#[derive(Copy, Clone)]
pub(crate) enum Expected<'s> {
    /// A value of this schema, whose hash the header must have.
    Type(&'s Schema, u64),
    /// A value of whatever schema the frame brings with it as text.
    Any,
}

/// Whether bytes may follow the frame.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// The frame is the whole buffer.
    Alone,
    /// Frames are read one after another.
    Prefix,
}

/// All eight, over a buffer: the value that `value` makes of the body, and what follows the frame.
///
/// `value` is given the schema where none is expected; it reads from a [`Reader`] of the body alone.
pub(crate) fn read<'a, V>(
    bytes: &'a [u8],
    expected: Expected<'_>,
    limits: Limits,
    place: Place,
    value: impl FnOnce(Option<Schema>, &mut Reader<'a>) -> Result<V, Error>,
) -> Result<(V, &'a [u8]), Error> {
    let mut rest = &bytes[bytes.len()..];
    let magic = step_f1_magic(bytes)?;
    let known = step_f2_header_is_known(magic)?;
    let typed = step_f3_type_is_the_expected_one(known, expected)?;
    let there = step_f4_frame_is_there(typed, limits, |frame_bytes| {
        let fits = usize::try_from(frame_bytes).map_err(|_| Error::Eof)?;
        let (frame, beyond) = bytes.split_at_checked(fits).ok_or(Error::Eof)?;
        rest = beyond;
        Ok::<_, Error>(frame)
    })?;
    let summed = step_f5_checksum_matches(there)?;
    let described = step_f6_schema_text_is_the_schema(summed)?;
    let valued = step_f7_value(described, limits, value)?;
    step_f8_trailing(valued, rest, place)
}

/// Proof of F1.
pub(super) struct Magic {
    header: [u8; Header::SIZE],
}

/// Fewer than 4 bytes: EOF. Wrong magic: FRAME. Fewer than 64 bytes: EOF.
pub(super) fn step_f1_magic(bytes: &[u8]) -> Result<Magic, Error> {
    match bytes.first_chunk() {
        None => return Err(Error::Eof),
        Some(magic) if *magic != MAGIC => return Err(Error::Frame),
        Some(_) => {}
    }
    let header = *bytes.first_chunk().ok_or(Error::Eof)?;
    Ok(Magic { header })
}

/// Proof of F2: the fields mean what section 5 says.
pub(super) struct Known {
    header: Header,
}

impl Known {
    pub(super) fn header(&self) -> Header {
        self.header
    }
}

/// A version other than 2, an unknown flag, a clear little-endian bit, schema_bytes that is 0 with bit 1 set or not 0 with bit 1 clear, a checksum that is not 0 with bit 2 clear, a nonzero reserved byte: FRAME.
pub(super) fn step_f2_header_is_known(magic: Magic) -> Result<Known, Error> {
    let Magic { header } = magic;
    let version = wire::u16_at(&header, 4);
    let flags = wire::u16_at(&header, 6);
    let schema_bytes = wire::u64_at(&header, 24);
    let checksum = wire::u32_at(&header, CHECKSUM_AT.start);
    let has_schema = flags & SCHEMA_TEXT != 0;
    let has_checksum = flags & CHECKSUM != 0;
    if version != VERSION
        || flags & !(LITTLE_ENDIAN | SCHEMA_TEXT | CHECKSUM) != 0
        || flags & LITTLE_ENDIAN == 0
        || has_schema == (schema_bytes == 0)
        || (!has_checksum && checksum != 0)
        || header[RESERVED_AT..].iter().any(|byte| *byte != 0)
    {
        return Err(Error::Frame);
    }
    let header = Header {
        type_hash: wire::u64_at(&header, 8),
        body_bytes: wire::u64_at(&header, 16),
        schema_bytes,
        checksum: has_checksum.then_some(checksum),
    };
    Ok(Known { header })
}

/// Proof of F3.
pub(super) struct Typed<'s> {
    header: Header,
    expected: Expected<'s>,
}

/// The reader expects a type and its hash is another: SCHEMA.
pub(super) fn step_f3_type_is_the_expected_one(
    known: Known,
    expected: Expected<'_>,
) -> Result<Typed<'_>, Error> {
    let Known { header } = known;
    match expected {
        Expected::Type(_, hash) if hash != header.type_hash => Err(Error::Schema),
        _ => Ok(Typed { header, expected }),
    }
}

/// Proof of F4: the frame, all of it and nothing else.
pub(super) struct There<'a, 's> {
    header: Header,
    expected: Expected<'s>,
    frame: &'a [u8],
}

/// schema_bytes above the cap, or 64 + body_bytes + schema_bytes overflows: LIMIT. The frame does not lie inside the buffer: EOF.
///
/// `fetch` is given the length of the frame once it is known to be within the limits, and answers
/// with just so many bytes or with EOF.
pub(super) fn step_f4_frame_is_there<'a, 's, E: From<Error>>(
    typed: Typed<'s>,
    limits: Limits,
    fetch: impl FnOnce(u64) -> Result<&'a [u8], E>,
) -> Result<There<'a, 's>, E> {
    let Typed { header, expected } = typed;
    if header.schema_bytes > u64::from(limits.max_count) {
        return Err(Error::Limit.into());
    }
    let frame = fetch(header.frame_bytes()?)?;
    Ok(There {
        header,
        expected,
        frame,
    })
}

/// Proof of F5.
pub(super) struct Summed<'a, 's>(There<'a, 's>);

/// The checksum does not match: FRAME.
pub(super) fn step_f5_checksum_matches<'a, 's>(
    there: There<'a, 's>,
) -> Result<Summed<'a, 's>, Error> {
    match there.header.checksum {
        Some(sum) if sum != wire::checksum(there.frame) => Err(Error::Frame),
        _ => Ok(Summed(there)),
    }
}

/// Proof of F6.
pub(super) struct Described<'a> {
    body: &'a [u8],
    /// The schema of the text, where no type was expected.
    schema: Option<Schema>,
}

impl<'a> Described<'a> {
    pub(super) fn body(&self) -> &'a [u8] {
        self.body
    }

    pub(super) fn into_schema(self) -> Option<Schema> {
        self.schema
    }
}

/// Schema text present: not UTF-8 is UTF8; no schema, or a schema whose hash is not the header's, is SCHEMA. A reader that expects no type and finds no schema text: SCHEMA.
///
/// Where a type is expected, its own text is the only one that will do: two schemas may share a
/// hash, and the frame is to have one encoding.
pub(super) fn step_f6_schema_text_is_the_schema<'a>(
    summed: Summed<'a, '_>,
) -> Result<Described<'a>, Error> {
    let Summed(There {
        header,
        expected,
        frame,
    }) = summed;
    let rest = frame.get(Header::SIZE..).ok_or(Error::Eof)?;
    let body_bytes = usize::try_from(header.body_bytes).map_err(|_| Error::Eof)?;
    let (body, text) = rest.split_at_checked(body_bytes).ok_or(Error::Eof)?;
    let schema = match expected {
        Expected::Type(..) if text.is_empty() => None,
        Expected::Type(schema, _) => {
            let text = crate::plain::text_of(text).ok_or(Error::Utf8)?;
            if !schema.has_text() || schema.to_string() != text {
                return Err(Error::Schema);
            }
            None
        }
        Expected::Any if text.is_empty() => return Err(Error::Schema),
        Expected::Any => {
            let schema: Schema = crate::plain::text_of(text).ok_or(Error::Utf8)?.parse()?;
            if schema.type_hash() != header.type_hash {
                return Err(Error::Schema);
            }
            Some(schema)
        }
    };
    Ok(Described { body, schema })
}

/// Proof of F7.
pub(super) struct Valued<V>(V);

/// The value, read from exactly body_bytes bytes: its first error, TRAILING included.
pub(super) fn step_f7_value<'a, V>(
    described: Described<'a>,
    limits: Limits,
    value: impl FnOnce(Option<Schema>, &mut Reader<'a>) -> Result<V, Error>,
) -> Result<Valued<V>, Error> {
    let Described { body, schema } = described;
    let mut reader = Reader::with_limits(body, limits);
    match value(schema, &mut reader) {
        Ok(_) if reader.remaining() != 0 => Err(Error::Trailing),
        Ok(value) => Ok(Valued(value)),
        Err(error) => Err(error),
    }
}

/// The buffer continues past the frame: TRAILING (not when frames are read one after another).
pub(super) fn step_f8_trailing<V>(
    valued: Valued<V>,
    rest: &[u8],
    place: Place,
) -> Result<(V, &[u8]), Error> {
    let Valued(value) = valued;
    match place {
        Place::Alone if !rest.is_empty() => Err(Error::Trailing),
        _ => Ok((value, rest)),
    }
}
