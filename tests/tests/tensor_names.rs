//! Names: found, told apart, and never slow, whoever made them.

use kiln::Error;
use kiln::tensor::{BuildError, NewTensor, Tensors, TensorsBuilder};
use kiln_tests::blocks::{RawTensor, Rng, assemble, dtype as d};

/// The hash that the index uses, to make names that collide.
#[path = "../../kiln/src/tensor/hash.rs"]
mod hash;

/// Tensors without elements, of these names.
fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<RawTensor> {
    let one = |name| RawTensor::new(name, d::U8, &[0], &[]);
    names.into_iter().map(one).collect()
}

/// All names are found, a duplicate is refused by reader and builder.
fn check(names: &[String]) {
    let mut set = named(names.iter().map(String::as_str));
    let block = assemble(&set);
    let tensors = Tensors::from_slice(&block).unwrap();
    for (position, name) in names.iter().enumerate() {
        assert_eq!(tensors.index(name), Some(position));
    }
    assert_eq!(tensors.index("not there"), None);
    assert_eq!(tensors.index(""), None);
    assert!(tensors.names().eq(names));

    let (first, second) = (names.len() / 3, names.len() - 1);
    set[second].name = set[first].name.clone();
    assert_eq!(
        Tensors::from_slice(&assemble(&set)).err(),
        Some(Error::Type)
    );
    let mut builder = TensorsBuilder::new();
    for tensor in &set {
        let name = std::str::from_utf8(&tensor.name).unwrap();
        builder.add(NewTensor::from_slice::<u8>(name, &[0], &[]));
    }
    assert_eq!(
        builder.to_vec(),
        Err(BuildError::DuplicateName { first, second })
    );
}

#[test]
fn few_and_many() {
    for count in [2, 8, 9, 10, 100, 1000] {
        let names: Vec<String> = (0..count)
            .map(|i| format!("layers.{i}.mlp.weight"))
            .collect();
        check(&names);
    }
}

/// Lengths around those at which the hash takes another path.
#[test]
fn names_of_every_length() {
    let names: Vec<String> = (1..200).map(|len| "x".repeat(len)).collect();
    check(&names);
    let names: Vec<String> = (0..64)
        .map(|at| (0..64).map(|i| if i == at { 'y' } else { 'x' }).collect())
        .collect();
    check(&names);
    check(&["a".repeat(65_535), "a".repeat(65_534)]);
}

#[test]
fn unnamed_tensors_are_nobody() {
    let mut set = named([""; 50]);
    set.extend(named(["a", "b"]));
    let block = assemble(&set);
    let tensors = Tensors::from_slice(&block).unwrap();
    assert_eq!(tensors.index("a"), Some(50));
    assert_eq!(tensors.index("b"), Some(51));
    assert_eq!(tensors.index(""), None);
    let block = assemble(&named([""; 50]));
    assert!(Tensors::from_slice(&block).unwrap().get("a").is_none());
}

/// One place in the table for all, so that the index gives the table up.
#[test]
fn names_at_one_place_of_the_table() {
    let names: Vec<String> = (0..)
        .map(|i| format!("t{i}"))
        .filter(|name| hash::hash(name.as_bytes()) & 2047 == 0)
        .take(600)
        .collect();
    check(&names);
}

/// Names with one and the same hash: a factor of the multiplication is made zero.
fn hostile(count: usize) -> Vec<String> {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    // What the second block has to begin with depends on the state behind the first, which is
    // looked for until it is text. Two names that differ only behind it then collide.
    const A: u64 = 0x9e37_79b9_7f4a_7c15;
    const B: u64 = 0xd1b5_4a32_d192_ed03;
    let mut rng = Rng(1);
    let (first, zero) = loop {
        let first: [u8; 16] = std::array::from_fn(|_| rng.pick(LETTERS));
        let low = u64::from_le_bytes(first[..8].try_into().unwrap());
        let high = u64::from_le_bytes(first[8..].try_into().unwrap());
        let product = u128::from(A ^ 32 ^ low) * u128::from(high ^ B);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the halves are what is wanted"
        )]
        let state = (product as u64 ^ (product >> 64) as u64).to_le_bytes();
        if state.iter().all(|byte| (0x20..0x7f).contains(byte)) {
            break (first, state);
        }
    };
    let name =
        |i| String::from_utf8([&first[..], &zero, format!("{i:08}").as_bytes()].concat()).unwrap();
    let names: Vec<String> = (0..count).map(name).collect();
    let of = |name: &String| hash::hash(name.as_bytes());
    assert!(
        names.iter().all(|name| of(name) == of(&names[0])),
        "the attack no longer works: find another"
    );
    names
}

#[test]
fn names_of_one_hash() {
    check(&hostile(1000));
}

/// A quadratic search would take minutes.
#[test]
fn two_hundred_thousand_names_are_no_work() {
    let honest: Vec<String> = (0..200_000)
        .map(|i| format!("model.layers.{i}.weight"))
        .collect();
    for names in [honest, hostile(200_000)] {
        let block = assemble(&named(names.iter().map(String::as_str)));
        let tensors = Tensors::from_slice(&block).unwrap();
        assert_eq!(tensors.index(&names[123_456]), Some(123_456));
        assert_eq!(tensors.len(), 200_000);
    }
}
