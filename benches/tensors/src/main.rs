//! Tensor blocks beside safetensors: one big tensor, and many small ones with names as models have
//! them.
//!
//! ```sh
//! cd benches/tensors
//! cargo run --release        # about twenty seconds
//! cargo run --release -- 51  # with more rounds
//! ```
//!
//! Contenders run in turns, one call each a round; a ratio is the median over the rounds of two times
//! of the same round. What is timed is checked first: both give the same tensors back.

use kiln::tensor::{NewTensor, Tensors, TensorsBuilder};
use safetensors::{Dtype, SafeTensors, View};
use std::borrow::Cow;
use std::hint::black_box;
use std::time::Instant;

const BIG: usize = 16 << 20; // f32: 64 MiB
const MANY: usize = 10_000;
const SMALL: usize = 64; // f32 each

fn main() {
    let rounds: usize = std::env::args()
        .nth(1)
        .map_or(21, |arg| arg.parse().expect("how many rounds"));
    big(rounds);
    many(rounds * 5);
}

/// The median over the rounds of (our time, our time by theirs) for each pair of neighbours.
fn turns(rounds: usize, title: &str, contenders: &mut [(&str, &mut dyn FnMut())]) {
    let mut times = vec![Vec::new(); contenders.len()];
    for (_, work) in contenders.iter_mut() {
        work();
    }
    for round in 0..rounds {
        for turn in 0..contenders.len() {
            let i = (round + turn) % contenders.len();
            let start = Instant::now();
            (contenders[i].1)();
            times[i].push(start.elapsed().as_secs_f64());
        }
    }
    println!("\n{title}");
    for (i, (name, _)) in contenders.iter().enumerate() {
        let ratio = times[i]
            .iter()
            .zip(&times[0])
            .map(|(time, first)| time / first);
        println!(
            "  {name:<36} {:>10.1} µs {:>8.2} × {}",
            median(times[i].clone()) * 1e6,
            median(ratio.collect()),
            contenders[0].0,
        );
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A tensor of safetensors, over bytes: the conversion of floats to bytes is not timed for either.
struct Theirs<'a>(&'a [u8], [usize; 1]);

impl View for &Theirs<'_> {
    fn dtype(&self) -> Dtype {
        Dtype::F32
    }
    fn shape(&self) -> &[usize] {
        &self.1
    }
    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(self.0)
    }
    fn data_len(&self) -> usize {
        self.0.len()
    }
}

fn bytes_of(values: &[f32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

fn big(rounds: usize) {
    let data: Vec<f32> = (0..BIG).map(|i| i as f32).collect();
    let bytes = bytes_of(&data);
    let mut builder = TensorsBuilder::new();
    builder.add(NewTensor::from_slice("", &[BIG as u64], &data));
    let block = builder.to_vec().unwrap();
    let theirs = Theirs(&bytes, [BIG]);
    let file = safetensors::serialize([("t", &theirs)], None).unwrap();
    assert_eq!(
        SafeTensors::deserialize(&file)
            .unwrap()
            .tensor("t")
            .unwrap()
            .data(),
        bytes
    );
    assert_eq!(
        Tensors::from_slice(&block).unwrap().at(0).unwrap().data(),
        bytes
    );

    turns(
        rounds,
        "64 MiB f32, write to a fresh Vec",
        &mut [
            ("memcpy", &mut || drop(black_box(bytes.to_vec()))),
            ("kiln", &mut || drop(black_box(builder.to_vec().unwrap()))),
            ("kiln, builder included", &mut || {
                let mut builder = TensorsBuilder::new();
                builder.add(NewTensor::from_slice("", &[BIG as u64], &data));
                drop(black_box(builder.to_vec().unwrap()));
            }),
            ("safetensors", &mut || {
                drop(black_box(
                    safetensors::serialize([("t", &theirs)], None).unwrap(),
                ))
            }),
        ],
    );
    let mut warm = Vec::with_capacity(block.len());
    let mut out = Vec::with_capacity(block.len());
    turns(
        rounds,
        "64 MiB f32, write to a buffer used before",
        &mut [
            ("memcpy", &mut || {
                warm.clear();
                warm.extend_from_slice(&bytes);
                black_box(&warm);
            }),
            ("kiln", &mut || {
                out.clear();
                builder.encode_into(&mut out).unwrap();
                black_box(&out);
            }),
        ],
    );
    turns(
        rounds,
        "64 MiB f32, open",
        &mut [
            ("kiln", &mut || {
                drop(black_box(Tensors::from_slice(black_box(&block)).unwrap()))
            }),
            ("safetensors", &mut || {
                drop(black_box(
                    SafeTensors::deserialize(black_box(&file)).unwrap(),
                ))
            }),
        ],
    );
}

fn many(rounds: usize) {
    let parts = [
        "self_attn.q_proj.weight",
        "self_attn.k_proj.weight",
        "self_attn.v_proj.weight",
        "self_attn.o_proj.weight",
        "mlp.gate_proj.weight",
        "mlp.up_proj.weight",
        "mlp.down_proj.weight",
        "input_layernorm.weight",
    ];
    let names: Vec<String> = (0..MANY)
        .map(|i| {
            format!(
                "model.layers.{}.{}",
                i / parts.len(),
                parts[i % parts.len()]
            )
        })
        .collect();
    let data: Vec<Vec<f32>> = (0..MANY).map(|i| vec![i as f32; SMALL]).collect();
    let bytes: Vec<Vec<u8>> = data.iter().map(|values| bytes_of(values)).collect();
    let theirs: Vec<Theirs<'_>> = bytes.iter().map(|bytes| Theirs(bytes, [SMALL])).collect();

    let build = || {
        let mut builder = TensorsBuilder::new();
        for (name, values) in names.iter().zip(&data) {
            builder.add(NewTensor::from_slice(name, &[SMALL as u64], values));
        }
        builder.to_vec().unwrap()
    };
    let serialize = || safetensors::serialize(names.iter().zip(&theirs), None).unwrap();
    let (block, file) = (build(), serialize());
    let ours = Tensors::from_slice(&block).unwrap();
    let other = SafeTensors::deserialize(&file).unwrap();
    for name in &names {
        assert_eq!(
            ours.get(name).unwrap().data(),
            other.tensor(name).unwrap().data()
        );
    }

    turns(
        rounds,
        "10,000 small tensors, open",
        &mut [
            ("kiln", &mut || {
                drop(black_box(Tensors::from_slice(black_box(&block)).unwrap()))
            }),
            ("safetensors", &mut || {
                drop(black_box(
                    SafeTensors::deserialize(black_box(&file)).unwrap(),
                ))
            }),
        ],
    );
    turns(
        rounds,
        "10,000 small tensors, write",
        &mut [
            ("kiln", &mut || drop(black_box(build()))),
            ("safetensors", &mut || drop(black_box(serialize()))),
        ],
    );
    turns(
        rounds,
        "10,000 look-ups by name",
        &mut [
            ("kiln", &mut || {
                for name in &names {
                    black_box(ours.get(black_box(name)).unwrap().data());
                }
            }),
            ("safetensors", &mut || {
                for name in &names {
                    black_box(other.tensor(black_box(name)).unwrap().data());
                }
            }),
        ],
    );
}
