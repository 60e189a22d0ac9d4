//! The first fault in the order of the format wins, whatever is checked ahead for speed.

use kiln::{Decode, Encode, Error, Kiln, Limits};
use kiln_tests::check::canonical;
use kiln_tests::hex;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::NonZero;
use std::rc::Rc;
use std::time::Duration;

/// The outcome of a type for these bytes, by every entry point.
#[track_caller]
fn fails<T: Kiln>(bytes: &str, error: Error) {
    let bytes = hex::bytes(bytes);
    let read = canonical::<T>(&bytes).err();
    assert_eq!(read, Some(error), "{}", T::SCHEMA);
}

#[test]
fn a_key_then_its_place_then_its_value() {
    use Error::{Eof, Type, Utf8};
    type Map = BTreeMap<u8, bool>;
    fails::<Map>("02000000 02 02 01 01", Type); // the first value
    fails::<Map>("02000000 02 01 01 02", Type); // the place of the second key
    fails::<HashMap<u8, String>>("02000000 02 00000000 02 010000", Eof); // the five steps come before all
    fails::<HashMap<u8, String>>("02000000 02 00000000 02 01000000 ff", Type);
    fails::<HashMap<u8, String>>("02000000 01 00000000 02 01000000 ff", Utf8);
    fails::<BTreeMap<String, u8>>("02000000 01000000 62 01 01000000 ff 01", Utf8); // the key before its place
    fails::<BTreeMap<String, u8>>("02000000 01000000 62 01 01000000 61", Type); // its place before the end
    fails::<BTreeMap<String, u8>>("02000000 01000000 62 01 01000000 63", Eof);
    fails::<BTreeMap<bool, NonZero<u8>>>("02000000 01 01 01 00", Type);
    fails::<BTreeMap<bool, u8>>("02000000 01 01 02 00", Type);
}

#[test]
fn an_element_of_a_set_then_its_place() {
    use Error::{Eof, Type, Utf8};
    fails::<BTreeSet<String>>("02000000 01000000 62 01000000 ff", Utf8);
    fails::<BTreeSet<String>>("02000000 01000000 62 01000000 61", Type);
    fails::<BTreeSet<String>>("02000000 01000000 62 02000000 61", Eof);
    fails::<BTreeSet<char>>("02000000 61000000 61000000", Type);
    fails::<BTreeSet<[u8; 2]>>("02000000 0100 00ff", Type);
    fails::<BTreeSet<i8>>("02000000 01 ff", Type);
    fails::<BTreeSet<u64>>("02000000 0001000000000000 0200000000000000", Type);
    fails::<BTreeSet<i128>>(
        &format!("02000000 {} {}", "00".repeat(16), "ff".repeat(16)),
        Type,
    );
}

#[test]
fn the_extent_of_an_array_comes_before_its_elements() {
    use Error::{Eof, Type, Utf8};
    fails::<[bool; 3]>("02 02", Eof);
    fails::<[bool; 3]>("01 02 00", Type);
    fails::<[bool; 3]>("01 02 00 00", Type);
    fails::<[bool; 3]>("01 01 00 00", Error::Trailing);
    fails::<[String; 2]>("01000000 ff 000000", Utf8); // two minimums are there
    fails::<[String; 2]>("01000000 ff 0000", Eof);
    fails::<Box<[bool; 3]>>("02 02", Eof);
    fails::<Rc<[String; 2]>>("01000000 ff 000000", Utf8);
    fails::<Box<[String; 2]>>("01000000 ff 0000", Eof);
    fails::<[[bool; 2]; 2]>("02 02 02", Eof);
    fails::<(u8, [bool; 3])>("00 02 02", Eof);
    fails::<(bool, [bool; 3])>("02 02 02", Type);
    fails::<[(bool, u32); 2]>("02 00000000 00 000000", Eof);
    fails::<[Vec<bool>; 2]>("01000000 02 00000000", Type);
}

#[derive(Kiln, Debug, PartialEq)]
struct Run {
    a: u16,
    on: bool,
    letter: char,
    rest: u32,
}

#[derive(Kiln, Debug, PartialEq)]
struct Between {
    head: Run,
    text: String,
    nonzero: NonZero<u8>,
    tail: u64,
}

#[derive(Kiln, Debug, PartialEq)]
enum Choice {
    None,
    Tuple(bool, u32),
    Named { on: bool, at: u32, run: Run },
    Array([bool; 2], u8),
}

/// Every way to stop early within fields of fixed size: before the bad byte EOF, after it TYPE.
fn cut<T: Kiln>(bytes: &str, bad: usize) {
    let bytes = hex::bytes(bytes);
    for len in 0..=bytes.len() {
        let expected = if len > bad { Error::Type } else { Error::Eof };
        let read = canonical::<T>(&bytes[..len]).err();
        assert_eq!(read, Some(expected), "{len} bytes of {}", T::SCHEMA);
    }
}

