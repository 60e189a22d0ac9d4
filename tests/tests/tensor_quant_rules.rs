//! Rules Q1 to Q15: for each an accepted block at its edge and refused ones just beyond.

use kiln::Error;
use kiln::tensor::Tensors;
use kiln_tests::blocks::seeds::linear;
use kiln_tests::blocks::{RawQuant, RawTensor, assemble, dtype as d};

fn t(dtype: u16, dims: &[u64], quant: RawQuant) -> RawTensor {
    let bits = match dtype {
        d::U4 | d::I4 | d::F4 => 4,
        d::U16 | d::I16 | d::F16 | d::BF16 => 16,
        d::U32 | d::I32 | d::F32 => 32,
        d::U64 | d::I64 | d::F64 => 64,
        _ => 8,
    };
    let elements: u64 = dims.iter().product();
    let bytes = usize::try_from((elements * bits).div_ceil(8)).unwrap();
    RawTensor::new("", dtype, dims, &vec![0; bytes]).quant(quant)
}

fn plain(dtype: u16, dims: &[u64]) -> RawTensor {
    t(dtype, dims, RawQuant::default())
}

#[track_caller]
fn accepted(tensors: &[RawTensor]) {
    let block = assemble(tensors);
    assert_eq!(
        Tensors::from_slice(&block).map(|t| t.len()),
        Ok(tensors.len())
    );
}

#[track_caller]
fn refused(tensors: &[RawTensor]) {
    let block = assemble(tensors);
    assert_eq!(Tensors::from_slice(&block).err(), Some(Error::Type));
}

/// Accepted as it is, refused with a change.
#[track_caller]
fn edge(tensors: &[RawTensor], changes: &[fn(&mut Vec<RawTensor>)]) {
    accepted(tensors);
    for (number, change) in changes.iter().enumerate() {
        let mut changed = tensors.to_vec();
        change(&mut changed);
        let result = Tensors::from_slice(&assemble(&changed)).map(|t| t.len());
        assert_eq!(result, Err(Error::Type), "change {number}");
    }
}

/// One axis of 3 with scale and zero tensor.
fn per_axis(zero: u8, dtype: u16) -> Vec<RawTensor> {
    let q = RawQuant {
        axis: 1,
        scale_ref: 2,
        zero,
        zero_ref: 3,
        ..linear(2)
    };
    vec![
        t(dtype, &[2, 3], q),
        plain(d::F32, &[3]),
        plain(d::F16, &[3]),
    ]
}

/// Blocks of 2 along an axis of 5, with aux.
fn per_block() -> Vec<RawTensor> {
    let q = RawQuant {
        axis: 1,
        block0: 2,
        scale_ref: 2,
        aux_ref: 3,
        ..linear(3)
    };
    vec![
        t(d::I8, &[2, 5], q),
        plain(d::F32, &[2, 3]),
        plain(d::F32, &[2]),
    ]
}

/// Rectangles of 2 by 3 in 3 by 4.
fn per_block2() -> Vec<RawTensor> {
    let q = RawQuant {
        block0: 2,
        block1: 3,
        scale_ref: 2,
        ..linear(4)
    };
    vec![t(d::I8, &[2, 3, 4], q), plain(d::F32, &[2, 2, 2])]
}

fn codebook(dtype: u16, size: u64) -> Vec<RawTensor> {
    let q = RawQuant {
        scheme: 2,
        gran: 1,
        aux_ref: 2,
        scale: 1.0,
        ..RawQuant::default()
    };
    vec![t(dtype, &[3], q), plain(d::F32, &[size])]
}

fn opaque() -> Vec<RawTensor> {
    let q = RawQuant {
        scheme: 3,
        block0: 4,
        block1: 3,
        ..RawQuant::default()
    };
    vec![
        RawTensor::new("", d::BLOCK, &[8], &[0; 6])
            .layout("x")
            .quant(q),
    ]
}

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

#[test]
fn q10_references() {
    edge(
        &per_axis(2, d::I8),
        &[
            |t| t[0].quant[12] = 4,
            |t| t[0].quant[12..16].fill(0xff),
            |t| t[0].quant[12] = 1,
            |t| t[0].quant[16] = 2,
        ],
    );
    edge(
        &per_block(),
        &[
            |t| t[0].quant[20] = 4,
            |t| t[0].quant[20] = 1,
            |t| t[0].quant[20] = 2,
        ],
    );
    // To a tensor before, and one that is referred to twice from different tensors.
    let q = RawQuant {
        scale_ref: 1,
        ..linear(2)
    };
    accepted(&[plain(d::F32, &[2]), t(d::I8, &[2], q), t(d::I8, &[2], q)]);
}

