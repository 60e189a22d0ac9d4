//! Dequantization against values worked out by hand from the formula of the format.

use kiln::tensor::{DType, NewTensor, Quant, Scale, Tensors, TensorsBuilder, Zero};
use kiln::{Error, Limits};

/// The real numbers of the first of these tensors.
fn first(tensors: &[NewTensor<'_>]) -> Vec<f32> {
    let mut builder = TensorsBuilder::new();
    for tensor in tensors {
        builder.add(tensor.clone());
    }
    let block = builder.to_vec().unwrap();
    Tensors::from_slice(&block)
        .unwrap()
        .at(0)
        .unwrap()
        .dequantize()
        .unwrap()
}

#[test]
fn per_tensor() {
    let q = Quant::linear(0.5, Scale::PerTensor);
    let tensor = NewTensor::from_slice("q", &[4], &[-2i8, 0, 1, 127]);
    assert_eq!(
        first(&[tensor.clone().quant(q.clone())]),
        [-1.0, 0.0, 0.5, 63.5]
    );
    let q = q.with_zero(Zero::Inline(-3));
    assert_eq!(first(&[tensor.quant(q)]), [0.5, 1.5, 2.0, 65.0]);
}

#[test]
fn the_difference_to_the_zero_point_does_not_overflow() {
    let q = Quant::linear(1.0, Scale::PerTensor).with_zero(Zero::Inline(i32::MIN));
    let tensor = NewTensor::from_slice("q", &[2], &[i32::MAX, i32::MIN]).quant(q);
    assert_eq!(first(&[tensor]), [4_294_967_295.0, 0.0]);
}

/// The axis in the middle: element (i, j, k) has scale j.
#[test]
fn per_axis() {
    let values: Vec<u8> = (0..12).collect();
    let q = Quant::linear(2.0, Scale::per_axis(1, "s")).with_zero(Zero::Subtracted("z".into()));
    let tensors = [
        NewTensor::from_slice("q", &[2, 3, 2], &values).quant(q),
        NewTensor::from_slice("s", &[3], &[1.0f32, 10.0, 100.0]),
        NewTensor::from_slice("z", &[3], &[0u8, 1, 2]),
    ];
    // 2 · scale[j] · (q − zero[j])
    assert_eq!(
        first(&tensors),
        [
            0.0, 2.0, 20.0, 40.0, 400.0, 600.0, //
            12.0, 14.0, 140.0, 160.0, 1600.0, 1800.0,
        ]
    );
}

#[test]
fn zero_points_are_subtracted_before_and_added_after() {
    let with = |zero| {
        let q = Quant::linear(0.5, Scale::per_axis(0, 1)).with_zero(zero);
        first(&[
            NewTensor::from_slice("", &[2], &[10i8, 20]).quant(q),
            NewTensor::from_slice("", &[2], &[4.0f32, 8.0]),
            NewTensor::from_slice("", &[2], &[1.0f32, -2.0]),
        ])
    };
    assert_eq!(with(Zero::None), [20.0, 80.0]);
    assert_eq!(with(Zero::Subtracted(2.into())), [18.0, 88.0]);
    assert_eq!(with(Zero::Added(2.into())), [21.0, 78.0]);
}

/// Blocks of 2 along the last axis of 5: the last block has one element.
#[test]
fn per_block_of_the_last_axis() {
    let q = Quant::linear(1.0, Scale::per_block(1, 2, "s")).with_aux("x");
    let tensors = [
        NewTensor::from_slice("q", &[2, 5], &[1i16, 2, 3, 4, 5, 6, 7, 8, 9, 10]).quant(q),
        NewTensor::from_slice("s", &[2, 3], &[1.0f32, 2.0, 4.0, 0.5, 0.25, 3.0]),
        NewTensor::from_slice("x", &[2], &[1.0f32, 10.0]),
    ];
    assert_eq!(
        first(&tensors),
        [
            1.0, 2.0, 6.0, 8.0, 20.0, //
            30.0, 35.0, 20.0, 22.5, 300.0,
        ]
    );
}

/// Blocks of 2 along the first axis of 3: element (i, j) has scale (i / 2, j).
#[test]
fn per_block_of_the_first_axis() {
    let q = Quant::linear(1.0, Scale::per_block(0, 2, "s"))
        .with_zero(Zero::Subtracted("z".into()))
        .with_aux("x");
    let tensors = [
        NewTensor::from_slice("q", &[3, 2], &[1u8, 2, 3, 4, 5, 6]).quant(q),
        NewTensor::from_slice("s", &[2, 2], &[1.0f32, 10.0, 100.0, 1000.0]),
        NewTensor::from_slice("z", &[2, 2], &[0u8, 1, 2, 3]),
        NewTensor::from_slice("x", &[3], &[1.0f32, 2.0, -1.0]),
    ];
    assert_eq!(first(&tensors), [1.0, 10.0, 6.0, 60.0, -300.0, -3000.0]);
}

/// One dimension: the blocks run across indices of the first dimension, which aux changes at.
#[test]
fn per_block_of_the_only_axis() {
    let q = Quant::linear(1.0, Scale::per_block(0, 3, "s")).with_aux("x");
    let tensors = [
        NewTensor::from_slice("q", &[4], &[1u8, 1, 1, 1]).quant(q),
        NewTensor::from_slice("s", &[2], &[2.0f32, 3.0]),
        NewTensor::from_slice("x", &[4], &[1.0f32, 10.0, 100.0, 1000.0]),
    ];
    assert_eq!(first(&tensors), [2.0, 20.0, 200.0, 3000.0]);
}

/// Rectangles of 2 by 3 in 3 by 4, twice: element (o, r, c) has scale (o, r / 2, c / 3).
#[test]
fn per_block_of_the_last_two_dimensions() {
    let q = Quant::linear(1.0, Scale::per_block2(2, 3, "s"))
        .with_zero(Zero::Added("z".into()))
        .with_aux("x");
    let tensors = [
        NewTensor::from_slice("q", &[2, 3, 4], &[1i8; 24]).quant(q),
        NewTensor::from_slice(
            "s",
            &[2, 2, 2],
            &[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        ),
        NewTensor::from_slice(
            "z",
            &[2, 2, 2],
            &[0.0f32, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5],
        ),
        NewTensor::from_slice("x", &[2], &[1.0f32, 10.0]),
    ];
    assert_eq!(
        first(&tensors),
        [
            1.0, 1.0, 1.0, 2.0, //
            1.0, 1.0, 1.0, 2.0, //
            3.0, 3.0, 3.0, 4.0, //
            50.0, 50.0, 50.0, 60.0, //
            50.0, 50.0, 50.0, 60.0, //
            70.0, 70.0, 70.0, 80.5,
        ]
    );
}

/// As in MXFP4: fp4 elements, blocks along the last axis, scales that are powers of two.
#[test]
fn fp4_with_e8m0_scales() {
    let q = Quant::linear(1.0, Scale::per_block(0, 4, "s"));
    let tensors = [
        // 1, 2, 3, 4, 5, 6, 15, 8: 0.5, 1, 1.5, 2, 3, 4, −6, −0
        NewTensor::from_bytes("q", DType::F4E2m1, &[8], vec![0x21, 0x43, 0x65, 0x8f]).quant(q),
        NewTensor::from_bytes("s", DType::F8E8m0fnu, &[2], vec![128, 125]),
    ];
    let values = first(&tensors);
    assert_eq!(values, [1.0, 2.0, 3.0, 4.0, 0.75, 1.0, -1.5, 0.0]);
    assert!(values[7].is_sign_negative());
}

#[test]
fn codebooks() {
    let table: Vec<f32> = (0u8..16).map(|code| f32::from(code) * 100.0).collect();
    let scales = [2.0, 4.0].map(half::f16::from_f32);
    let q = Quant::codebook(0.5, Scale::per_axis(0, "s"), "t");
    let tensors = [
        NewTensor::from_bytes("q", DType::U4, &[2, 3], vec![0x10, 0xf2, 0x43]).quant(q),
        NewTensor::from_slice("t", &[16], &table),
        NewTensor::from_slice("s", &[2], &scales),
    ];
    assert_eq!(first(&tensors), [0.0, 100.0, 200.0, 3000.0, 600.0, 800.0]);

    let table: Vec<f32> = (0u8..=255).map(|code| -f32::from(code)).collect();
    let q = Quant::codebook(1.0, Scale::PerTensor, 1);
    let tensors = [
        NewTensor::from_slice("", &[3], &[0u8, 7, 255]).quant(q),
        NewTensor::from_slice("", &[256], &table),
    ];
    assert_eq!(first(&tensors), [0.0, -7.0, -255.0]);
}

/// Every granularity against the definition, element by element with its coordinates.
#[test]
fn against_coordinates() {
    let dims = [2usize, 3, 5, 7];
    let count: usize = dims.iter().product();
    let values: Vec<i16> = (0..count)
        .map(|i| i16::try_from(i * 37 % 251).unwrap())
        .collect();
    let shape = dims.map(|dim| dim as u64);
    let check = |scale: Scale<'static>,
                 scale_dims: [usize; 4],
                 group: &dyn Fn([usize; 4]) -> [usize; 4]| {
        let groups: usize = scale_dims.iter().product();
        let scales: Vec<f32> = (0..groups).map(|i| 1.0 + i as f32).collect();
        let mut scale_shape: Vec<u64> = scale_dims.iter().map(|dim| *dim as u64).collect();
        if let Scale::PerAxis { axis, .. } = scale {
            scale_shape = vec![scale_shape[usize::from(axis)]];
        }
        let found = first(&[
            NewTensor::from_slice("q", &shape, &values).quant(Quant::linear(1.0, scale)),
            NewTensor::from_slice("s", &scale_shape, &scales),
        ]);
        for (at, found) in found.iter().enumerate() {
            let (mut rest, mut place) = (at, [0; 4]);
            for axis in (0..4).rev() {
                place[axis] = rest % dims[axis];
                rest /= dims[axis];
            }
            let group = group(place);
            let index = group
                .iter()
                .zip(scale_dims)
                .fold(0, |index, (at, dim)| index * dim + at);
            assert_eq!(*found, f32::from(values[at]) * scales[index], "{place:?}");
        }
    };
    for axis in 0..4u8 {
        let at = usize::from(axis);
        let mut scale_dims = [1; 4];
        scale_dims[at] = dims[at];
        check(Scale::per_axis(axis, "s"), scale_dims, &|place| {
            let mut group = [0; 4];
            group[at] = place[at];
            group
        });
        for size in 2..=dims[at] {
            let mut scale_dims = dims;
            scale_dims[at] = dims[at].div_ceil(size);
            let block = u32::try_from(size).unwrap();
            check(
                Scale::per_block(axis, block, "s"),
                scale_dims,
                &|mut place| {
                    place[at] /= size;
                    place
                },
            );
        }
    }
    for rows in 2..=5usize {
        for columns in 2..=7usize {
            let scale_dims = [2, 3, 5usize.div_ceil(rows), 7usize.div_ceil(columns)];
            let block = [rows, columns].map(|size| u32::try_from(size).unwrap());
            check(
                Scale::per_block2(block[0], block[1], "s"),
                scale_dims,
                &|place| [place[0], place[1], place[2] / rows, place[3] / columns],
            );
        }
    }
}

#[test]
fn what_has_no_real_numbers() {
    let mut builder = TensorsBuilder::new();
    builder.add(NewTensor::from_slice("c", &[1], &[[1.0f32, 2.0]]));
    builder.add(
        NewTensor::from_bytes("b", DType::Block, &[32], vec![0; 18])
            .layout("gguf.q4_0")
            .quant(Quant::Block {
                elements: 32,
                bytes: 18,
            }),
    );
    builder.add(NewTensor::from_slice("f", &[2], &[1.0f32, 2.0]));
    let block = builder.to_vec().unwrap();
    let tensors = Tensors::from_slice(&block).unwrap();
    assert_eq!(tensors.get("c").unwrap().dequantize(), Err(Error::Type));
    assert_eq!(tensors.get("b").unwrap().dequantize(), Err(Error::Type));

    let limits = Limits::default();
    let dequantize = |limits: Limits| {
        limits
            .tensors_from_slice(&block)?
            .get("f")
            .unwrap()
            .dequantize()
    };
    assert_eq!(dequantize(limits.max_alloc(8)), Ok(vec![1.0, 2.0]));
    assert_eq!(dequantize(limits.max_alloc(7)), Err(Error::Limit));
}
