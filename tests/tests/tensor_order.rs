//! The order within a step: descriptors in index order, and within one the checks as they are
//! written. `tensor_steps` has the order of the steps.

use kiln::Error::{self, Limit, Type, Utf8};
use kiln::tensor::Tensors;
use kiln_tests::blocks::{RawTensor, assemble, dtype as d};

/// A change of a tensor's descriptor, by its fields.
type Change = &'static [(usize, u64, usize)];

const OFF: usize = 0x10;
const LEN: usize = 0x18;
const DIM0: usize = 0x20;
const DIM1: usize = 0x28;

// The faults of step 9 (a) in the order in which it names them, each alone on a u8 of [4, 4].
const BEYOND: Change = &[(OFF, u64::MAX, 8)];
const DTYPE: Change = &[(0x08, 0x24, 2)];
const RANK: Change = &[(0x0a, 9, 1)];
const PAST: Change = &[(0x30, 1, 8)];
const BLOCK: Change = &[(0x08, 0x50, 2), (0x68, 1, 4)];
const PRODUCT: Change = &[(DIM0, 1 << 32, 8), (DIM1, 1 << 32, 8)];
const BITS: Change = &[(DIM0, 1 << 31, 8), (DIM1, 1 << 31, 8)];
const LENGTH: Change = &[(LEN, 15, 8)];

fn block(texts: [(&[u8], &[u8]); 2], changes: &[(usize, Change)]) -> Vec<u8> {
    let tensors = texts.map(|(name, layout)| RawTensor {
        name: name.into(),
        layout: layout.into(),
        ..RawTensor::new("", d::U8, &[4, 4], &[1; 16])
    });
    let mut block = assemble(&tensors);
    for (tensor, change) in changes {
        for (at, value, size) in *change {
            let place = 64 + 128 * tensor + at;
            block[place..place + size].copy_from_slice(&value.to_le_bytes()[..*size]);
        }
    }
    block
}

fn shaped(changes: &[(usize, Change)]) -> Option<Error> {
    Tensors::from_slice(&block([(b"a", b""), (b"b", b"")], changes)).err()
}

#[test]
fn one_descriptor_of_step_9() {
    assert_eq!(shaped(&[]), None);
    for (change, error) in [
        (BEYOND, Type),
        (DTYPE, Type),
        (RANK, Type),
        (PAST, Type),
        (BLOCK, Type),
        (PRODUCT, Limit),
        // 2^62 elements of 8 bits.
        (BITS, Limit),
        (LENGTH, Type),
    ] {
        assert_eq!(shaped(&[(1, change)]), Some(error), "{change:x?}");
    }
    // What is named before the overflow wins over it, and it over what is named after.
    for overflow in [PRODUCT, BITS] {
        for before in [BEYOND, DTYPE, RANK, PAST, BLOCK] {
            let both = shaped(&[(0, before), (0, overflow)]);
            assert_eq!(both, Some(Type), "{before:x?} {overflow:x?}");
        }
        assert_eq!(shaped(&[(0, overflow), (0, LENGTH)]), Some(Limit));
    }
}

#[test]
fn two_descriptors_of_step_9() {
    for overflow in [PRODUCT, BITS] {
        for other in [BEYOND, DTYPE, RANK, PAST, BLOCK, LENGTH] {
            let (first, second) = ([(0, overflow), (1, other)], [(0, other), (1, overflow)]);
            assert_eq!(shaped(&first), Some(Limit), "{other:x?}");
            assert_eq!(shaped(&second), Some(Type), "{other:x?}");
        }
        // (a) is finished before (b): the first range over the second is told last.
        let over: Change = &[(OFF, 0, 8)];
        assert_eq!(shaped(&[(1, over)]), Some(Type));
        assert_eq!(shaped(&[(1, over), (1, overflow)]), Some(Limit));
    }
}

#[test]
fn texts_of_step_8() {
    let bad: &[u8] = b"\xff";
    let control: &[u8] = b"\x7f";
    let both: &[u8] = b"\x1f\xff"; // not UTF-8, before a look at its characters
    let fine: &[u8] = b"x";
    for (texts, error) in [
        ([(bad, control), (fine, fine)], Utf8),
        ([(control, bad), (fine, fine)], Type),
        ([(both, fine), (fine, fine)], Utf8),
        ([(fine, both), (control, fine)], Utf8),
        ([(fine, control), (bad, fine)], Type),
        ([(fine, bad), (control, fine)], Utf8),
        // A character cut in two by the end of the name, whole in the heap.
        ([(b"\xc3", b"\xbc"), (fine, fine)], Utf8),
        ([(b"a", b"\xc3"), (b"\xbc", fine)], Utf8),
    ] {
        let found = Tensors::from_slice(&block(texts, &[])).err();
        assert_eq!(found, Some(error), "{texts:x?}");
    }

    // Where a text has to be is asked for each descriptor before its text, and behind the texts of
    // those before.
    let moved: Change = &[(0, 9, 4)];
    let of = |texts, tensor| Tensors::from_slice(&block(texts, &[(tensor, moved)])).err();
    assert_eq!(of([(bad, fine), (fine, fine)], 0), Some(Type));
    assert_eq!(of([(bad, fine), (fine, fine)], 1), Some(Utf8));
    // (b) is finished before (d): two equal names, and behind them a text that is none.
    assert_eq!(of([(fine, b""), (fine, b"")], 1), Some(Type));
    let equal = block([(fine, b""), (fine, bad)], &[]);
    assert_eq!(Tensors::from_slice(&equal).err(), Some(Utf8));
}

