//! Rules Q10 to Q15, on the tensors that a quantization refers to: for each an accepted block at its
//! edge and refused ones just beyond.

use kiln_tests::blocks::rules::{
    accepted, codebook, edge, opaque, per_axis, per_block, per_block2, plain, refused, t,
};
use kiln_tests::blocks::seeds::linear;
use kiln_tests::blocks::{RawQuant, RawTensor, dtype as d};

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
