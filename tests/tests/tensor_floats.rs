//! Every code of the small floats against values worked out here from sign, exponent and mantissa.

use kiln::tensor::{DType, NewTensor, Tensors, TensorsBuilder};

/// All codes of a dtype as the library decodes them.
fn decoded(dtype: DType) -> Vec<f32> {
    let (dims, codes): (_, Vec<u8>) = if dtype.is_packed() {
        (
            16,
            (0..8)
                .map(|pair| (2 * pair) | ((2 * pair + 1) << 4))
                .collect(),
        )
    } else {
        (256, (0..=255).collect())
    };
    let mut builder = TensorsBuilder::new();
    builder.add(NewTensor::from_bytes("", dtype, &[dims], codes));
    let block = builder.to_vec().unwrap();
    Tensors::from_slice(&block)
        .unwrap()
        .at(0)
        .unwrap()
        .dequantize()
        .unwrap()
}

fn same(found: f32, expected: f64) -> bool {
    if expected.is_nan() {
        found.is_nan()
    } else {
        // Exact, and with the sign of zero.
        f64::from(found).to_bits() == expected.to_bits()
    }
}

/// (−1)^s · 2^(e − bias) · 1.m, subnormal for e = 0; the codes that are no numbers by `special`.
fn check(dtype: DType, exponent: u32, mantissa: u32, bias: i32, special: fn(u32) -> Option<f64>) {
    for (code, found) in (0u32..).zip(decoded(dtype)) {
        let s = code >> (exponent + mantissa);
        let e = code >> mantissa & ((1 << exponent) - 1);
        let m = f64::from(code & ((1 << mantissa) - 1)) / f64::from(1 << mantissa);
        let magnitude = if e == 0 {
            m * 2f64.powi(1 - bias)
        } else {
            (1.0 + m) * 2f64.powi(i32::try_from(e).unwrap() - bias)
        };
        let number = if s == 1 { -magnitude } else { magnitude };
        let expected = special(code).unwrap_or(number);
        assert!(
            same(found, expected),
            "{dtype} {code:#04x}: {found}, not {expected}"
        );
    }
}

#[test]
fn f8_e4m3fn() {
    check(DType::F8E4m3fn, 4, 3, 7, |code| {
        (code & 0x7f == 0x7f).then_some(f64::NAN)
    });
    let values = decoded(DType::F8E4m3fn);
    assert_eq!(values[0x7e], 448.0);
    assert_eq!(values[0x38], 1.0);
    assert_eq!(values[0x01], 0.001_953_125);
    assert_eq!(values[0xc1], -2.25);
    assert_eq!(values[0x80].to_bits(), (-0.0f32).to_bits());
}

#[test]
fn f8_e5m2() {
    check(DType::F8E5m2, 5, 2, 15, |code| match code & 0x7f {
        0x7c => Some(if code == 0x7c {
            f64::INFINITY
        } else {
            f64::NEG_INFINITY
        }),
        0x7d..=0x7f => Some(f64::NAN),
        _ => None,
    });
    let values = decoded(DType::F8E5m2);
    assert_eq!(values[0x7b], 57_344.0);
    assert_eq!(values[0x3c], 1.0);
    assert_eq!(values[0x01], 2f32.powi(-16));
    assert_eq!(values[0xfc], f32::NEG_INFINITY);
}

#[test]
fn f8_e4m3fnuz() {
    check(DType::F8E4m3fnuz, 4, 3, 8, |code| {
        (code == 0x80).then_some(f64::NAN)
    });
    let values = decoded(DType::F8E4m3fnuz);
    assert_eq!(values[0x7f], 240.0);
    assert_eq!(values[0x40], 1.0);
    assert_eq!(values[0x01], 0.000_976_562_5);
    assert_eq!(values[0xff], -240.0);
}

#[test]
fn f8_e5m2fnuz() {
    check(DType::F8E5m2fnuz, 5, 2, 16, |code| {
        (code == 0x80).then_some(f64::NAN)
    });
    let values = decoded(DType::F8E5m2fnuz);
    assert_eq!(values[0x7f], 57_344.0);
    assert_eq!(values[0x40], 1.0);
    assert_eq!(values[0x01], 2f32.powi(-17));
}

