//! Floats in JSON: a number where JSON has one, else the bits.

use crate::Error;
use alloc::{format, string::String};
use serde_json::{Number, Value as Json};

/// `bits:0x` and all digits of a float of `bytes` bytes.
fn bits_text(bits: u64, bytes: usize) -> String {
    format!("bits:0x{bits:0width$x}", width = 2 * bytes)
}

/// A float, given as the number that it is and as its bits.
pub(super) fn to_json(number: f64, bits: u64, bytes: usize) -> Json {
    match Number::from_f64(number) {
        Some(number) => Json::Number(number),
        None => Json::String(bits_text(bits, bytes)),
    }
}

/// The bits of a float of `bytes` bytes; `round` gives those of a number, if it is in range.
pub(super) fn from_json(
    json: &Json,
    bytes: usize,
    round: impl FnOnce(f64) -> Option<u64>,
) -> Result<u64, Error> {
    let bits = match json {
        Json::Number(number) => number.as_f64().and_then(round),
        Json::String(text) => text
            .strip_prefix("bits:0x")
            .filter(|digits| digits.len() == 2 * bytes)
            .filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
            .and_then(|digits| u64::from_str_radix(digits, 16).ok()),
        _ => None,
    };
    bits.ok_or(Error::Type)
}

pub(super) fn to_f64_bits(x: f64) -> Option<u64> {
    Some(x.to_bits())
}

pub(super) fn to_f32_bits(x: f64) -> Option<u64> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounding is what is wanted"
    )]
    let rounded = x as f32;
    rounded.is_finite().then(|| rounded.to_bits().into())
}

pub(super) fn to_f16_bits(x: f64) -> Option<u64> {
    narrow(x, 5, 10)
}

pub(super) fn to_bf16_bits(x: f64) -> Option<u64> {
    narrow(x, 8, 7)
}

/// The bits of a finite number in a float format of 16 bits, rounded to nearest, ties to even;
/// `None` if that is infinite.
fn narrow(x: f64, exponent_bits: u32, mantissa_bits: u32) -> Option<u64> {
    let sign = x.to_bits() >> 63 << 15;
    let field = i64::try_from(x.to_bits() >> 52 & 0x7ff).unwrap_or(0);
    if field == 0 {
        // Zero, or far below the smallest number of either format.
        return Some(sign);
    }
    // |x| = significand · 2^(exponent − 52)
    let significand = x.to_bits() & ((1 << 52) - 1) | 1 << 52;
    let exponent = field - 1023;
    let smallest = 2 - (1_i64 << (exponent_bits - 1));
    // In units of the last place: 2^(scale − mantissa_bits).
    let scale = exponent.max(smallest);
    let shift = u32::try_from(scale - exponent).ok()? + 52 - mantissa_bits;
    let units = if shift > 63 {
        0
    } else {
        let (whole, rest, half) = (
            significand >> shift,
            significand & ((1 << shift) - 1),
            1 << (shift - 1),
        );
        whole + u64::from(rest > half || (rest == half && whole % 2 == 1))
    };
    let above = u64::try_from(scale - smallest).ok()?;
    // A carry out of the mantissa goes where it belongs, into the exponent.
    let bits = (above << mantissa_bits).checked_add(units)?;
    let infinity = ((1 << exponent_bits) - 1) << mantissa_bits;
    (bits < infinity).then_some(sign | bits)
}
