//! Properties that every block has, accepted or not, over blocks that are nearly right. How they
//! compare with another reader is what the binary `peer_blocks` is for.

use kiln::tensor::{Directory, Prefix, Tensors, TensorsBuilder};
use kiln_tests::blocks::mutate::Mutations;
use kiln_tests::blocks::seeds;

/// The same tensors, written again.
fn again(tensors: &Tensors<'_>) -> Vec<u8> {
    let mut builder = TensorsBuilder::new();
    for tensor in tensors {
        builder.add(tensor);
    }
    builder
        .to_vec()
        .expect("what a reader accepts can be built")
}

#[test]
fn what_is_accepted_has_one_encoding_and_answers_everything() {
    let mut mutations = Mutations::new(7);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let block = mutations.block();
        let result = Tensors::from_slice(&block);
        if let Ok(tensors) = &result {
            accepted += 1;
            assert_eq!(again(tensors), block);
            for (position, tensor) in tensors.iter().enumerate() {
                if !tensor.name().is_empty() {
                    assert_eq!(tensors.index(tensor.name()), Some(position));
                }
                if let Ok(values) = tensor.dequantize() {
                    assert_eq!(values.len() as u64, tensor.len());
                }
                assert_eq!(
                    tensor.to_vec::<f32>().is_some(),
                    tensor.dtype().name() == "f32"
                );
            }
        }
        // The directory never refuses what the whole reader accepts, and agrees on every fault up
        // to step 9: all that is no TYPE.
        match (Directory::from_prefix(&block, block.len() as u64), &result) {
            (Ok(Prefix::Complete(directory)), Ok(tensors)) => {
                for (entry, tensor) in directory.iter().zip(tensors) {
                    let (start, end) = (entry.range().start, entry.range().end);
                    let range = usize::try_from(start).unwrap()..usize::try_from(end).unwrap();
                    assert_eq!(&block[range], tensor.data());
                    assert_eq!(entry.name(), tensor.name());
                }
            }
            (Ok(Prefix::Complete(_)), Err(error)) => {
                assert!(matches!(error, kiln::Error::Type | kiln::Error::Trailing));
            }
            (Err(ours), Err(error)) => assert_eq!(ours, *error),
            (directory, _) => panic!("{directory:?}"),
        }
    }
    assert!(accepted > 2_000, "{accepted}");
}

/// The fields in which another value can be as right as the first: everything else of a block
/// follows from its tensors, and a flip there is a fault.
fn is_free(block: &[u8], byte: usize) -> bool {
    let number = |at: usize| u64::from_le_bytes(block[at..at + 8].try_into().unwrap());
    let field = |at: usize| usize::try_from(number(at)).unwrap();
    let (count, names) = (field(8), field(16));
    let heap = 64 + 128 * count;
    if byte < 64 {
        return false;
    }
    if byte >= heap {
        return byte < heap + names;
    }
    let descriptor = 64 + (byte - 64) / 128 * 128;
    let no_data = field(descriptor + 0x18) == 0;
    match byte - descriptor {
        // Another dtype of the same size, another scale, zero point, axis, reference.
        0x08..0x0a | 0x60..0x80 => true,
        // Another shape without elements.
        0x0a | 0x20..0x60 => no_data,
        _ => false,
    }
}

#[test]
fn a_flipped_bit_is_refused_or_means_something_else() {
    let mut other_meaning = 0;
    for block in seeds::blocks() {
        let tensors = Tensors::from_slice(&block).unwrap();
        let base = block.len() - tensors.iter().map(|t| t.data().len()).sum::<usize>();
        let ranges: Vec<_> = tensors.iter().map(|t| t.data().as_ptr_range()).collect();
        assert!(base >= 64);
        for byte in 0..block.len() {
            let place = &raw const block[byte];
            if ranges.iter().any(|range| range.contains(&place)) {
                continue;
            }
            for bit in 0..8 {
                let mut flipped = block.clone();
                flipped[byte] ^= 1 << bit;
                if let Ok(other) = Tensors::from_slice(&flipped) {
                    assert!(is_free(&block, byte), "byte {byte:#x}, bit {bit}");
                    assert_eq!(again(&other), flipped);
                    other_meaning += 1;
                }
            }
        }
    }
    assert!(other_meaning > 0);
}

#[test]
fn every_seed_is_accepted_and_built_again() {
    for block in seeds::blocks() {
        let tensors = Tensors::from_slice(&block).unwrap();
        assert_eq!(again(&tensors), block);
        assert_eq!(tensors.to_buf().unwrap().as_bytes(), block);
        // Cut anywhere, it is EOF; a prefix of any length is enough for the directory or says how
        // much is.
        for len in 0..block.len() {
            assert_eq!(
                Tensors::from_slice(&block[..len]).err(),
                Some(kiln::Error::Eof)
            );
        }
    }
}
