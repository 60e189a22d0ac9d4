//! Diagnosis under limits that bite: its error is the decoder's, whatever the limits and the bytes, with a
//! type and without, bare, in frames and in blocks.

use kiln::{Decode, Describe, Encode, Kiln, Limits, frame, tensor::Tensors};
use kiln_tests::{
    blocks::{Rng, mutate::Mutations},
    values::some_bytes,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZero,
    time::Duration,
};

#[derive(Kiln)]
struct Tree {
    label: String,
    children: Vec<Tree>,
    left: Option<Box<Tree>>,
    tags: BTreeMap<u16, Vec<u32>>,
}

#[derive(Kiln)]
enum Shape {
    Nothing,
    Named { name: String, ids: BTreeSet<i16> },
    Many(Vec<(u8, char)>, [bool; 3]),
    Refined(Vec<NonZero<u16>>, Duration),
}

/// Limits of which each may be the one that is passed.
fn limits(rng: &mut Rng) -> Limits {
    let count = rng.pick(&[0, 1, 2, 3, 5, 100]);
    let depth = rng.pick(&[0, 1, 2, 3, 128]);
    let alloc = rng.pick(&[0, 1, 31, 32, 63, 64, 100, 200, 500, 1000, 1 << 20]);
    Limits::default()
        .max_count(count)
        .max_depth(depth)
        .max_alloc(alloc)
}

/// Bytes of a frame of the schema with this body, which its checksum may or may not match.
fn framed<T: Describe>(rng: &mut Rng, body: &[u8]) -> Vec<u8> {
    let mut bytes = frame::to_vec(&()).unwrap();
    bytes[8..16].copy_from_slice(&T::TYPE_HASH.to_le_bytes());
    bytes[16..24].copy_from_slice(&(body.len() as u64).to_le_bytes());
    bytes[32..36].fill(0);
    bytes[6] = 1;
    bytes.extend(body);
    if rng.below(3) == 0 {
        let at = rng.below(bytes.len());
        bytes[at] ^= 1 << rng.below(8);
    }
    bytes.truncate(bytes.len() - rng.pick(&[0, 0, 0, 1]));
    bytes.extend(rng.pick(&[&b""[..], b"", b"", b"x"]));
    bytes
}

fn error_is_the_decoders<T: Encode + for<'a> Decode<'a>>(rounds: usize) {
    let schema = T::SCHEMA;
    let mut rng = Rng(schema.type_hash() ^ 5);
    let mut errors = BTreeSet::new();
    for _ in 0..rounds {
        let bytes = some_bytes(&mut rng, schema);
        let limits = limits(&mut rng);
        let typed = limits.from_slice::<T>(&bytes).err();
        let found = limits.diagnose::<T>(&bytes);
        assert_eq!(
            found.as_ref().map(|f| f.error),
            typed,
            "{limits:?} {found:?}"
        );
        let untyped = limits.decode_value(schema, &bytes).err();
        let by_schema = limits.diagnose_value(schema, &bytes);
        assert_eq!(by_schema.as_ref().map(|f| f.error), untyped, "{limits:?}");
        for found in found.iter().chain(&by_schema) {
            assert!(found.offset <= bytes.len(), "{found}");
            assert!(!found.message.is_empty(), "{found}");
            errors.insert(found.error.name());
        }

        let bytes = framed::<T>(&mut rng, &bytes);
        let typed = limits.frame_from_slice::<T>(&bytes).err();
        let found = limits.diagnose_frame::<T>(&bytes);
        assert_eq!(
            found.as_ref().map(|f| f.error),
            typed,
            "{limits:?} {found:?}"
        );
        let untyped = limits.decode_value_frame(schema, &bytes).err();
        let by_schema = limits.diagnose_value_frame(schema, &bytes);
        assert_eq!(by_schema.as_ref().map(|f| f.error), untyped, "{limits:?}");
        for found in found.iter().chain(&by_schema) {
            assert!(found.offset <= bytes.len(), "{found}");
            assert!(!found.message.is_empty(), "{found}");
        }
    }
    assert!(errors.contains("LIMIT") && errors.len() >= 3, "{errors:?}");
}

#[test]
fn values_and_frames() {
    error_is_the_decoders::<Tree>(8_000);
    error_is_the_decoders::<Vec<Tree>>(8_000);
    error_is_the_decoders::<Shape>(8_000);
    error_is_the_decoders::<Vec<Shape>>(8_000);
    error_is_the_decoders::<BTreeMap<String, Vec<Option<u16>>>>(8_000);
    error_is_the_decoders::<(Vec<u8>, Option<Box<[u64; 4]>>, BTreeSet<[u8; 2]>)>(8_000);
    error_is_the_decoders::<(u8, kiln::tensor::TensorsBuf, String)>(8_000);
    error_is_the_decoders::<Vec<Box<Vec<Box<u32>>>>>(8_000);
}

#[test]
fn blocks() {
    let mut mutations = Mutations::new(77);
    let mut rng = Rng(78);
    for _ in 0..20_000 {
        let block = mutations.block();
        let limits = limits(&mut rng);
        let error = limits.tensors_from_slice(&block).err();
        let found = limits.diagnose_tensors(&block);
        assert_eq!(
            found.as_ref().map(|f| f.error),
            error,
            "{limits:?} {found:?}"
        );
        assert!(found.is_none_or(|f| f.offset <= block.len() && !f.message.is_empty()));
        let _ = Tensors::diagnose_all(&block);
    }
}
