//! Tensors: named arrays of numbers beside `safetensors`. More of them are in the package `tensors`.

use crate::{Case, Mode, Who};
use kiln::tensor::{NewTensor, Tensors, TensorsBuilder};
use safetensors::{Dtype, SafeTensors, View};
use std::{borrow::Cow, hint::black_box};

const ELEMENTS: usize = 1024;

struct Theirs(Vec<u8>);

impl View for &Theirs {
    fn dtype(&self) -> Dtype {
        Dtype::F32
    }
    fn shape(&self) -> &[usize] {
        &[ELEMENTS]
    }
    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.0)
    }
    fn data_len(&self) -> usize {
        self.0.len()
    }
}

/// Names as models have them.
pub(crate) fn names(n: usize) -> Vec<String> {
    const PARTS: [&str; 5] = ["q_proj", "k_proj", "v_proj", "o_proj", "norm"];
    (0..n)
        .map(|i| format!("model.layers.{}.attention.{}.weight", i / 5, PARTS[i % 5]))
        .collect()
}

pub(crate) fn builder<'a>(names: &'a [String], data: &'a [Vec<f32>]) -> TensorsBuilder<'a> {
    let mut builder = TensorsBuilder::new();
    for (name, values) in names.iter().zip(data) {
        builder.add(NewTensor::from_slice(name, &[values.len() as u64], values));
    }
    builder
}

/// 1,000 tensors of 1,024 `f32` each. "Borrowed" opens a block and looks up each name.
pub(crate) fn case(percent: usize) -> Case {
    let mut case = Case::new("tensors", "1,000 named tensors of 1,024 f32");
    let n = (1_000 * percent / 100).max(1);
    let names: &'static [String] = names(n).leak();
    let data: &'static [Vec<f32>] = (0..n)
        .map(|i| vec![i as f32; ELEMENTS])
        .collect::<Vec<_>>()
        .leak();
    let theirs: &'static [Theirs] = data
        .iter()
        .map(|values| Theirs(values.iter().flat_map(|v| v.to_le_bytes()).collect()))
        .collect::<Vec<_>>()
        .leak();

    let ours = move || builder(names, data).to_vec().unwrap();
    let others = move || safetensors::serialize(names.iter().zip(theirs), None).unwrap();
    let block: &'static [u8] = ours().leak();
    let file: &'static [u8] = others().leak();
    let (a, b) = (
        Tensors::from_slice(block).unwrap(),
        SafeTensors::deserialize(file).unwrap(),
    );
    for name in names {
        assert!(a.get(name).unwrap().data() == b.tensor(name).unwrap().data());
    }

    case.wire.push((Who::KILN, block.to_vec()));
    let peer = Who::row_wise("safetensors", "");
    case.wire.push((peer, file.to_vec()));
    case.add(Who::KILN, Mode::Fresh, move || {
        black_box(&ours());
    });
    // The same bytes from where the writers find them: the numbers, and of the block what comes before.
    let head = &block[..block.len() - data.iter().map(|v| 4 * v.len()).sum::<usize>()];
    case.add(Who::limit("memcpy"), Mode::Fresh, move || {
        let mut out = Vec::with_capacity(block.len());
        out.extend_from_slice(black_box(head));
        for values in black_box(data) {
            out.extend_from_slice(bytemuck::cast_slice(values));
        }
        black_box(&out);
    });
    case.add(peer, Mode::Fresh, move || {
        black_box(&others());
    });
    case.add(Who::KILN, Mode::Borrowed, move || {
        let tensors = Tensors::from_slice(black_box(block)).unwrap();
        for name in names {
            black_box(tensors.get(name).unwrap().data());
        }
    });
    case.add(peer, Mode::Borrowed, move || {
        let tensors = SafeTensors::deserialize(black_box(file)).unwrap();
        for name in names {
            black_box(tensors.tensor(name).unwrap().data());
        }
    });
    case
}
