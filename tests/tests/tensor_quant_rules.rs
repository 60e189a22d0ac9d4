//! Rules Q1 to Q9, on the fields of one quantization: for each an accepted block at its edge and
//! refused ones just beyond.

use kiln_tests::blocks::rules::{
    accepted, codebook, edge, opaque, per_axis, per_block, per_block2, plain, refused, t,
};
use kiln_tests::blocks::seeds::linear;
use kiln_tests::blocks::{RawQuant, dtype as d};

#[test]
fn q1_known_values() {
    edge(&per_block2(), &[|t| t[0].quant[1] = 5]);
    edge(&per_axis(3, d::I8), &[|t| t[0].quant[3] = 4]);
    edge(&opaque(), &[|t| t[0].quant[0] = 4]);
}

#[test]
fn q2_scheme_block_exactly_with_dtype_block() {
    edge(&opaque(), &[|t| t[0].quant[0] = 0, |t| t[0].quant[0] = 1]);
    let q = RawQuant {
        scheme: 3,
        block0: 1,
        block1: 1,
        ..RawQuant::default()
    };
    refused(&[t(d::U8, &[4], q).layout("x")]);
}

#[test]
fn q3_without_a_scheme_nothing() {
    accepted(&[plain(d::U8, &[4])]);
    for byte in 1..32 {
        let mut tensor = plain(d::U8, &[4]);
        tensor.quant[byte] = 1;
        refused(&[tensor]);
    }
}

#[test]
fn q4_block_has_a_layout_and_nothing_else() {
    edge(&opaque(), &[|t| t[0].layout.clear()]);
    for byte in [1, 2, 3, 12, 16, 20, 24, 28, 31] {
        let mut tensors = opaque();
        tensors[0].quant[byte] = 1;
        refused(&tensors);
    }
}

#[test]
fn q5_dtypes_of_the_schemes() {
    let all = [
        d::BOOL,
        d::U8,
        d::I8,
        d::U16,
        d::I16,
        d::U32,
        d::I32,
        d::U64,
        d::I64,
        d::F16,
        d::BF16,
        d::F32,
        d::F64,
        d::E4M3FN,
        d::E5M2,
        d::E8M0,
        d::E4M3FNUZ,
        d::E5M2FNUZ,
        d::U4,
        d::I4,
        d::F4,
    ];
    let allowed = [
        d::U4,
        d::I4,
        d::U8,
        d::I8,
        d::U16,
        d::I16,
        d::I32,
        d::F4,
        d::E4M3FN,
        d::E5M2,
        d::E4M3FNUZ,
        d::E5M2FNUZ,
    ];
    for dtype in all {
        let tensors = [t(dtype, &[2], linear(1))];
        if allowed.contains(&dtype) {
            accepted(&tensors);
        } else {
            refused(&tensors);
        }
        let size = if dtype == d::U4 { 16 } else { 256 };
        if [d::U4, d::U8].contains(&dtype) {
            accepted(&codebook(dtype, size));
        } else {
            refused(&codebook(dtype, size));
        }
    }
}

#[test]
fn q6_multiplier_is_finite_and_above_0() {
    for scale in [f32::from_bits(1), 1.0, f32::MAX] {
        accepted(&[t(d::U8, &[2], RawQuant { scale, ..linear(1) })]);
    }
    for scale in [
        0.0,
        -0.0,
        -1.0,
        f32::from_bits(0x8000_0001),
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
    ] {
        refused(&[t(d::U8, &[2], RawQuant { scale, ..linear(1) })]);
    }
}

#[test]
fn q7_no_zero_point_for_floats_and_codebooks() {
    let inline = RawQuant {
        zero: 1,
        zero_point: 1,
        ..linear(1)
    };
    accepted(&[t(d::U4, &[2], inline)]);
    for dtype in [d::F4, d::E4M3FN, d::E5M2, d::E4M3FNUZ, d::E5M2FNUZ] {
        refused(&[t(dtype, &[2], inline)]);
        accepted(&[t(dtype, &[2], linear(1))]);
        refused(&per_axis(2, dtype));
        refused(&per_axis(3, dtype));
    }
    edge(
        &codebook(d::U8, 256),
        &[|t| (t[0].quant[3], t[0].quant[28]) = (1, 1)],
    );
}

