//! What opening a block allocates: nothing before step 5, nothing for few tensors, and one index of
//! a known size for many.

use kiln::tensor::{Directory, NewTensor, Tensors, TensorsBuf, TensorsBuilder};
use kiln::{Error, Limits, Step};
use kiln_tests::blocks::{RawTensor, assemble, dtype as d, seeds};
use kiln_tests::count::{Counting, used};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The result, how often memory was asked for, and how much.
fn counted<T>(work: impl FnOnce() -> T) -> (T, usize, usize) {
    let (result, used) = used(work);
    (result, used.calls, used.bytes)
}

fn header(count: u64, names: u64, directory: u64, payload: u64) -> Vec<u8> {
    let mut block = assemble(&[]);
    for (at, value) in [(8, count), (16, names), (24, directory), (40, payload)] {
        block[at..at + 8].copy_from_slice(&value.to_le_bytes());
    }
    block
}

#[test]
fn claims_without_bytes_reserve_nothing() {
    let cap = 16_777_216u64;
    let cases = [
        (header(cap + 1, 0, 0, 0), Error::Limit),
        (header(u64::MAX, 0, 0, 0), Error::Limit),
        (header(0, 1 << 40, 1 << 40, 0), Error::Limit),
        (header(cap, 0, cap * 128, 0), Error::Eof),
        (header(1, 0, 128, 0), Error::Eof),
        (header(0, cap, cap, 0), Error::Eof),
        (header(0, 0, 0, 1 << 40), Error::Eof),
        (header(0, 0, 0, u64::MAX), Error::Limit),
    ];
    for (block, error) in cases {
        let (result, calls, _) = counted(|| Tensors::from_slice(&block).err());
        assert_eq!((result, calls), (Some(error), 0));
        let total = block.len() as u64;
        let (result, calls, _) = counted(|| Directory::from_prefix(&block, total).err());
        assert_eq!((result, calls), (Some(error), 0));
    }
}

#[test]
fn few_tensors_are_opened_and_read_without_a_heap() {
    for set in seeds::tensors().iter().filter(|set| set.len() <= 8) {
        let block = assemble(set);
        let (sum, calls, _) = counted(|| {
            let tensors = Tensors::from_slice(&block).unwrap();
            let tensor = |t: kiln::tensor::TensorView<'_>| {
                assert!(t.name().is_empty() || tensors.get(t.name()).is_some());
                t.data().len() + t.shape().len() + t.as_slice::<f32>().map_or(0, <[f32]>::len)
            };
            tensors.iter().map(tensor).sum::<usize>()
        });
        assert_eq!(calls, 0, "{sum}");
    }
}

#[test]
fn many_tensors_cost_one_index() {
    let names = (0..10_000).map(|i| format!("layers.{i}.weight"));
    let mut set: Vec<RawTensor> = names
        .map(|name| RawTensor::new(&name, d::U8, &[1], &[1]))
        .collect();
    let block = assemble(&set);
    let (tensors, calls, bytes) = counted(|| Tensors::from_slice(&block).unwrap());
    assert_eq!((calls, bytes), (1, 16_384 * 8));
    let (_, calls, _) = counted(|| tensors.iter().all(|t| tensors.get(t.name()).is_some()));
    assert_eq!(calls, 0);

    // The limit on memory holds for it.
    let with = |limit| {
        Limits::default()
            .max_alloc(limit)
            .tensors_from_slice(&block)
            .err()
    };
    assert_eq!(counted(|| with(131_071)), (Some(Error::Limit), 0, 0));
    assert_eq!(with(131_072), None);

    // A fault in step 8 (a) to (c) comes before it.
    set[9_999].name = b"\xff".to_vec();
    let block = assemble(&set);
    let (result, calls, _) = counted(|| Tensors::from_slice(&block).err());
    assert_eq!((result, calls), (Some(Error::Utf8), 0));
}

#[test]
fn a_single_tensor_is_written_with_one_reservation() {
    let data = vec![1.0f32; 1 << 20];
    let mut builder = TensorsBuilder::new();
    builder.add(NewTensor::from_slice("", &[1 << 20], &data));
    let (block, calls, bytes) = counted(|| builder.to_vec().unwrap());
    assert_eq!((calls, bytes), (1, 192 + (4 << 20)));
    let mut out = block;
    out.clear();
    let (result, calls, _) = counted(|| builder.encode_into(&mut out));
    assert_eq!((result, calls), (Ok(()), 0));
    assert_eq!(out.len(), 192 + (4 << 20));
}

