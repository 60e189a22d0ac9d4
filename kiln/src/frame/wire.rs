//! Where the fields of a frame's header lie (docs/format.md, section 5).

use super::steps::{step_f1_magic, step_f2_header_is_known};
use crate::Error;

pub(super) const MAGIC: [u8; 4] = *b"KILN";
pub(super) const VERSION: u16 = 2;
pub(super) const LITTLE_ENDIAN: u16 = 1;
pub(super) const SCHEMA_TEXT: u16 = 1 << 1;
pub(super) const CHECKSUM: u16 = 1 << 2;
/// Where the checksum lies, which covers everything but itself.
pub(super) const CHECKSUM_AT: core::ops::Range<usize> = 32..36;
pub(super) const RESERVED_AT: usize = 36;

/// The 64 bytes in front of a value: what type it is of, and how much follows.
///
/// A header is enough to tell a frame of another type, and to find the next frame.
///
/// ```
/// use kiln::{Describe, frame::{self, Header}};
/// let bytes = frame::to_vec(&7u32)?;
/// let header = Header::from_prefix(&bytes)?;
/// assert_eq!(header.type_hash(), u32::TYPE_HASH);
/// assert_eq!((header.body_bytes(), header.schema_bytes()), (4, 0));
/// assert_eq!(header.frame_bytes()?, 68);
/// # Ok::<(), kiln::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Header {
    pub(super) type_hash: u64,
    pub(super) body_bytes: u64,
    pub(super) schema_bytes: u64,
    pub(super) checksum: Option<u32>,
}

impl Header {
    /// The bytes that a header takes.
    pub const SIZE: usize = 64;

    /// The header that these bytes begin with: steps F1 and F2. Nothing behind it is looked at, so
    /// no limit applies.
    ///
    /// # Errors
    /// [`Error::Eof`] if it is not all there, [`Error::Frame`] if it is no header of version 2.
    pub fn from_prefix(bytes: &[u8]) -> Result<Self, Error> {
        let magic = step_f1_magic(bytes)?;
        Ok(step_f2_header_is_known(magic)?.header())
    }

    /// The type hash of the value.
    #[must_use]
    pub const fn type_hash(&self) -> u64 {
        self.type_hash
    }

    /// How many bytes the value takes.
    #[must_use]
    pub const fn body_bytes(&self) -> u64 {
        self.body_bytes
    }

    /// How many bytes the schema text takes; 0 where there is none.
    #[must_use]
    pub const fn schema_bytes(&self) -> u64 {
        self.schema_bytes
    }

    /// The CRC-32 of the frame, if it carries one.
    #[must_use]
    pub const fn checksum(&self) -> Option<u32> {
        self.checksum
    }

    /// How many bytes the whole frame takes, header included.
    ///
    /// # Errors
    /// [`Error::Limit`] if that does not fit 64 bits.
    pub const fn frame_bytes(&self) -> Result<u64, Error> {
        let Some(body) = self.body_bytes.checked_add(Self::SIZE as u64) else {
            return Err(Error::Limit);
        };
        match body.checked_add(self.schema_bytes) {
            Some(bytes) => Ok(bytes),
            None => Err(Error::Limit),
        }
    }

    /// The 64 bytes, with the checksum field as it is before there is a checksum: zero.
    pub(super) fn unsummed(&self) -> [u8; Self::SIZE] {
        let mut flags = LITTLE_ENDIAN;
        if self.schema_bytes != 0 {
            flags |= SCHEMA_TEXT;
        }
        if self.checksum.is_some() {
            flags |= CHECKSUM;
        }
        let mut bytes = [0; Self::SIZE];
        bytes[0..4].copy_from_slice(&MAGIC);
        bytes[4..6].copy_from_slice(&VERSION.to_le_bytes());
        bytes[6..8].copy_from_slice(&flags.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.type_hash.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.body_bytes.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.schema_bytes.to_le_bytes());
        bytes
    }
}

/// The checksum of a frame: over the header with the checksum field zero, the body, and the text.
pub(super) fn checksum(frame: &[u8]) -> u32 {
    let mut crc = crc32fast::Hasher::new();
    let (before, rest) = frame.split_at(CHECKSUM_AT.start.min(frame.len()));
    crc.update(before);
    crc.update(&[0; CHECKSUM_AT.end - CHECKSUM_AT.start]);
    crc.update(rest.get(CHECKSUM_AT.len()..).unwrap_or_default());
    crc.finalize()
}

pub(super) fn u16_at(header: &[u8; Header::SIZE], at: usize) -> u16 {
    u16::from_le_bytes(field(header, at))
}

pub(super) fn u32_at(header: &[u8; Header::SIZE], at: usize) -> u32 {
    u32::from_le_bytes(field(header, at))
}

pub(super) fn u64_at(header: &[u8; Header::SIZE], at: usize) -> u64 {
    u64::from_le_bytes(field(header, at))
}

fn field<const N: usize>(header: &[u8; Header::SIZE], at: usize) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(&header[at..at + N]);
    bytes
}
