//! Accepted blocks that between them use every part of the format: what mutations start from.

use super::dtype as d;
use super::{RawQuant, RawTensor, assemble};

/// `values` as the bytes of an f32 tensor.
#[must_use]
pub fn f32s(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// Linear, with a multiplier of 1.
#[must_use]
pub fn linear(gran: u8) -> RawQuant {
    RawQuant {
        scheme: 1,
        gran,
        scale: 1.0,
        ..RawQuant::default()
    }
}

/// The sets of tensors.
#[must_use]
pub fn tensors() -> Vec<Vec<RawTensor>> {
    let t = RawTensor::new;
    let per_axis = |axis, scale_ref| RawQuant {
        axis,
        scale_ref,
        ..linear(2)
    };
    let per_block = |axis, block0, scale_ref| RawQuant {
        axis,
        block0,
        scale_ref,
        ..linear(3)
    };
    let mut all = vec![
        vec![],
        vec![t("", d::F32, &[], &f32s(&[1.5]))],
        vec![t("", d::F32, &[3], &f32s(&[1.0, 2.0, 3.0]))],
        // Every dtype of one size, rank 8, names of several bytes, equal empty names.
        vec![
            t("", d::U8, &[1, 1, 1, 1, 1, 1, 1, 2], &[1, 2]),
            t("", d::I8, &[2], &[1, 2]).layout("NC"),
            t("ü", d::U16, &[2], &[1, 2, 3, 4]),
            t("漢字", d::I16, &[1, 2], &[1, 2, 3, 4]).layout("é"),
            t("a", d::U32, &[1], &[0; 4]),
            t("aa", d::I32, &[1], &[9; 4]),
            t("ab", d::U64, &[2], &[7; 16]),
            t("b", d::I64, &[], &[7; 8]),
            t("c", d::F16, &[2], &[0, 0x3c, 0, 0xc0]),
            t("d", d::BF16, &[2], &[0x80, 0x3f, 0, 0xc0]),
            t("e", d::F64, &[1], &[0; 8]),
            t("f", d::C64, &[2], &[1; 16]),
            t("g", d::C128, &[1], &[1; 16]),
        ],
        // Small floats, packed elements of even and odd counts.
        vec![
            t("a", d::E4M3FN, &[3], &[0, 0x7f, 0x80]),
            t("b", d::E5M2, &[3], &[0, 0x7c, 0xff]),
            t("c", d::E8M0, &[3], &[0, 127, 255]),
            t("d", d::E4M3FNUZ, &[2], &[0x80, 1]),
            t("e", d::E5M2FNUZ, &[2], &[0x80, 1]),
            t("f", d::U4, &[3], &[0x21, 0x03]),
            t("g", d::I4, &[2, 2], &[0x21, 0xf3]),
            t("h", d::F4, &[1], &[0x07]),
        ],
        // Bools, and no elements first, between and last.
        vec![
            t("none", d::F32, &[0], &[]),
            t("yes", d::BOOL, &[5], &[0, 1, 1, 0, 1]),
            t("no", d::I4, &[3, 0, 7], &[]),
            t("more", d::BOOL, &[1], &[1]),
            t("last", d::C128, &[0, u64::MAX >> 8], &[]),
        ],
        // dtype block, with two sizes of blocks.
        vec![
            t("q4", d::BLOCK, &[2, 8], &[5; 12])
                .layout("gguf.q4_0")
                .quant(RawQuant {
                    scheme: 3,
                    block0: 4,
                    block1: 3,
                    ..RawQuant::default()
                }),
            t("empty", d::BLOCK, &[0, 32], &[])
                .layout("x")
                .quant(RawQuant {
                    scheme: 3,
                    block0: 32,
                    block1: 18,
                    ..RawQuant::default()
                }),
        ],
        // Linear per tensor, inline zero points at their edges.
        vec![
            t("a", d::U8, &[2], &[1, 2]).quant(RawQuant {
                zero: 1,
                zero_point: 255,
                ..linear(1)
            }),
            t("b", d::I4, &[3], &[0x21, 0x03]).quant(RawQuant {
                zero: 1,
                zero_point: -8,
                ..linear(1)
            }),
            t("c", d::I32, &[1], &[1, 0, 0, 0]).quant(RawQuant {
                zero: 1,
                zero_point: i32::MIN,
                ..linear(1)
            }),
            t("d", d::E5M2, &[2], &[1, 2]).quant(linear(1)),
        ],
        // Per axis, with zero tensors of both kinds.
        vec![
            t("q", d::I8, &[2, 3], &[1, 2, 3, 4, 5, 6]).quant(RawQuant {
                zero: 2,
                zero_ref: 3,
                ..per_axis(1, 2)
            }),
            t("s", d::F32, &[3], &f32s(&[0.5, 1.0, 2.0])),
            t("z", d::I8, &[3], &[1, 0, 0xff]),
            t("r", d::U4, &[2, 3], &[0x21, 0x43, 0x65]).quant(RawQuant {
                zero: 3,
                zero_ref: 6,
                ..per_axis(0, 5)
            }),
            t("rs", d::F16, &[2], &[0, 0x3c, 0, 0x40]),
            t("rz", d::BF16, &[2], &[0x80, 0x3f, 0, 0xc0]),
        ],
        // Per block along an axis, rounded up, with aux; fp4 with e8m0 scales.
        vec![
            t("q", d::F4, &[2, 5], &[0x21, 0x43, 0x65, 0x87, 0x09]).quant(RawQuant {
                aux_ref: 3,
                ..per_block(1, 2, 2)
            }),
            t("s", d::E8M0, &[2, 3], &[127, 128, 126, 127, 127, 129]),
            t("x", d::F32, &[2], &f32s(&[1.0, -2.0])),
            t("r", d::U16, &[3, 2], &[1; 12]).quant(per_block(0, 3, 5)),
            t("rs", d::E4M3FN, &[1, 2], &[0x38, 0x40]),
        ],
        // Per block of the last two dimensions.
        vec![
            t("q", d::E4M3FN, &[2, 3, 4], &[0x38; 24]).quant(RawQuant {
                block0: 2,
                block1: 3,
                scale_ref: 2,
                aux_ref: 3,
                ..linear(4)
            }),
            t("s", d::BF16, &[2, 2, 2], &[0x3f; 16]),
            t("x", d::F32, &[2], &f32s(&[1.0, 2.0])),
        ],
    ];
    // Codebooks of both sizes.
    let codebook = |scale_ref, gran, aux_ref| RawQuant {
        scheme: 2,
        gran,
        scale_ref,
        aux_ref,
        scale: 0.5,
        ..RawQuant::default()
    };
    let table: Vec<f32> = (0..16u8).map(f32::from).collect();
    all.push(vec![
        t("q", d::U4, &[2, 3], &[0x21, 0xf3, 0x65]).quant(codebook(3, 2, 2)),
        t("t", d::F32, &[16], &f32s(&table)),
        t("s", d::F32, &[2], &f32s(&[1.0, 2.0])),
        t("p", d::U8, &[3], &[0, 1, 255]).quant(codebook(0, 1, 5)),
        t("pt", d::F16, &[256], &[0x3c; 512]),
    ]);
    // More tensors than are searched without an index.
    all.push(
        (0u8..20)
            .map(|i| t(&format!("layers.{i}.weight"), d::U8, &[1], &[i]))
            .collect(),
    );
    all
}

/// The blocks.
#[must_use]
pub fn blocks() -> Vec<Vec<u8>> {
    tensors().iter().map(|set| assemble(set)).collect()
}