#[test]
fn dequantizing_makes_the_result_and_nothing_else() {
    for block in seeds::blocks() {
        for tensor in &Tensors::from_slice(&block).unwrap() {
            let (result, calls, bytes) = counted(|| tensor.dequantize());
            if let Ok(values) = result {
                assert_eq!(bytes, 4 * values.len());
                assert_eq!(calls, usize::from(!values.is_empty()));
            }
        }
    }
}

/// The limit is on what one decode claims, added up: the copy and its index of names together, by
/// whichever door one comes in.
#[test]
fn an_owned_block_claims_its_copy_and_one_index() {
    let set: Vec<RawTensor> = (0..10_000)
        .map(|i| RawTensor::new(&format!("layers.{i}.weight"), d::U8, &[1], &[1]))
        .collect();
    let block = assemble(&set);
    let index = 16_384 * 8;
    // To align a copy takes 63 bytes beyond it.
    let expected = (2, index + block.len() + 63);
    let (buf, calls, bytes) = counted(|| TensorsBuf::from_slice(&block).unwrap());
    assert_eq!((calls, bytes), expected);
    let (again, calls, bytes) = counted(|| kiln::from_slice::<TensorsBuf>(&block).unwrap());
    assert_eq!((calls, bytes), expected);
    assert_eq!(buf, again);

    let enough = (index + block.len()) as u64;
    for (limit, fits) in [(enough, true), (enough - 1, false)] {
        let limits = Limits::default().max_alloc(limit);
        let refused = (!fits).then_some(Error::Limit);
        assert_eq!(limits.tensors_buf_from_slice(&block).err(), refused);
        assert_eq!(limits.from_slice::<TensorsBuf>(&block).err(), refused);
        let borrowed = limits.tensors_from_slice(&block).unwrap();
        assert_eq!(borrowed.to_buf().err(), refused);
    }
}

/// A thousand descriptors that all claim one long name: each fault is told with the name's beginning.
#[test]
fn a_diagnosis_takes_memory_in_proportion_to_the_block() {
    let mut set = vec![RawTensor::new(&"n".repeat(65_535), d::U8, &[1], &[1])];
    set.extend((1..1000).map(|_| RawTensor::new("", d::U8, &[1], &[1])));
    let mut block = assemble(&set);
    for tensor in 1..1000 {
        block[64 + 128 * tensor + 4..][..2].copy_from_slice(&[0xff, 0xff]);
        block[64 + 128 * tensor..][..4].fill(0);
    }
    assert_eq!(Tensors::from_slice(&block).err(), Some(Error::Type));
    let (all, _, bytes) = counted(|| Tensors::diagnose_all(&block));
    assert_eq!(all.len(), 999);
    assert!(all.iter().all(|found| found.path.starts_with("[\"nnn")));
    assert!(bytes < 8 * block.len(), "{bytes} bytes for {}", block.len());
}

/// Every second tensor claims the whole payload, hidden from the one before by a short one between:
/// to look at all that they claim would take minutes.
#[test]
fn a_diagnosis_looks_at_no_byte_twice() {
    let size = 4usize << 20;
    let mut set = vec![RawTensor::new("", d::BOOL, &[size as u64], &vec![0; size])];
    set.extend((0..4000).map(|_| RawTensor::new("", d::BOOL, &[0], &[])));
    let mut block = assemble(&set);
    for tensor in 1..=4000 {
        let (start, len) = if tensor % 2 == 1 {
            (0, 1)
        } else {
            (1, size - 1)
        };
        for (at, value) in [(0x10, start), (0x18, len), (0x20, len)] {
            block[64 + 128 * tensor + at..][..8].copy_from_slice(&(value as u64).to_le_bytes());
        }
    }
    assert_eq!(Tensors::from_slice(&block).err(), Some(Error::Type));
    let all = Tensors::diagnose_all(&block);
    // All of them overlap the first, so of none is the data looked at.
    let overlaps = all
        .iter()
        .filter(|found| found.step == Some(Step::Tensors(9)));
    assert_eq!(overlaps.count(), 4000);
}
