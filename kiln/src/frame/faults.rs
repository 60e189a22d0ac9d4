//! What is wrong with a frame, in words: for diagnosis, and never on the way of a reader.
//!
//! The steps themselves decide; what they decided is explained from the header.

use super::{
    steps::{
        Expected, step_f1_magic, step_f2_header_is_known, step_f3_type_is_the_expected_one,
        step_f4_frame_is_there, step_f5_checksum_matches, step_f6_schema_text_is_the_schema,
    },
    wire::{self, CHECKSUM_AT, Header, LITTLE_ENDIAN, RESERVED_AT, VERSION},
};
use crate::{Error, Limits, Schema};
use alloc::{format, string::String};

/// The step that fails, and why.
pub(crate) struct Fault {
    pub(crate) step: u8,
    pub(crate) error: Error,
    /// In bytes from the start of the frame.
    pub(crate) offset: usize,
    pub(crate) message: String,
}

/// A frame with nothing wrong up to F6.
pub(crate) struct Opened<'a> {
    pub(crate) body: &'a [u8],
    pub(crate) frame_bytes: usize,
    /// That of its text, where no type was expected.
    pub(crate) schema: Option<Schema>,
}

/// Goes through F1 to F6.
pub(crate) fn open<'a>(
    bytes: &'a [u8],
    expected: Expected<'_>,
    limits: Limits,
) -> Result<Opened<'a>, Fault> {
    let fault = |step: u8| {
        move |error: Error| {
            let (offset, message) = explain(step, error, bytes, expected, limits);
            Fault {
                step,
                error,
                offset,
                message,
            }
        }
    };
    let magic = step_f1_magic(bytes).map_err(fault(1))?;
    let known = step_f2_header_is_known(magic).map_err(fault(2))?;
    let typed = step_f3_type_is_the_expected_one(known, expected).map_err(fault(3))?;
    let mut frame_bytes = 0;
    let there = step_f4_frame_is_there(typed, limits, |length| {
        frame_bytes = usize::try_from(length).map_err(|_| Error::Eof)?;
        bytes.get(..frame_bytes).ok_or(Error::Eof)
    });
    let summed = step_f5_checksum_matches(there.map_err(fault(4))?).map_err(fault(5))?;
    let described = step_f6_schema_text_is_the_schema(summed).map_err(fault(6))?;
    Ok(Opened {
        body: described.body(),
        frame_bytes,
        schema: described.into_schema(),
    })
}

fn explain(
    step: u8,
    error: Error,
    bytes: &[u8],
    expected: Expected<'_>,
    limits: Limits,
) -> (usize, String) {
    let there = bytes.len();
    if step == 1 {
        let magic = bytes.get(..4).unwrap_or(bytes).escape_ascii();
        let message = match error {
            Error::Frame => format!("a frame begins with KILN, this begins with \"{magic}\""),
            _ => format!(
                "a frame has a header of {} bytes, {there} are there",
                Header::SIZE
            ),
        };
        return (0, message);
    }
    let Some(raw) = bytes.first_chunk() else {
        return (0, String::new());
    };
    if step == 2 {
        return second(raw);
    }
    let Ok(header) = Header::from_prefix(bytes) else {
        return (0, String::new());
    };
    let text_at = Header::SIZE.saturating_add(usize::try_from(header.body_bytes).unwrap_or(there));
    match (step, error) {
        (3, _) => {
            let want = match expected {
                Expected::Type(_, hash) => hash,
                Expected::Any => 0,
            };
            let is = header.type_hash;
            (
                8,
                format!("the type hash has to be {want:016x}, it is {is:016x}"),
            )
        }
        (4, Error::Limit) if header.schema_bytes > u64::from(limits.max_count) => (
            24,
            format!(
                "a schema text of {} bytes is above the cap of {}",
                header.schema_bytes, limits.max_count
            ),
        ),
        (4, Error::Limit) => (
            16,
            format!(
                "body_bytes {} and schema_bytes {} add up to more than 64 bits",
                header.body_bytes, header.schema_bytes
            ),
        ),
        (4, _) => {
            let end = 64 + u128::from(header.body_bytes) + u128::from(header.schema_bytes);
            (
                16,
                format!("the frame ends at its byte {end}, {there} are there"),
            )
        }
        (5, _) => {
            let frame = header
                .frame_bytes()
                .ok()
                .and_then(|n| usize::try_from(n).ok());
            let sum = wire::checksum(frame.and_then(|n| bytes.get(..n)).unwrap_or(bytes));
            let stated = header.checksum.unwrap_or(0);
            (
                CHECKSUM_AT.start,
                format!("the checksum is stated as {stated:08x}, that of the frame is {sum:08x}"),
            )
        }
        (_, Error::Utf8) => (text_at, "the schema text is no UTF-8".into()),
        _ if header.schema_bytes == 0 => (
            24,
            "the reader expects no type, and the frame brings no schema text".into(),
        ),
        _ => (
            text_at,
            format!(
                "the schema text is none, or not that of the type hash {:016x}",
                header.type_hash
            ),
        ),
    }
}

fn second(header: &[u8; Header::SIZE]) -> (usize, String) {
    let (version, flags) = (wire::u16_at(header, 4), wire::u16_at(header, 6));
    let schema_bytes = wire::u64_at(header, 24);
    let checksum = wire::u32_at(header, CHECKSUM_AT.start);
    if version != VERSION {
        return (
            4,
            format!("the version has to be {VERSION}, it is {version}"),
        );
    }
    if flags > 7 || flags & LITTLE_ENDIAN == 0 {
        return (
            6,
            format!("the flags have to be 1, 3, 5 or 7, they are {flags}"),
        );
    }
    if (flags & wire::SCHEMA_TEXT != 0) == (schema_bytes == 0) {
        return (
            24,
            format!("schema_bytes is {schema_bytes}, and the flags, {flags}, say otherwise"),
        );
    }
    if flags & wire::CHECKSUM == 0 && checksum != 0 {
        return (
            32,
            format!(
                "the checksum is {checksum:08x}, and the flags, {flags}, say that there is none"
            ),
        );
    }
    let reserved = header.get(RESERVED_AT..).unwrap_or_default();
    let at = reserved.iter().position(|&byte| byte != 0).unwrap_or(0);
    (
        RESERVED_AT + at,
        format!("reserved bytes are zero, this one is {}", reserved[at]),
    )
}
