//! Writing a number as one of a wider kind.

use crate::{Schema, Value};
use alloc::vec::Vec;

/// Writes a leaf of the writer's as one of the reader's kind: the same, or a wider number.
pub(super) fn put(value: &Value<'_>, to: &Schema, out: &mut Vec<u8>) {
    match value {
        Value::Bool(v) => out.push(u8::from(*v)),
        Value::Char(v) => out.extend(u32::from(*v).to_le_bytes()),
        Value::U8(v) => integer((*v).into(), to, out),
        Value::U16(v) => integer((*v).into(), to, out),
        Value::U32(v) => integer((*v).into(), to, out),
        Value::U64(v) => integer((*v).into(), to, out),
        Value::I8(v) => integer((*v).into(), to, out),
        Value::I16(v) => integer((*v).into(), to, out),
        Value::I32(v) => integer((*v).into(), to, out),
        Value::I64(v) => integer((*v).into(), to, out),
        // Nothing is wider.
        Value::U128(v) => out.extend(v.to_le_bytes()),
        Value::I128(v) => out.extend(v.to_le_bytes()),
        Value::F64(v) => out.extend(v.to_le_bytes()),
        Value::F16(v) => match to {
            Schema::F16 => out.extend(v.to_le_bytes()),
            _ => single(single_of_half(*v), to, out),
        },
        Value::Bf16(v) => match to {
            Schema::Bf16 => out.extend(v.to_le_bytes()),
            _ => single(u32::from(*v) << 16, to, out),
        },
        Value::F32(v) => single(v.to_bits(), to, out),
        Value::Str(text) => counted(text.as_bytes(), out),
        Value::Tensors(block) => out.extend_from_slice(block),
        // Everything else has parts, and is no leaf.
        _ => {}
    }
}

/// A count, then bytes. They have been read with a count, so it fits.
fn counted(bytes: &[u8], out: &mut Vec<u8>) {
    let count = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    out.extend(count.to_le_bytes());
    out.extend_from_slice(bytes);
}

fn integer(v: i128, to: &Schema, out: &mut Vec<u8>) {
    // In two's complement, a narrower integer of the same value is the low bytes of a wider one.
    let bytes = v.to_le_bytes();
    let width = match to {
        Schema::U8 | Schema::I8 => 1,
        Schema::U16 | Schema::I16 => 2,
        Schema::U32 | Schema::I32 => 4,
        Schema::U64 | Schema::I64 => 8,
        // Of at most 16 and 32 bits, which these hold exactly.
        Schema::F32 => return out.extend((v as f32).to_le_bytes()),
        Schema::F64 => return out.extend((v as f64).to_le_bytes()),
        _ => 16,
    };
    out.extend_from_slice(&bytes[..width]);
}

/// An `f32`, by its bits.
fn single(bits: u32, to: &Schema, out: &mut Vec<u8>) {
    match to {
        Schema::F64 => out.extend(double_of_single(bits).to_le_bytes()),
        _ => out.extend(bits.to_le_bytes()),
    }
}

/// The `f64` of the same value. By bits where it is no number: a conversion by the processor would
/// make a signalling NaN a quiet one.
fn double_of_single(bits: u32) -> u64 {
    let v = f32::from_bits(bits);
    if !v.is_nan() {
        return f64::from(v).to_bits();
    }
    let sign = u64::from(bits >> 31) << 63;
    let payload = u64::from(bits & 0x007f_ffff) << 29;
    sign | 0x7ff0_0000_0000_0000 | payload
}

/// The `f32` of the same value as a half: every bit of it is kept.
fn single_of_half(bits: u16) -> u32 {
    let bits = u32::from(bits);
    let sign = (bits >> 15) << 31;
    let (exponent, fraction) = ((bits >> 10) & 0x1f, bits & 0x3ff);
    let magnitude = match (exponent, fraction) {
        (0, 0) => 0,
        // Below the normal ones: the leading bit becomes the implied one.
        (0, _) => {
            let shift = fraction.leading_zeros() - 21;
            ((113 - shift) << 23) | (((fraction << shift) & 0x3ff) << 13)
        }
        (0x1f, _) => 0x7f80_0000 | (fraction << 13),
        _ => ((exponent + 112) << 23) | (fraction << 13),
    };
    sign | magnitude
}
