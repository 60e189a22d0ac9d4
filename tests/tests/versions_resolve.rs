//! `frame::resolve`: frames with a schema text, read as types of another version.

use kiln::{
    Describe, Error, Kiln, Limits,
    frame::{self, Options},
};
use kiln_tests::{
    frames::Parts,
    resolving::{TEXT, reads, refuses, resolve},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZero,
};

#[test]
fn numbers_widen_without_loss() {
    reads(u8::MAX, 255u16);
    reads(u8::MAX, 255u128);
    reads(u16::MAX, 65_535u32);
    reads(u32::MAX, u64::from(u32::MAX));
    reads(u64::MAX, u128::from(u64::MAX));
    reads(u8::MAX, 255i16);
    reads(u64::MAX, i128::from(u64::MAX));
    reads(i8::MIN, -128i16);
    reads(i8::MIN, -128i128);
    reads(i32::MIN, i64::from(i32::MIN));
    reads(i64::MIN, i128::from(i64::MIN));
    reads(u16::MAX, 65_535f32);
    reads(i16::MIN, -32_768f32);
    reads(u32::MAX, f64::from(u32::MAX));
    reads(i32::MIN, f64::from(i32::MIN));
    reads(1.5f32, 1.5f64);
    reads(
        half::f16::from_f32(-0.1),
        half::f16::from_f32(-0.1).to_f32(),
    );
    reads(
        half::bf16::from_f32(-0.1),
        half::bf16::from_f32(-0.1).to_f64(),
    );
}

#[test]
fn numbers_do_not_narrow_or_change_their_nature() {
    refuses::<u16, u8>();
    refuses::<i8, u8>();
    refuses::<u8, i8>();
    refuses::<i8, u64>();
    refuses::<u128, i128>();
    refuses::<u32, f32>();
    refuses::<u64, f64>();
    refuses::<f64, f32>();
    refuses::<f32, half::f16>();
    refuses::<half::f16, half::bf16>();
    refuses::<half::bf16, half::f16>();
    refuses::<f32, i64>();
    refuses::<bool, u8>();
    refuses::<u8, bool>();
    refuses::<char, u32>();
    refuses::<char, String>();
    refuses::<Vec<u8>, String>();
    refuses::<String, Vec<u8>>();
}

#[test]
fn every_half_widens_to_the_same_number() {
    for bits in 0..=u16::MAX {
        let half = half::f16::from_bits(bits);
        let single: f32 = resolve(&half).unwrap();
        if half.is_nan() {
            // Sign and payload are kept, and a signalling NaN stays one.
            let expected =
                u32::from(bits >> 15) << 31 | 0x7f80_0000 | u32::from(bits & 0x3ff) << 13;
            assert_eq!(single.to_bits(), expected);
        } else {
            assert_eq!(single.to_bits(), half.to_f32().to_bits());
        }
        if bits % 97 == 0 && !half.is_nan() {
            let double: f64 = resolve(&half).unwrap();
            assert_eq!(double.to_bits(), half.to_f64().to_bits());
            let brain = half::bf16::from_bits(bits);
            if !brain.is_nan() {
                let single: f32 = resolve(&brain).unwrap();
                assert_eq!(single.to_bits(), brain.to_f32().to_bits());
            }
        }
    }
    let signalling = f32::from_bits(0xff80_0001);
    let double: f64 = resolve(&signalling).unwrap();
    assert_eq!(double.to_bits(), 0xfff0_0000_2000_0000);
}

#[test]
fn a_value_is_read_as_an_option_of_it() {
    reads(7u8, Some(7u8));
    reads(7u8, Some(7u16));
    reads(7u8, Some(Some(7u8)));
    reads(Some(7u8), Some(7u16));
    reads(None::<u8>, None::<u16>);
    reads(Some(7u8), Some(Some(7u8)));
    reads(None::<u8>, None::<Option<u8>>);
    reads(vec![1u8, 2], vec![Some(1u8), Some(2)]);
    reads(vec![1u8, 2], Some(vec![1u16, 2]));
    refuses::<Option<u8>, u8>();
    refuses::<Option<u16>, Option<u8>>();
}

#[test]
fn what_has_parts_resolves_by_its_parts() {
    reads(vec![1u8, 2, 3], vec![1u16, 2, 3]);
    reads(vec![vec![1u16], vec![]], vec![vec![1u32], vec![]]);
    reads([1u8, 2, 3], [1i16, 2, 3]);
    reads((1u8, "a".to_string()), (1u32, Some("a".to_string())));
    reads(BTreeSet::from([1u8, 200]), BTreeSet::from([1i16, 200]));
    reads(BTreeSet::from([-1i8, 100]), BTreeSet::from([-1i64, 100]));
    reads(
        BTreeMap::from([(1u16, vec![1u8]), (256, vec![])]),
        BTreeMap::from([(1u32, vec![1u16]), (256, vec![])]),
    );
    reads(Vec::<u8>::new(), Vec::<u16>::new());
    refuses::<[u8; 2], [u8; 3]>();
    refuses::<[u8; 2], Vec<u8>>();
    refuses::<(u8, u8), (u8, u8, u8)>();
    refuses::<(u8,), [u8; 1]>();
    refuses::<Vec<u8>, BTreeSet<u8>>();
    refuses::<BTreeMap<u8, u16>, BTreeMap<u8, u8>>();
    refuses::<BTreeMap<u16, u8>, BTreeMap<u8, u8>>();
    refuses::<Vec<u16>, Vec<u8>>();
}

