//! Looking at tensors: at every alignment, as every type.

use half::{bf16, f16};
use kiln::tensor::{DType, Element, NewTensor, Tensors, TensorsBuf, TensorsBuilder};
use std::fmt::Debug;

/// 64 bytes that start at a multiple of 64.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line(#[expect(dead_code, reason = "only its place matters")] [u8; 64]);

/// Runs with the block at each of 64 places.
fn at_each_alignment(block: &[u8], mut check: impl FnMut(&[u8], usize)) {
    // Where the vector starts is not known, so the place is searched for in it.
    let mut buffer = vec![0u8; block.len() + 128];
    let start = buffer.as_ptr().align_offset(align_of::<Line>());
    for shift in 0..64 {
        let place = &mut buffer[start + shift..][..block.len()];
        place.copy_from_slice(block);
        check(place, shift);
    }
}

fn typed<T: Element + PartialEq + Debug>(values: &[T], dtype: DType) {
    let mut builder = TensorsBuilder::new();
    builder.add(NewTensor::from_slice("before", &[1], &[7u8]));
    builder.add(NewTensor::from_slice("t", &[values.len() as u64], values));
    let block = builder.to_vec().unwrap();
    at_each_alignment(&block, |block, shift| {
        let tensor = Tensors::from_slice(block).unwrap().get("t").unwrap();
        assert_eq!(tensor.dtype(), dtype);
        assert_eq!(tensor.data().len(), size_of_val(values));
        assert_eq!(tensor.to_vec::<T>().unwrap(), values);
        let aligned =
            cfg!(target_endian = "little") && (values.is_empty() || shift % align_of::<T>() == 0);
        assert_eq!(tensor.as_slice::<T>(), aligned.then_some(values));
        // Only as what it is.
        assert_eq!(tensor.as_slice::<u8>().is_some(), dtype == DType::U8);
        assert_eq!(tensor.to_vec::<i64>().is_some(), dtype == DType::I64);
    });
    let owned = TensorsBuf::from_slice(&block).unwrap();
    assert_eq!(owned.get("t").unwrap().as_slice::<T>(), Some(values));
    assert_eq!(
        owned.clone().get("t").unwrap().as_slice::<T>(),
        Some(values)
    );
}

#[test]
fn every_element_type() {
    typed(&[0u8, 255], DType::U8);
    typed(&[i8::MIN, i8::MAX], DType::I8);
    typed(&[1u16, u16::MAX], DType::U16);
    typed(&[1i16, i16::MIN], DType::I16);
    typed(&[1u32, u32::MAX], DType::U32);
    typed(&[1i32, i32::MIN], DType::I32);
    typed(&[1u64, u64::MAX], DType::U64);
    typed(&[1i64, i64::MIN], DType::I64);
    typed(&[1.5f32, -0.0, f32::INFINITY], DType::F32);
    typed(&[1.5f64, -0.0, f64::MIN_POSITIVE], DType::F64);
    typed(&[[1.0f32, -2.0], [3.0, 4.0]], DType::C64);
    typed(&[[1.0f64, -2.0]], DType::C128);
    typed(&[f16::ONE, f16::MIN], DType::F16);
    typed(&[bf16::ONE, bf16::MIN], DType::Bf16);
}

#[test]
fn no_elements_are_a_slice_anywhere() {
    typed::<f64>(&[], DType::F64);
}

#[test]
fn nan_keeps_its_bits() {
    let bits = [0x7fc0_0001u32, 0xffa0_0000];
    let values = bits.map(f32::from_bits);
    let mut builder = TensorsBuilder::new();
    builder.add(NewTensor::from_slice("", &[2], &values));
    let owned = TensorsBuf::from_slice(&builder.to_vec().unwrap()).unwrap();
    let view = owned.at(0).unwrap();
    assert_eq!(
        view.as_slice::<f32>()
            .unwrap()
            .iter()
            .map(|v| v.to_bits())
            .collect::<Vec<_>>(),
        bits
    );
    assert_eq!(
        view.to_vec::<f32>()
            .unwrap()
            .iter()
            .map(|v| v.to_bits())
            .collect::<Vec<_>>(),
        bits
    );
}

#[test]
fn packed_elements_one_by_one() {
    let mut builder = TensorsBuilder::new();
    builder.add(NewTensor::from_bytes(
        "u",
        DType::U4,
        &[3],
        vec![0xf1, 0x08],
    ));
    builder.add(NewTensor::from_bytes(
        "i",
        DType::I4,
        &[3],
        vec![0xf1, 0x08],
    ));
    builder.add(NewTensor::from_slice("b", &[1], &[1u8]));
    let block = builder.to_vec().unwrap();
    let tensors = Tensors::from_slice(&block).unwrap();
    let codes = tensors.get("u").unwrap().nibbles().unwrap();
    assert_eq!(codes.len(), 3);
    assert_eq!(codes.collect::<Vec<_>>(), [1, 15, 8]);
    let values = tensors.get("i").unwrap().nibbles().unwrap().signed();
    assert_eq!(values.collect::<Vec<_>>(), [1, -1, -8]);
    assert!(tensors.get("b").unwrap().nibbles().is_none());
}

#[test]
fn arrays() {
    let array = ndarray::array![[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let turned = array.t();
    let mut builder = TensorsBuilder::new();
    builder.add(NewTensor::from_array("a", &array));
    builder.add(NewTensor::from_array("t", &turned));
    let owned = TensorsBuf::from_slice(&builder.to_vec().unwrap()).unwrap();
    let (a, t) = (owned.get("a").unwrap(), owned.get("t").unwrap());
    assert_eq!(a.view::<f32>().unwrap(), array.view().into_dyn());
    assert_eq!(t.shape(), [3, 2]);
    assert_eq!(
        t.data(),
        [1.0f32, 4.0, 2.0, 5.0, 3.0, 6.0]
            .map(f32::to_le_bytes)
            .concat()
    );
    assert_eq!(t.view::<f32>().unwrap(), turned.into_dyn());
    assert_eq!(t.to_array::<f32>().unwrap(), turned.to_owned().into_dyn());
    assert!(a.view::<f64>().is_none() && a.to_array::<f64>().is_none());

    let scalar = ndarray::arr0(7u16);
    let mut builder = TensorsBuilder::new();
    builder.add(NewTensor::from_array("", &scalar));
    let owned = TensorsBuf::from_slice(&builder.to_vec().unwrap()).unwrap();
    assert_eq!(
        owned.at(0).unwrap().to_array::<u16>().unwrap(),
        scalar.into_dyn()
    );
}

/// A block as a field behind bytes of any number: typed access is None or right.
#[test]
fn as_a_field_the_place_is_what_it_is() {
    let mut builder = TensorsBuilder::new();
    builder.add(NewTensor::from_slice("", &[2], &[1.0f32, 2.0]));
    let block = builder.to_vec().unwrap();
    let tensors = Tensors::from_slice(&block).unwrap();
    for len in 0..8 {
        let value = ("x".repeat(len), &tensors, 7u8);
        let bytes = kiln::to_vec(&value).unwrap();
        let (text, read, last): (String, Tensors<'_>, u8) = kiln::from_slice(&bytes).unwrap();
        assert_eq!((text.len(), &read, last), (len, &tensors, 7));
        let tensor = read.at(0).unwrap();
        assert_eq!(tensor.to_vec::<f32>().unwrap(), [1.0, 2.0]);
        assert!(
            tensor
                .as_slice::<f32>()
                .is_none_or(|slice| slice == [1.0, 2.0])
        );
    }
}
