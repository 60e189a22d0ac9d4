//! The floats that Rust has no type for, as `f32`: each of their values is one exactly.
//!
//! All but e8m0 are a sign, an exponent and a mantissa. With exponent field e and mantissa m of w
//! bits, the value is 2^(e − bias) · (1 + m / 2^w), and for e = 0 it is 2^(1 − bias) · m / 2^w.
//! They differ in their widths and biases, and in which codes are no numbers.

/// Which codes of a format are no numbers.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Special {
    /// The highest exponent is infinity and NaN, as in IEEE 754.
    Ieee,
    /// "fn": only all ones behind the sign is NaN.
    AllOnes,
    /// "fnuz": only the code of negative zero is NaN.
    NegativeZero,
    /// Every code is a number.
    None,
}

struct Format {
    exponent_bits: u32,
    mantissa_bits: u32,
    bias: i32,
    special: Special,
}

const fn format(exponent_bits: u32, mantissa_bits: u32, bias: i32, special: Special) -> Format {
    Format {
        exponent_bits,
        mantissa_bits,
        bias,
        special,
    }
}

const NAN: f32 = f32::from_bits(0x7fc0_0000);

/// 2^power as an `f32`, also where that is subnormal; `power` from −149 to 127.
const fn power_of_two(power: i32) -> f32 {
    let bits = if power >= -126 {
        (power + 127) << 23
    } else {
        1 << (power + 149)
    };
    f32::from_bits(bits.cast_unsigned())
}

impl Format {
    const fn decode(&self, code: u32) -> f32 {
        let Self {
            exponent_bits,
            mantissa_bits,
            bias,
            special,
        } = *self;
        let magnitude = code & ((1 << (exponent_bits + mantissa_bits)) - 1);
        let negative = code >> (exponent_bits + mantissa_bits) & 1 == 1;
        let highest = (1 << exponent_bits) - 1;
        let exponent = magnitude >> mantissa_bits;
        let mantissa = magnitude & ((1 << mantissa_bits) - 1);
        let sign = if negative { -1.0 } else { 1.0 };
        match special {
            Special::Ieee if exponent == highest => {
                return if mantissa == 0 {
                    sign * f32::INFINITY
                } else {
                    NAN
                };
            }
            Special::AllOnes if magnitude == (1 << (exponent_bits + mantissa_bits)) - 1 => {
                return NAN;
            }
            Special::NegativeZero if negative && magnitude == 0 => return NAN,
            _ => {}
        }
        // The significand is a whole number below 2^11, and the product an f32: nothing rounds.
        let (significand, exponent) = if exponent == 0 {
            (mantissa, 1)
        } else {
            (mantissa | 1 << mantissa_bits, exponent)
        };
        let power = exponent.cast_signed() - bias - mantissa_bits.cast_signed();
        sign * significand as f32 * power_of_two(power)
    }

    const fn table<const N: usize>(&self) -> [f32; N] {
        let mut table = [0.0; N];
        let mut code = 0;
        while code < N {
            #[expect(clippy::cast_possible_truncation)] // N is at most 256
            let value = self.decode(code as u32);
            table[code] = value;
            code += 1;
        }
        table
    }
}

const fn e8m0_table() -> [f32; 256] {
    let mut table = [NAN; 256];
    let mut code = 0;
    let mut power = -127;
    while code < 255 {
        table[code] = power_of_two(power);
        code += 1;
        power += 1;
    }
    table
}

pub(super) static E4M3FN: [f32; 256] = format(4, 3, 7, Special::AllOnes).table();
pub(super) static E5M2: [f32; 256] = format(5, 2, 15, Special::Ieee).table();
pub(super) static E4M3FNUZ: [f32; 256] = format(4, 3, 8, Special::NegativeZero).table();
pub(super) static E5M2FNUZ: [f32; 256] = format(5, 2, 16, Special::NegativeZero).table();
pub(super) static E8M0FNU: [f32; 256] = e8m0_table();
pub(super) static E2M1: [f32; 16] = format(2, 1, 1, Special::None).table();

/// The value of an `f16`.
pub(super) const fn f16_to_f32(code: u16) -> f32 {
    format(5, 10, 15, Special::Ieee).decode(code as u32)
}

/// The value of a `bf16`: the upper half of an `f32`.
pub(super) const fn bf16_to_f32(code: u16) -> f32 {
    f32::from_bits((code as u32) << 16)
}
