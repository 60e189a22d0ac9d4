//! Sets of tensors for the rules on quantization: one of each granularity, and what it takes to say
//! that a set is accepted or refused.

use super::dtype as d;
use super::seeds::linear;
use super::{RawQuant, RawTensor, assemble};
use kiln::Error;
use kiln::tensor::Tensors;

/// A tensor of zeros.
///
/// # Panics
///
/// If it is larger than memory.
#[must_use]
pub fn t(dtype: u16, dims: &[u64], quant: RawQuant) -> RawTensor {
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

/// A tensor of zeros without a quantization.
#[must_use]
pub fn plain(dtype: u16, dims: &[u64]) -> RawTensor {
    t(dtype, dims, RawQuant::default())
}

/// The block of these is accepted.
///
/// # Panics
///
/// If it is not.
#[track_caller]
pub fn accepted(tensors: &[RawTensor]) {
    let block = assemble(tensors);
    assert_eq!(
        Tensors::from_slice(&block).map(|t| t.len()),
        Ok(tensors.len())
    );
}

/// The block of these is refused with TYPE.
///
/// # Panics
///
/// If it is not.
#[track_caller]
pub fn refused(tensors: &[RawTensor]) {
    let block = assemble(tensors);
    assert_eq!(Tensors::from_slice(&block).err(), Some(Error::Type));
}

/// Accepted as it is, refused with each change.
///
/// # Panics
///
/// If it is not.
#[track_caller]
pub fn edge(tensors: &[RawTensor], changes: &[fn(&mut Vec<RawTensor>)]) {
    accepted(tensors);
    for (number, change) in changes.iter().enumerate() {
        let mut changed = tensors.to_vec();
        change(&mut changed);
        let result = Tensors::from_slice(&assemble(&changed)).map(|t| t.len());
        assert_eq!(result, Err(Error::Type), "change {number}");
    }
}

/// One axis of 3 with scale and zero tensor.
#[must_use]
pub fn per_axis(zero: u8, dtype: u16) -> Vec<RawTensor> {
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
#[must_use]
pub fn per_block() -> Vec<RawTensor> {
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
#[must_use]
pub fn per_block2() -> Vec<RawTensor> {
    let q = RawQuant {
        block0: 2,
        block1: 3,
        scale_ref: 2,
        ..linear(4)
    };
    vec![t(d::I8, &[2, 3, 4], q), plain(d::F32, &[2, 2, 2])]
}

/// A codebook with a table of this size.
#[must_use]
pub fn codebook(dtype: u16, size: u64) -> Vec<RawTensor> {
    let q = RawQuant {
        scheme: 2,
        gran: 1,
        aux_ref: 2,
        scale: 1.0,
        ..RawQuant::default()
    };
    vec![t(dtype, &[3], q), plain(d::F32, &[size])]
}

/// Two opaque structs of 3 bytes for 4 elements each.
#[must_use]
pub fn opaque() -> Vec<RawTensor> {
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