#[test]
fn q8_zero_points() {
    let ranges = [
        (d::U4, 0, 15),
        (d::I4, -8, 7),
        (d::U8, 0, 255),
        (d::I8, -128, 127),
        (d::U16, 0, 65_535),
        (d::I16, -32_768, 32_767),
        (d::I32, i32::MIN, i32::MAX),
    ];
    for (dtype, low, high) in ranges {
        let with = |zero_point| {
            [t(
                dtype,
                &[2],
                RawQuant {
                    zero: 1,
                    zero_point,
                    ..linear(1)
                },
            )]
        };
        for point in [low, high, 1] {
            if point == 0 {
                refused(&with(point));
            } else {
                accepted(&with(point));
            }
        }
        for beyond in [low.checked_sub(1), high.checked_add(1)]
            .into_iter()
            .flatten()
        {
            refused(&with(beyond));
        }
    }
    // None: no reference, no value.
    edge(
        &[t(d::U8, &[2], linear(1)), plain(d::F32, &[2])],
        &[|t| t[0].quant[16] = 2, |t| t[0].quant[28] = 1],
    );
    // Inline: no reference.
    let inline = RawQuant {
        zero: 1,
        zero_point: 1,
        ..linear(1)
    };
    edge(
        &[t(d::U8, &[2], inline), plain(d::F32, &[2])],
        &[|t| t[0].quant[16] = 2],
    );
    // A tensor: a reference, no value, not per tensor.
    for zero in [2, 3] {
        edge(
            &per_axis(zero, d::I8),
            &[
                |t| t[0].quant[16] = 0,
                |t| t[0].quant[28] = 1,
                |t| (t[0].quant[1], t[0].quant[2], t[0].quant[12]) = (1, 0, 0),
            ],
        );
    }
}

#[test]
fn q9_granularities() {
    edge(
        &[t(d::U8, &[2, 3], linear(1)), plain(d::F32, &[])],
        &[
            |t| t[0].quant[1] = 0,
            |t| t[0].quant[2] = 1,
            |t| t[0].quant[4] = 2,
            |t| t[0].quant[8] = 2,
            |t| t[0].quant[12] = 2,
        ],
    );
    edge(
        &per_axis(2, d::I8),
        &[
            |t| t[0].quant[2] = 2,
            |t| t[0].quant[4] = 1,
            |t| t[0].quant[8] = 1,
            |t| t[0].quant[12] = 0,
        ],
    );
    edge(
        &per_block(),
        &[
            |t| t[0].quant[2] = 2,
            |t| t[0].quant[4] = 1,
            |t| t[0].quant[4] = 0,
            |t| t[0].quant[4] = 6,
            |t| t[0].quant[8] = 2,
            |t| t[0].quant[12] = 0,
        ],
    );
    edge(
        &per_block2(),
        &[
            |t| t[0].quant[2] = 1,
            |t| t[0].quant[4] = 1,
            |t| t[0].quant[4] = 4,
            |t| t[0].quant[8] = 1,
            |t| t[0].quant[8] = 5,
            |t| t[0].quant[12] = 0,
            |t| t[0].dims = vec![24],
        ],
    );
    // A block as long as its dimension.
    let q = RawQuant {
        block0: 2,
        scale_ref: 2,
        ..linear(3)
    };
    accepted(&[t(d::I8, &[2], q), plain(d::F32, &[1])]);
    let q = RawQuant {
        block0: 3,
        block1: 4,
        scale_ref: 2,
        ..linear(4)
    };
    accepted(&[t(d::I8, &[3, 4], q), plain(d::F32, &[1, 1])]);
}