#[test]
fn q11_what_is_referred_to_is_plain() {
    let with_scale = |scale: RawTensor| {
        let q = RawQuant {
            scale_ref: 2,
            ..linear(2)
        };
        [t(d::I8, &[2], q), scale]
    };
    accepted(&with_scale(plain(d::E4M3FN, &[2])));
    refused(&with_scale(plain(d::E4M3FN, &[2]).layout("N")));
    refused(&with_scale(t(d::E4M3FN, &[2], linear(1))));
}

#[test]
fn q12_scales() {
    for (dtype, fine) in [
        (d::F32, true),
        (d::F16, true),
        (d::BF16, true),
        (d::E8M0, true),
        (d::E4M3FN, true),
        (d::F64, false),
        (d::E5M2, false),
        (d::E4M3FNUZ, false),
        (d::U8, false),
        (d::I32, false),
    ] {
        let q = RawQuant {
            scale_ref: 2,
            ..linear(2)
        };
        let tensors = [t(d::I8, &[2], q), plain(dtype, &[2])];
        if fine {
            accepted(&tensors)
        } else {
            refused(&tensors)
        }
    }
    edge(
        &per_axis(2, d::I8),
        &[
            |t| t[1] = plain(d::F32, &[2]),
            |t| t[1] = plain(d::F32, &[1, 3]),
            |t| t[1] = plain(d::F32, &[3, 1]),
            |t| t[1] = plain(d::F32, &[]),
        ],
    );
    edge(
        &per_block(),
        &[
            |t| t[1] = plain(d::F32, &[2, 2]),
            |t| t[1] = plain(d::F32, &[3]),
        ],
    );
    edge(
        &per_block2(),
        &[
            |t| t[1] = plain(d::F32, &[2, 1, 2]),
            |t| t[1] = plain(d::F32, &[2, 2]),
        ],
    );
}

#[test]
fn q13_zero_tensors() {
    for (zero, dtype, fine) in [
        (2, d::I8, true),
        (2, d::F16, true),
        (2, d::BF16, true),
        (2, d::F32, true),
        (2, d::U8, false),
        (2, d::I32, false),
        (2, d::F64, false),
        (3, d::F16, true),
        (3, d::BF16, true),
        (3, d::F32, true),
        (3, d::I8, false),
    ] {
        let mut tensors = per_axis(zero, d::I8);
        tensors[2] = plain(dtype, &[3]);
        if fine {
            accepted(&tensors)
        } else {
            refused(&tensors)
        }
        tensors[2] = plain(dtype, &[2]);
        refused(&tensors);
    }
}

#[test]
fn q14_aux() {
    edge(
        &per_block(),
        &[
            |t| t[2] = plain(d::F16, &[2]),
            |t| t[2] = plain(d::F32, &[5]),
            |t| t[2] = plain(d::F32, &[2, 1]),
        ],
    );
    let mut with_aux = per_block2();
    with_aux.push(plain(d::F32, &[2]));
    with_aux[0].quant[20] = 3;
    accepted(&with_aux);
    // Per axis and per tensor have none.
    let mut with_aux = per_axis(0, d::I8);
    with_aux[0].quant[16] = 0;
    accepted(&with_aux);
    with_aux[2] = plain(d::F32, &[2]);
    with_aux[0].quant[20] = 3;
    refused(&with_aux);
    refused(&[
        t(
            d::U8,
            &[2],
            RawQuant {
                aux_ref: 2,
                ..linear(1)
            },
        ),
        plain(d::F32, &[2]),
    ]);

    for (dtype, size) in [(d::U4, 16), (d::U8, 256)] {
        accepted(&codebook(dtype, size));
        for wrong in [size - 1, size + 1, 272 - size] {
            refused(&codebook(dtype, wrong));
        }
        for (table, fine) in [
            (d::F16, true),
            (d::BF16, true),
            (d::F64, false),
            (d::E4M3FN, false),
        ] {
            let mut tensors = codebook(dtype, size);
            tensors[1] = plain(table, &[size]);
            if fine {
                accepted(&tensors)
            } else {
                refused(&tensors)
            }
        }
        let mut tensors = codebook(dtype, size);
        tensors[0].quant[20] = 0;
        refused(&tensors);
    }
}

#[test]
fn q15_at_least_one_element() {
    accepted(&[t(d::U8, &[1], linear(1))]);
    accepted(&[t(d::U8, &[], linear(1))]);
    refused(&[t(d::U8, &[0], linear(1))]);
    refused(&[t(d::U8, &[3, 0, 2], linear(1))]);
    // Opaque blocks may have none.
    let mut none = opaque();
    (none[0].dims, none[0].data) = (vec![0, 8], vec![]);
    accepted(&none);
}