#[test]
fn a_run_of_fields_is_read_field_by_field_where_it_ends_early() {
    cut::<Run>("0000 02 00000000 00000000", 2);
    cut::<Run>("0000 01 00d80000 00000000", 6);
    cut::<(u16, bool, char, u32)>("0000 02 00000000 00000000", 2);
    cut::<(u16, (bool, char), u32)>("0000 01 00001100 00000000", 6);
    cut::<Between>("0000 02 00000000 00000000 00000000 00 0000000000000000", 2);
    cut::<Between>("0000 01 00000000 00000000 00000000 00 0000000000000000", 15);
    cut::<Choice>("01 02 00000000", 1);
    cut::<Choice>("02 02 00000000 0000 00 00000000 00000000", 1);
    cut::<Choice>("02 00 00000000 0000 02 00000000 00000000", 8);
    cut::<Choice>("04", 0);
    cut::<Result<(bool, u32), u8>>("00 02 00000000", 1);
    cut::<Option<(bool, u32)>>("01 02 00000000", 1);
    cut::<Duration>("0000000000000000 00ca9a3b", 11);
    cut::<(Duration, u8)>("0000000000000000 00ca9a3b 00", 11);
    cut::<(u8, bool, Duration)>("00 02 0000000000000000 00000000", 1);
    cut::<std::ops::Range<bool>>("02 00", 0);
    cut::<(NonZero<u64>, u64)>("0000000000000000 0000000000000000", 7);
    cut::<((bool,), ((u8,), bool))>("02 00 00", 0);
    // Of an array in a run, the extent comes first.
    fails::<Choice>("03 02", Error::Eof);
    fails::<Choice>("03 02 00", Error::Type);
    fails::<(u8, [bool; 2], u32)>("00 02", Error::Eof);
    fails::<(u8, [bool; 2], u32)>("00 02 00", Error::Type);
}

#[test]
fn a_list_is_all_there_before_its_first_element_is_read() {
    use Error::{Eof, Limit, Type};
    let run = "0000 02 00000000 00000000";
    fails::<Vec<Run>>(&format!("01000000 {run}"), Type);
    fails::<Vec<Run>>(&format!("02000000 {run}"), Eof);
    fails::<Vec<(u16, bool, char, u32)>>(&format!("02000000 {run}"), Eof);
    fails::<Vec<bool>>("02000000 02", Eof);
    fails::<Vec<bool>>("02000000 02 00", Type);
    // Variable elements: as many minimums must be there, then each in turn.
    fails::<Vec<Choice>>("03000000 01 02", Eof);
    fails::<Vec<Choice>>("02000000 01 02", Type);
    fails::<Vec<Choice>>("02000000 01 00", Eof);
    fails::<Vec<String>>("02000000 01000000 ff 000000", Error::Utf8);
    fails::<Vec<String>>("02000000 01000000 ff 0000", Eof);
    fails::<Vec<Vec<bool>>>("01000000 01000001", Limit);
    fails::<String>("01000001", Limit);
    fails::<String>("00000001", Eof);
    fails::<String>("000000", Eof);
    fails::<Vec<u8>>("ffffff", Eof);
}

#[test]
fn the_five_steps_in_order_with_a_small_cap() {
    fn outcome<T: Encode + for<'a> Decode<'a>>(bytes: &str) -> Option<Error> {
        let limits = Limits::default().max_count(2);
        limits.from_slice::<T>(&hex::bytes(bytes)).err()
    }
    assert_eq!(outcome::<String>("03000000"), Some(Error::Limit));
    assert_eq!(outcome::<String>("03000000 616263"), Some(Error::Limit));
    assert_eq!(outcome::<String>("02000000 61"), Some(Error::Eof));
    assert_eq!(outcome::<String>("02000000 ff61"), Some(Error::Utf8));
    assert_eq!(outcome::<String>("02000000 6161"), None);
    assert_eq!(
        outcome::<BTreeMap<u8, String>>("03000000"),
        Some(Error::Limit)
    );
    assert_eq!(
        outcome::<BTreeSet<u8>>("03000000 010203"),
        Some(Error::Limit)
    );
    assert_eq!(
        outcome::<Vec<String>>("02000000 03000000 00000000"),
        Some(Error::Limit)
    );
    assert_eq!(
        outcome::<Vec<String>>("02000000 00000000 000000"),
        Some(Error::Eof)
    );
    // Of two faults in two fields, the one in the first field.
    assert_eq!(outcome::<(String, bool)>("03000000 02"), Some(Error::Limit));
    assert_eq!(outcome::<(bool, String)>("02 03000000"), Some(Error::Type));
    // Left-over bytes come last.
    assert_eq!(outcome::<bool>("02 00"), Some(Error::Type));
    assert_eq!(outcome::<bool>("01 00"), Some(Error::Trailing));
}

#[derive(Kiln, Debug, PartialEq)]
struct Node {
    on: bool,
    next: Option<Box<Node>>,
}

#[derive(Kiln, Debug, PartialEq)]
struct Twin {
    on: bool,
    next: Option<Box<[Twin; 2]>>,
}

#[test]
fn depth_comes_before_anything_of_the_value() {
    let outcome = |depth: u32, bytes: &[u8]| {
        Limits::default()
            .max_depth(depth)
            .from_slice::<Node>(bytes)
            .err()
    };
    assert_eq!(outcome(0, &[]), Some(Error::Limit));
    assert_eq!(outcome(1, &[]), Some(Error::Eof));
    assert_eq!(outcome(1, &[2]), Some(Error::Type));
    assert_eq!(outcome(1, &[1, 0]), None);
    assert_eq!(outcome(1, &[1, 1]), Some(Error::Limit));
    assert_eq!(outcome(2, &[1, 1]), Some(Error::Eof));
    assert_eq!(outcome(1, &[1, 2]), Some(Error::Type));
    // Where an array stands between, its extent comes before the depth of its first element.
    let outcome = |bytes: &[u8]| {
        Limits::default()
            .max_depth(1)
            .from_slice::<Twin>(bytes)
            .err()
    };
    assert_eq!(outcome(&[1, 1, 0, 0, 0]), Some(Error::Eof));
    assert_eq!(outcome(&[1, 1, 0, 0, 0, 0]), Some(Error::Limit));
    // Siblings are not deeper than each other.
    let two = Limits::default().max_depth(2);
    assert!(two.from_slice::<Twin>(&[1, 1, 0, 0, 1, 0]).is_ok());
    assert!(
        two.from_slice::<Vec<Twin>>(&[2, 0, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0])
            .is_ok()
    );
}
