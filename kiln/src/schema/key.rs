//! Which schemas are keys, and the order of their wire images (format section 1, "Key order").
//!
//! Order is told from the bytes of two keys as they stand on the wire, not from `Ord` in memory: a
//! newtype with an `Ord` of its own, or a key that is converted on its way, cannot disturb it.

use super::Schema;
use core::cmp::Ordering;

/// How the wire images of two keys compare.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum KeyOrder {
    /// Little-endian, by value: `bool`, `char`, unsigned integers.
    Unsigned,
    /// Little-endian two's complement, by value.
    Signed,
    /// A count, then text that compares bytewise.
    Text,
    /// Bytes that compare bytewise.
    Bytes,
}

impl Schema {
    /// The order of this schema's keys; `None` if it is no key.
    pub(crate) const fn key_order(&self) -> Option<KeyOrder> {
        match self {
            Self::Bool | Self::Char | Self::U8 | Self::U16 | Self::U32 | Self::U64 | Self::U128 => {
                Some(KeyOrder::Unsigned)
            }
            Self::I8 | Self::I16 | Self::I32 | Self::I64 | Self::I128 => Some(KeyOrder::Signed),
            Self::String => Some(KeyOrder::Text),
            Self::Array(element, _) if matches!(element.get(), Self::U8) => Some(KeyOrder::Bytes),
            _ => None,
        }
    }
}

impl KeyOrder {
    /// Compares the wire images of two keys of one schema.
    #[inline]
    pub(crate) fn compare(self, a: &[u8], b: &[u8]) -> Ordering {
        match self {
            Self::Unsigned => number(a).cmp(&number(b)),
            Self::Signed => signed(a).cmp(&signed(b)),
            Self::Text => a.get(4..).cmp(&b.get(4..)),
            Self::Bytes => a.cmp(b),
        }
    }

    /// A number that orders keys as far as eight bytes can tell: where two ranks differ, the keys
    /// compare alike. Sorting by it first spares most of the comparisons of text.
    pub(crate) fn rank(self, key: &[u8]) -> u64 {
        match self {
            Self::Unsigned => high_half(number(key)),
            Self::Signed => high_half(signed(key).cast_unsigned() ^ (1 << 127)),
            Self::Text => prefix(key.get(4..).unwrap_or_default()),
            Self::Bytes => prefix(key),
        }
    }
}

/// The upper 64 of 128 bits.
fn high_half(n: u128) -> u64 {
    (n >> 64) as u64
}

/// The first eight bytes, the first one counting most; absent ones count as zero.
fn prefix(bytes: &[u8]) -> u64 {
    let mut first = [0; 8];
    let n = bytes.len().min(8);
    first[..n].copy_from_slice(&bytes[..n]);
    u64::from_be_bytes(first)
}

#[inline]
fn number(key: &[u8]) -> u128 {
    match *key {
        [a] => a.into(),
        [a, b] => u16::from_le_bytes([a, b]).into(),
        _ => match (
            key.first_chunk::<4>(),
            key.first_chunk::<8>(),
            key.first_chunk::<16>(),
        ) {
            (_, _, Some(k)) => u128::from_le_bytes(*k),
            (_, Some(k), _) => u64::from_le_bytes(*k).into(),
            (Some(k), ..) => u32::from_le_bytes(*k).into(),
            _ => 0,
        },
    }
}

#[inline]
fn signed(key: &[u8]) -> i128 {
    let unused = 128 - 8 * u32::try_from(key.len().min(16)).unwrap_or(16);
    match unused {
        128 => 0,
        _ => number(key).cast_signed() << unused >> unused,
    }
}
