//! Shapes whose products overflow, and those that hold nothing.

use kiln::Error;
use kiln::tensor::{DType, NewTensor, Tensors, TensorsBuilder};
use kiln_tests::blocks::{RawTensor, assemble, dtype as d};

fn outcome(dtype: u16, dims: &[u64], data: &[u8]) -> Result<usize, Error> {
    let block = assemble(&[RawTensor::new("", dtype, dims, data)]);
    Tensors::from_slice(&block).map(|tensors| tensors.len())
}

/// Every order of the dimensions.
fn orders(dims: &[u64]) -> Vec<Vec<u64>> {
    if dims.is_empty() {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for first in 0..dims.len() {
        let mut rest = dims.to_vec();
        let dim = rest.remove(first);
        for mut order in orders(&rest) {
            order.insert(0, dim);
            all.push(order);
        }
    }
    all
}

#[test]
fn overflow_does_not_depend_on_the_order_nor_on_a_zero() {
    for dims in [
        &[1 << 32, 1 << 32][..],
        &[1 << 62, 4],
        &[0, 1 << 63, 4],
        &[0, 1 << 32, 1 << 32],
        &[1 << 16, 1 << 16, 1 << 16, 1 << 16, 0],
        &[u64::MAX, 2],
    ] {
        for order in orders(dims) {
            for dtype in [d::U4, d::U8, d::F64] {
                assert_eq!(outcome(dtype, &order, &[]), Err(Error::Limit), "{order:?}");
                let mut builder = TensorsBuilder::new();
                let dtype = DType::try_from(dtype).unwrap();
                builder.add(NewTensor::from_bytes("", dtype, &order, &[][..]));
                assert_eq!(builder.to_vec().map_err(Error::from), Err(Error::Limit));
            }
        }
    }
}

#[test]
fn the_bits_overflow_where_the_elements_do_not() {
    // 2^61 elements of 8 bits are 2^64 bits.
    assert_eq!(outcome(d::U8, &[1 << 61], &[]), Err(Error::Limit));
    assert_eq!(outcome(d::U8, &[(1 << 61) - 1], &[]), Err(Error::Type));
    assert_eq!(outcome(d::U8, &[1 << 61, 0], &[]), Err(Error::Limit));
    assert_eq!(outcome(d::U8, &[(1 << 61) - 1, 0], &[]), Ok(1));
    assert_eq!(outcome(d::U4, &[1 << 62, 0], &[]), Err(Error::Limit));
    assert_eq!(outcome(d::U4, &[(1 << 62) - 1, 0], &[]), Ok(1));
    assert_eq!(outcome(d::C128, &[1 << 57, 0], &[]), Err(Error::Limit));
    assert_eq!(outcome(d::C128, &[(1 << 57) - 1, 0], &[]), Ok(1));
}

#[test]
fn blocks_count_whole_structs() {
    let block = |dims: &[u64], block0: u32, block1: u32, data: &[u8]| {
        let mut tensor = RawTensor::new("", d::BLOCK, dims, data).layout("x");
        tensor.quant[0] = 3;
        tensor.quant[4..8].copy_from_slice(&block0.to_le_bytes());
        tensor.quant[8..12].copy_from_slice(&block1.to_le_bytes());
        Tensors::from_slice(&assemble(&[tensor])).map(|tensors| tensors.at(0).unwrap().len())
    };
    assert_eq!(block(&[32], 32, 18, &[0; 18]), Ok(32));
    assert_eq!(block(&[3, 64], 32, 18, &[0; 108]), Ok(192));
    assert_eq!(block(&[48], 32, 18, &[0; 27]), Err(Error::Type));
    assert_eq!(block(&[32], 32, 18, &[0; 17]), Err(Error::Type));
    assert_eq!(block(&[], 1, 1, &[0]), Err(Error::Type));
    assert_eq!(block(&[32], 0, 18, &[]), Err(Error::Type));
    assert_eq!(block(&[32], 32, 0, &[]), Err(Error::Type));
    // ⌊P / q_block0⌋ × q_block1, P without the dims that are zero.
    assert_eq!(block(&[0, 1 << 40], 1, 1 << 24, &[]), Err(Error::Limit));
    assert_eq!(block(&[0, 1 << 40], 2, 1 << 24, &[]), Ok(0));
    assert_eq!(block(&[1 << 63, 0], 1 << 31, 1 << 31, &[]), Ok(0));
    // Nothing is a multiple of everything, and its P of 1 is no struct at all.
    assert_eq!(block(&[0], 7, u32::MAX, &[]), Ok(0));
}

#[test]
fn ranks() {
    assert_eq!(outcome(d::U8, &[], &[7]), Ok(1));
    assert_eq!(outcome(d::U8, &[], &[]), Err(Error::Type));
    assert_eq!(
        outcome(d::U8, &[1, 1, 1, 1, 1, 1, 2, 2], &[1, 2, 3, 4]),
        Ok(1)
    );
    let mut block = assemble(&[RawTensor::new("", d::U8, &[1; 8], &[1])]);
    block[64 + 0x0a] = 9;
    assert_eq!(Tensors::from_slice(&block).err(), Some(Error::Type));

    let mut builder = TensorsBuilder::new();
    builder.add(NewTensor::from_slice("", &[1; 9], &[1u8]));
    let error = builder.to_vec().unwrap_err();
    assert_eq!(error.to_string(), "tensor 0: 9 dimensions; the most is 8");
    assert_eq!(Error::from(error), Error::Type);
}

#[test]
fn empty_tensors_stand_anywhere() {
    let none = |name: &str| RawTensor::new(name, d::F32, &[2, 0], &[]);
    let some = |name: &str| RawTensor::new(name, d::U8, &[3], &[1, 2, 3]);
    for set in [
        vec![none("a"), some("b"), some("c")],
        vec![some("a"), none("b"), some("c")],
        vec![some("a"), some("b"), none("c")],
        vec![none("a"), none("b"), none("c")],
        vec![
            none("a"),
            some("b"),
            none("c"),
            none("d"),
            some("e"),
            none("f"),
        ],
    ] {
        let block = assemble(&set);
        let tensors = Tensors::from_slice(&block).unwrap();
        for (tensor, raw) in tensors.iter().zip(&set) {
            assert_eq!(tensor.data(), raw.data);
            assert_eq!(tensor.is_empty(), raw.data.is_empty());
        }
    }
}

/// An empty tensor behind others starts at the next multiple of 64, and there the payload ends.
#[test]
fn an_empty_tensor_at_the_end_moves_the_end() {
    let set = [
        RawTensor::new("a", d::U8, &[3], &[1, 2, 3]),
        RawTensor::new("b", d::U8, &[0], &[]),
    ];
    let block = assemble(&set);
    assert_eq!(block.len() % 64, 0);
    assert!(Tensors::from_slice(&block).is_ok());
}