#[test]
fn f8_e8m0fnu() {
    let values = decoded(DType::F8E8m0fnu);
    for (code, found) in (0i32..).zip(&values) {
        let expected = if code == 255 {
            f64::NAN
        } else {
            2f64.powi(code - 127)
        };
        assert!(same(*found, expected), "{code:#04x}: {found}");
    }
    assert_eq!(values[127], 1.0);
    assert_eq!(values[126], 0.5);
    assert_eq!(values[0], f32::MIN_POSITIVE / 2.0);
    assert_eq!(values[254], 1.701_411_8e38);
}

#[test]
fn f4_e2m1() {
    check(DType::F4E2m1, 2, 1, 1, |_| None);
    let positive = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];
    let values = decoded(DType::F4E2m1);
    assert_eq!(values[..8], positive);
    assert_eq!(values[8..], positive.map(|value| -value));
    assert!(values[8].is_sign_negative());
}

#[test]
fn i4_and_u4() {
    let u4: Vec<f32> = (0u8..16).map(f32::from).collect();
    assert_eq!(decoded(DType::U4), u4);
    let i4: Vec<f32> = (0i8..8).chain(-8..0).map(f32::from).collect();
    assert_eq!(decoded(DType::I4), i4);
}

/// All 65,536 codes of the two halves, against the crate that is known for them.
#[test]
fn f16_and_bf16() {
    let codes: Vec<u16> = (0..=u16::MAX).collect();
    let bytes: Vec<u8> = codes.iter().flat_map(|code| code.to_le_bytes()).collect();
    let decoded = |dtype| {
        let mut builder = TensorsBuilder::new();
        builder.add(NewTensor::from_bytes("", dtype, &[1 << 16], &bytes[..]));
        let block = builder.to_vec().unwrap();
        Tensors::from_slice(&block)
            .unwrap()
            .at(0)
            .unwrap()
            .dequantize()
            .unwrap()
    };
    for (code, found) in codes.iter().zip(decoded(DType::F16)) {
        let expected = half::f16::from_bits(*code).to_f64();
        assert!(same(found, expected), "f16 {code:#06x}: {found}");
    }
    for (code, found) in codes.iter().zip(decoded(DType::Bf16)) {
        let expected = half::bf16::from_bits(*code).to_f64();
        assert!(same(found, expected), "bf16 {code:#06x}: {found}");
    }
    assert_eq!(decoded(DType::F16)[0x3555], 0.333_251_95);
    assert_eq!(decoded(DType::Bf16)[0x3eab], 0.333_984_38);
}

#[test]
fn wide_numbers_are_rounded_once() {
    let one = |tensor: NewTensor<'_>| {
        let mut builder = TensorsBuilder::new();
        builder.add(tensor);
        let block = builder.to_vec().unwrap();
        Tensors::from_slice(&block)
            .unwrap()
            .at(0)
            .unwrap()
            .dequantize()
            .unwrap()
    };
    // Between two f32, just above the middle: rounding to f64 first would land on the middle.
    let value = (1u64 << 60) + (1 << 36) + 1;
    let up = ((1u64 << 60) + (1 << 37)) as f32;
    assert_eq!(one(NewTensor::from_slice("", &[1], &[value])), [up]);
    assert_eq!(
        one(NewTensor::from_slice("", &[1], &[-value.cast_signed()])),
        [-up]
    );
    assert_eq!(
        one(NewTensor::from_slice("", &[2], &[0.1f64, 1e300])),
        [0.1, f32::INFINITY]
    );
    assert_eq!(
        one(NewTensor::from_slice("", &[2], &[u32::MAX, 1])),
        [4_294_967_296.0, 1.0]
    );
    assert_eq!(
        one(NewTensor::from_bools("", &[2], &[true, false])),
        [1.0, 0.0]
    );
}
