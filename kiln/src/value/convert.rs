//! Between values and the Rust types that they plainly are.

use super::Value;
use alloc::{borrow::Cow, boxed::Box, string::String, vec::Vec};

macro_rules! from {
    ($($type:ty => $variant:ident),* $(,)?) => {$(
        impl From<$type> for Value<'_> {
            fn from(value: $type) -> Self {
                Self::$variant(value)
            }
        }
    )*};
}

from!(
    bool => Bool, char => Char, f32 => F32, f64 => F64,
    u8 => U8, u16 => U16, u32 => U32, u64 => U64, u128 => U128,
    i8 => I8, i16 => I16, i32 => I32, i64 => I64, i128 => I128,
);

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Str(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Str(Cow::Owned(text))
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Bytes(Cow::Borrowed(bytes))
    }
}

impl From<Vec<u8>> for Value<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(Cow::Owned(bytes))
    }
}

impl<'a> Value<'a> {
    /// An option that holds something.
    #[must_use]
    pub fn some(value: impl Into<Self>) -> Self {
        Self::Option(Some(Box::new(value.into())))
    }

    /// An option that holds nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::Option(None)
    }

    /// A variant that carries nothing, by its position in the schema.
    #[must_use]
    pub fn unit(variant: u16) -> Self {
        Self::Enum(variant, None)
    }

    /// A variant that carries something, by its position in the schema.
    #[must_use]
    pub fn variant(variant: u16, carried: impl Into<Self>) -> Self {
        Self::Enum(variant, Some(Box::new(carried.into())))
    }

    /// Text, if it is text.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Str(text) => Some(text),
            _ => None,
        }
    }

    /// Bytes, if it is a `list<u8>` or an `array<u8,N>`.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The bytes of a tensor block, if it is one.
    #[must_use]
    pub fn as_tensors(&self) -> Option<&[u8]> {
        match self {
            Self::Tensors(block) => Some(block),
            _ => None,
        }
    }

    /// Any integer but a `u128` above the range of `i128`.
    #[must_use]
    pub fn as_int(&self) -> Option<i128> {
        Some(match *self {
            Self::U8(n) => n.into(),
            Self::U16(n) => n.into(),
            Self::U32(n) => n.into(),
            Self::U64(n) => n.into(),
            Self::U128(n) => return i128::try_from(n).ok(),
            Self::I8(n) => n.into(),
            Self::I16(n) => n.into(),
            Self::I32(n) => n.into(),
            Self::I64(n) => n.into(),
            Self::I128(n) => n,
            _ => return None,
        })
    }

    /// Any float, exactly but for the payload of a NaN.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        Some(match *self {
            Self::F16(bits) => f16_to_f32(bits).into(),
            Self::Bf16(bits) => bf16_to_f32(bits).into(),
            Self::F32(x) => x.into(),
            Self::F64(x) => x,
            _ => return None,
        })
    }

    /// The elements of a list, set or array, the items of a tuple, the fields of a struct.
    #[must_use]
    pub fn items(&self) -> Option<&[Self]> {
        match self {
            Self::List(items)
            | Self::Set(items)
            | Self::Array(items)
            | Self::Tuple(items)
            | Self::Struct(items) => Some(items),
            _ => None,
        }
    }
}

/// The value of an `f16`.
pub(super) fn f16_to_f32(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let mantissa = f32::from(bits & 0x3ff);
    // 2^-24 and 2^-10: every product below is exact.
    sign * match bits >> 10 & 0x1f {
        0 => mantissa * f32::from_bits(0x3380_0000),
        0x1f if mantissa == 0.0 => f32::INFINITY,
        0x1f => f32::NAN,
        exponent => {
            let power = f32::from_bits((u32::from(exponent) + 112) << 23);
            power * (1.0 + mantissa * f32::from_bits(0x3a80_0000))
        }
    }
}

/// The value of a `bf16`: the upper half of an `f32`.
pub(super) fn bf16_to_f32(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}
