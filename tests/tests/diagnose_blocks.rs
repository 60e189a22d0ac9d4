//! Diagnosis of tensor blocks: its error is the reader's, and the first fault is the one named.

use kiln::{
    Error, Limits, Schema, Step,
    tensor::{NewTensor, Tensors, TensorsBuilder},
};
use kiln_tests::{blocks::mutate::Mutations, golden};
use std::collections::BTreeSet;

#[test]
fn the_first_fault_is_the_readers() {
    let mut mutations = Mutations::new(21);
    let mut steps = BTreeSet::new();
    for _ in 0..20_000 {
        let block = mutations.block();
        let error = Tensors::from_slice(&block).err();
        let all = Tensors::diagnose_all(&block);
        let first = all.first().cloned();
        assert_eq!(first.as_ref().map(|f| f.error), error, "{first:?}");
        assert_eq!(Tensors::diagnose(&block), first);
        // In the order of the steps, each at a place inside the block.
        let step = |f: &kiln::Diagnosis| match f.step {
            Some(Step::Tensors(step)) => step,
            other => panic!("{other:?}"),
        };
        assert!(all.is_sorted_by_key(step), "{all:?}");
        for found in &all {
            assert!(found.offset <= block.len(), "{found}");
            steps.insert(step(found));
        }
        // As a field, with something around it.
        let schema = Schema::tuple(const { &[&Schema::U8, &Schema::Tensors] });
        let bytes = [&[7], &block[..]].concat();
        let inside = schema.diagnose(&bytes);
        assert_eq!(
            inside.as_ref().map(|f| f.error),
            schema.decode(&bytes).err()
        );
        if let (Some(inside), Some(first)) = (inside, first)
            && first.error != Error::Trailing
        {
            assert_eq!(inside.offset, first.offset + 1);
            assert_eq!(inside.path, format!(".1{}", first.path));
            assert_eq!(inside.message, first.message);
        }
    }
    assert_eq!(steps, (1..=12).collect());
}

#[test]
fn golden_blocks() {
    let said: Vec<String> = golden::of_kind("block")
        .iter()
        .filter_map(|case| {
            let found = Tensors::diagnose(&case.bytes);
            assert_eq!(
                found.as_ref().map(|f| f.error),
                case.outcome.as_ref().err().copied()
            );
            found.map(|found| format!("{}: {found}", case.name))
        })
        .collect();
    let expected = "\
kiln-v2-magic: FRAME at byte 0: a tensor block begins with KLNT, this begins with \"KLNX\" (step 1 of a tensor block)
kiln-v2-header-eof: EOF at byte 0: a tensor block has a header of 64 bytes, 63 are unread (step 1 of a tensor block)
kiln-v2-version: FRAME at byte 4: the version has to be 2, it is 3 (step 2 of a tensor block)
kiln-v2-count-cap: LIMIT at byte 8: a count of 16777217 tensors is above the cap of 16777216 (step 3 of a tensor block)
kiln-v2-directory-bytes: TYPE at byte 24: directory_bytes has to be 1 × 128 + 0 = 128, it is 129 (step 4 of a tensor block)
kiln-v2-directory-eof: EOF at byte 64: the directory ends at byte 192 of the block, 191 are there (step 5 of a tensor block)
kiln-v2-block-eof: EOF at byte 32: the block ends at its byte 200, 199 are there (step 6 of a tensor block)
kiln-v2-padding: TYPE at byte 327: padding before the payload is zero, this byte is 1 (step 7 of a tensor block)
kiln-v2-reserved: FRAME at byte 75 in [0]: reserved bytes of a descriptor are zero, these are not (step 8 of a tensor block)
kiln-v2-name-utf8: UTF8 at byte 320 in [0]: the name is no UTF-8 (step 8 of a tensor block)
kiln-v2-range: TYPE at byte 80 in [0]: the data ends at byte 9 of the payload, which has 8 (step 9 of a tensor block)
kiln-v2-shape-overflow: LIMIT at byte 96 in [0]: a shape of [4294967296, 4294967296] of f32 is more than 64 bits count (step 9 of a tensor block)
kiln-v2-overlap: TYPE at byte 208 in [\"w\"]: the data begins at byte 4 of the payload, the data before it ends at 8 (step 9 of a tensor block)
kiln-v2-offset: TYPE at byte 80 in [0]: data_off has to be 0, it is 64 (step 10 of a tensor block)
kiln-v2-gap: TYPE at byte 447: bytes between tensors are zero, this one is 1 (step 10 of a tensor block)
kiln-v2-bool: TYPE at byte 194 in [0]: a bool is 0 or 1, this byte is 2 (step 11 of a tensor block)
kiln-v2-nibble: TYPE at byte 449 in [\"w\"]: the high half of the last byte is zero behind an odd count, it is not (step 11 of a tensor block)
kiln-v2-quant-scale: TYPE at byte 160 in [\"q\"]: quantization: Q10: references name other tensors of this block, all different (step 11 of a tensor block)
kiln-v2-trailing: TRAILING at byte 200: the value is complete, and 1 byte is left over (step 12 of a tensor block)";
    assert_eq!(said.join("\n"), expected);
}

#[test]
fn all_faults_of_a_block() {
    let mut block = TensorsBuilder::new()
        .add(NewTensor::from_slice("a", &[2], &[1u8, 2]))
        .add(NewTensor::from_bools("b", &[2], &[true, false]))
        .add(NewTensor::from_slice("c", &[1], &[1u16]))
        .to_vec()
        .expect("a block");
    block[64 + 0x20] = 3;
    block[64 + 2 * 128 + 8] = 0x77;
    let payload = block.len() - 64 - 2;
    block[payload] = 2;
    let all: Vec<String> = Tensors::diagnose_all(&block)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        all,
        [
            "TYPE at byte 88 in [\"a\"]: a shape of [3] of u8 takes 3 bytes, data_len is 2 (step 9 of a tensor block)",
            "TYPE at byte 328 in [\"c\"]: there is no dtype 0x77 (step 9 of a tensor block)",
            &format!(
                "TYPE at byte {payload} in [\"b\"]: a bool is 0 or 1, this byte is 2 (step 11 of a tensor block)"
            ),
        ]
    );
}

#[test]
fn limits_apply() {
    let mut builder = TensorsBuilder::new();
    for i in 0..20 {
        builder.add(NewTensor::from_slice(format!("t{i}"), &[1], &[1u8]));
    }
    let block = builder.to_vec().expect("a block");
    for limits in [
        Limits::default().max_count(19),
        Limits::default().max_alloc(8),
    ] {
        let error = limits.tensors_from_slice(&block).err();
        assert_eq!(error, Some(Error::Limit));
        let found = limits.diagnose_tensors(&block).expect("a fault");
        assert_eq!(Some(found.error), error, "{found}");
        let error = limits.decode_value(&Schema::Tensors, &block).err();
        let found = limits
            .diagnose_value(&Schema::Tensors, &block)
            .expect("a fault");
        assert_eq!(Some(found.error), error, "{found}");
    }
}