#[test]
fn what_the_type_itself_refuses_it_refuses_here_too() {
    reads(7u8, NonZero::new(7u16).unwrap());
    assert_eq!(resolve::<NonZero<u16>>(&0u8), Err(Error::Type));
}

#[test]
fn tensors_travel_as_they_are() {
    use kiln::tensor::{NewTensor, Tensors, TensorsBuilder};
    let block = TensorsBuilder::new()
        .add(NewTensor::from_slice("a", &[3], &[1u8, 2, 3]))
        .to_vec()
        .unwrap();
    #[derive(Kiln)]
    struct Old<'a> {
        note: String,
        weights: Tensors<'a>,
        skipped: Tensors<'a>,
        n: u8,
    }
    #[derive(Kiln)]
    struct Model {
        weights: kiln::tensor::TensorsBuf,
        n: u16,
    }
    let weights = || Tensors::from_slice(&block).unwrap();
    let old = Old {
        note: "x".into(),
        weights: weights(),
        skipped: weights(),
        n: 9,
    };
    let model: Model = resolve(&old).unwrap();
    assert_eq!(model.n, 9);
    assert_eq!(kiln::to_vec(&model).unwrap()[..block.len()], block);
}

#[test]
fn the_strict_path_comes_first() {
    // The same type: with or without a text, and without a copy.
    for schema in [false, true] {
        let options = Options {
            schema,
            ..Options::default()
        };
        let bytes = options.to_vec(&7u8).unwrap();
        assert_eq!(frame::resolve::<u8>(&bytes), Ok(7));
    }
    // Another one without a text says nothing about itself.
    let bytes = frame::to_vec(&7u8).unwrap();
    assert_eq!(frame::resolve::<u16>(&bytes), Err(Error::Schema));
    // The strict path knows nothing of all this.
    let bytes = TEXT.to_vec(&7u8).unwrap();
    assert_eq!(frame::from_slice::<u16>(&bytes), Err(Error::Schema));
    assert_eq!(frame::resolve::<u16>(&bytes), Ok(7));
}

#[test]
fn the_order_of_faults_is_that_of_a_reader_without_a_type() {
    let mut good = Parts::of_point();
    good.type_hash = <Vec<u8>>::TYPE_HASH;
    good.body = vec![1, 0, 0, 0, 5];
    good.text = b"list<u8>".to_vec();
    assert_eq!(frame::resolve::<Vec<u16>>(&good.bytes()), Ok(vec![5]));
    let error = |make: fn(&mut Parts)| {
        let mut parts = good.clone();
        make(&mut parts);
        frame::resolve::<Vec<u16>>(&parts.bytes()).unwrap_err()
    };
    assert_eq!(error(|p| p.cut = Some(3)), Error::Eof);
    assert_eq!(error(|p| p.reserved[3] = 1), Error::Frame);
    assert_eq!(error(|p| p.schema_bytes = Some(1 << 30)), Error::Limit);
    assert_eq!(error(|p| p.cut = Some(70)), Error::Eof);
    assert_eq!(error(|p| p.checksum_error = 1), Error::Frame);
    assert_eq!(error(|p| p.text[0] = 0xff), Error::Utf8);
    assert_eq!(error(|p| p.text[0] = b'L'), Error::Schema);
    assert_eq!(error(|p| p.text = b"list<i8>".to_vec()), Error::Schema);
    assert_eq!(error(|p| p.body[0] = 2), Error::Eof);
    assert_eq!(error(|p| p.body.push(0)), Error::Trailing);
    assert_eq!(error(|p| p.trailing.push(0)), Error::Trailing);
    assert_eq!(
        error(|p| (p.type_hash, p.text) = (1, b"u9".to_vec())),
        Error::Schema
    );
}

#[test]
fn limits_hold_on_resolution() {
    let list = TEXT.to_vec(&vec![1u8; 100]).unwrap();
    let less = Limits::default().max_count(99);
    assert_eq!(less.frame_resolve::<Vec<u16>>(&list), Err(Error::Limit));
    let budget = Limits::default().max_alloc(100_000);
    assert!(budget.frame_resolve::<Vec<u16>>(&list).is_ok());
    let budget = Limits::default().max_alloc(150);
    assert_eq!(budget.frame_resolve::<Vec<u16>>(&list), Err(Error::Limit));
    let text = Limits::default().max_count(7);
    assert_eq!(text.frame_resolve::<Vec<u16>>(&list), Err(Error::Limit));
}