#[test]
fn characters_at_the_edge() {
    for fine in [
        " ",
        "~",
        "\u{80}",
        "\u{9f}",
        "\u{feff}",
        "\u{feff}a",
        "\u{10ffff}",
        "\u{d7ff}",
    ] {
        let bytes = block([(fine.as_bytes(), fine.as_bytes()), (b"b", b"")], &[]);
        let tensors = Tensors::from_slice(&bytes).unwrap();
        // As it is: a byte order mark is text like any other.
        assert_eq!(tensors.get(fine).map(|t| t.layout()), Some(fine));
    }
    // Surrogates, overlong forms, beyond U+10FFFF, half a character.
    let none: [&[u8]; 5] = [
        b"\xed\xa0\x80",
        b"\xc0\xaf",
        b"\xf4\x90\x80\x80",
        b"\xc2",
        b"\x80",
    ];
    for text in none {
        let name = Tensors::from_slice(&block([(text, b""), (b"b", b"")], &[])).err();
        let layout = Tensors::from_slice(&block([(b"a", b""), (b"b", text)], &[])).err();
        assert_eq!((name, layout), (Some(Utf8), Some(Utf8)), "{text:x?}");
    }
    // A name and what it begins are two names.
    let prefix = block([(b"a", b"b"), (b"ab", b"")], &[]);
    assert_eq!(Tensors::from_slice(&prefix).map(|t| t.len()), Ok(2));
}

/// Twenty plain tensors, of which two have a fault: the one of the earlier part of the steps is told,
/// wherever it is. Each is alone in its error, but for TYPE, which stands before and behind LIMIT.
#[test]
fn two_faults_among_plain_tensors() {
    let tensors: Vec<RawTensor> = (0..20)
        .map(|i| RawTensor::new(&format!("name-{i:02}"), d::U8, &[8, 8], &[1; 64]))
        .collect();
    let fine = assemble(&tensors);
    assert_eq!(Tensors::from_slice(&fine).map(|t| t.len()), Ok(20));
    let heap = 64 + 20 * 128;
    let put = |at: usize, bytes: Vec<u8>| {
        move |block: &mut Vec<u8>, tensor: usize| {
            let place = 64 + 128 * tensor + at;
            block[place..place + bytes.len()].copy_from_slice(&bytes);
        }
    };
    let name = |text: &'static [u8]| {
        move |block: &mut Vec<u8>, tensor: usize| {
            block[heap + 7 * tensor..][..7].copy_from_slice(text);
        }
    };
    let word = |value: u64| value.to_le_bytes().to_vec();
    type Fault<'a> = (Error, Box<dyn Fn(&mut Vec<u8>, usize) + 'a>);
    let faults: Vec<Fault<'_>> = vec![
        (Error::Frame, Box::new(put(0x0b, vec![1]))), // 8 (a)
        (Error::Frame, Box::new(put(0x0f, vec![0x80]))),
        (Utf8, Box::new(name(b"name-\xc3-"))),       // 8 (b)
        (Type, Box::new(name(b"name-10"))),          // 8 (d), in all but one
        (Limit, Box::new(put(DIM0, word(1 << 61)))), // 9 (a)
        (Type, Box::new(put(OFF, word(1)))),         // 9 (b) or 10
    ];
    for (i, (error, early)) in faults.iter().enumerate() {
        for place in [0, 5, 19] {
            let mut block = fine.clone();
            early(&mut block, place);
            assert_eq!(
                Tensors::from_slice(&block).err(),
                Some(*error),
                "{i} at {place}"
            );
        }
        for (j, (_, late)) in faults.iter().enumerate().skip(i + 1) {
            for (first, second) in [(0, 19), (19, 0), (5, 6), (6, 5)] {
                let mut block = fine.clone();
                late(&mut block, second);
                early(&mut block, first);
                let found = Tensors::from_slice(&block).err();
                assert_eq!(found, Some(*error), "{i} at {first}, {j} at {second}");
            }
        }
    }

    // In one descriptor: where a name stands, its text, and a range.
    let mut block = fine.clone();
    put(0, vec![0xff])(&mut block, 3); // 8 (b), name_off
    put(DIM0, word(1 << 61))(&mut block, 3);
    assert_eq!(Tensors::from_slice(&block).err(), Some(Type));
    name(b"name-\xc3-")(&mut block, 4); // behind it
    assert_eq!(Tensors::from_slice(&block).err(), Some(Type));
    name(b"name-\xc3-")(&mut block, 2); // before it
    assert_eq!(Tensors::from_slice(&block).err(), Some(Utf8));
}
