//! Which schemas are keys, and the order of their wire images (format section 1, "Key order").
//!
//! Order is told from the bytes of two keys as they stand on the wire, not from `Ord` in memory: a
//! newtype with an `Ord` of its own, or a key that is converted on its way, cannot disturb it. For
//! types whose `Ord` is known to agree see [`NaturalKey`](crate::natural::NaturalKey).

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

    /// What a key compares by, from its wire image.
    #[inline]
    pub(crate) fn view(self, key: &[u8]) -> View<'_> {
        match self {
            Self::Text => View::Bytes(key.get(4..).unwrap_or_default()),
            Self::Bytes => View::Bytes(key),
            Self::Unsigned if key.len() > 8 => View::Wide(number(key)),
            Self::Unsigned => View::Number(low_half(number(key))),
            Self::Signed if key.len() > 8 => View::signed_wide(signed(key)),
            Self::Signed => View::signed(low_half(signed(key).cast_unsigned()).cast_signed()),
        }
    }
}

/// What a key compares by. The views of all keys of one schema are of one kind, unless somebody's
/// implementation writes other bytes than its schema says.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum View<'k> {
    /// Numbers up to 64 bits, the lowest signed one being 0.
    Number(u64),
    /// Numbers of 128 bits, the lowest signed one being 0.
    Wide(u128),
    /// Text without its count, and bytes.
    Bytes(&'k [u8]),
}

impl View<'_> {
    #[inline]
    pub(crate) fn signed(n: i64) -> Self {
        Self::Number(n.cast_unsigned() ^ (1 << 63))
    }

    #[inline]
    pub(crate) fn signed_wide(n: i128) -> Self {
        Self::Wide(n.cast_unsigned() ^ (1 << 127))
    }

    /// Eight bytes of the key, the first one counting most: those from `skip` on. Absent ones count
    /// as zero. Of keys that agree in what is skipped, the one of the lower rank comes first; equal
    /// ranks say nothing.
    #[inline]
    pub(crate) fn rank(&self, skip: usize) -> u64 {
        match self {
            Self::Number(n) => {
                if skip == 0 {
                    *n
                } else {
                    0
                }
            }
            Self::Wide(n) => match skip {
                0 => high_half(*n),
                1..16 => high_half(n << (8 * skip)),
                _ => 0,
            },
            Self::Bytes(bytes) => prefix(bytes.get(skip..).unwrap_or_default()),
        }
    }

    /// How many bytes both begin with.
    pub(crate) fn common(&self, other: &Self) -> usize {
        match (self, other) {
            (Self::Wide(a), Self::Wide(b)) => (a ^ b).leading_zeros() as usize / 8,
            (Self::Bytes(a), Self::Bytes(b)) => {
                let equal = |(a, b): &(&u8, &u8)| a == b;
                a.iter().zip(*b).take_while(equal).count()
            }
            // One rank is all that there is of a number.
            _ => 0,
        }
    }

    /// Whether both begin with the same `n` bytes, if that is what [`common`](Self::common) counts.
    #[inline]
    pub(crate) fn agrees(&self, other: &Self, n: usize) -> bool {
        match (self, other) {
            (Self::Bytes(a), Self::Bytes(b)) => a.get(..n) == b.get(..n) && a.len() >= n,
            _ => self.common(other) >= n,
        }
    }

    /// The order of the wire: by rank where that is enough, which spares most of the calls that compare
    /// text.
    #[inline]
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.cmp(b),
            (Self::Wide(a), Self::Wide(b)) => a.cmp(b),
            (Self::Bytes(a), Self::Bytes(b)) => match self.rank(0).cmp(&other.rank(0)) {
                Ordering::Equal => a.cmp(b),
                unequal => unequal,
            },
            // Some order of what is not of one kind.
            (Self::Number(_), _) | (_, Self::Bytes(_)) => Ordering::Less,
            (_, Self::Number(_)) | (Self::Bytes(_), _) => Ordering::Greater,
        }
    }
}

/// The upper 64 of 128 bits.
fn high_half(n: u128) -> u64 {
    (n >> 64) as u64
}

/// The lower 64 of 128 bits.
#[expect(clippy::cast_possible_truncation, reason = "it is what is wanted")]
fn low_half(n: u128) -> u64 {
    n as u64
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

/// The first eight bytes, the first one counting most; absent ones count as zero.
#[inline]
fn prefix(bytes: &[u8]) -> u64 {
    if let Some(first) = bytes.first_chunk() {
        return u64::from_be_bytes(*first);
    }
    // Two moves that may overlap. Where they do, the bits of both are the same.
    let end = 64 - 8 * bytes.len();
    if let (Some(a), Some(b)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (a, b) = (u32::from_be_bytes(*a), u32::from_be_bytes(*b));
        u64::from(a) << 32 | u64::from(b) << end
    } else if let (Some(a), Some(b)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (a, b) = (u16::from_be_bytes(*a), u16::from_be_bytes(*b));
        u64::from(a) << 48 | u64::from(b) << end
    } else {
        bytes.first().map_or(0, |only| u64::from(*only) << 56)
    }
}
