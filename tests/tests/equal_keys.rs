//! Keys that differ on the wire and are equal in memory. No value has both, so the second is TYPE: in a set behind the
//! element, in a map behind its value, and before any fault in what follows. Every collection says the same.

use indexmap::{IndexMap, IndexSet};
use kiln::{Decode, Describe, Error, Reader, Schema};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Text of which case does not count.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Fold(String);

impl Describe for Fold {
    const SCHEMA: &'static Schema = String::SCHEMA;
}

impl<'de> Decode<'de> for Fold {
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        String::decode(r).map(|text| Self(text.to_lowercase()))
    }
}

/// A count, then texts of one letter with what follows each.
fn entries(count: u8, entries: &[(u8, &[u8])]) -> Vec<u8> {
    let mut bytes = vec![count, 0, 0, 0];
    for (letter, rest) in entries {
        bytes.extend([1, 0, 0, 0, *letter]);
        bytes.extend(*rest);
    }
    bytes
}

#[track_caller]
fn sets(bytes: &[u8], expected: Result<usize, Error>) {
    let tree = kiln::from_slice::<BTreeSet<Fold>>(bytes).map(|set| set.len());
    assert_eq!(tree, expected, "BTreeSet");
    let table = kiln::from_slice::<HashSet<Fold>>(bytes).map(|set| set.len());
    assert_eq!(table, expected, "HashSet");
    let list = kiln::from_slice::<IndexSet<Fold>>(bytes).map(|set| set.len());
    assert_eq!(list, expected, "IndexSet");
}

#[track_caller]
fn maps(bytes: &[u8], expected: Result<usize, Error>) {
    let tree = kiln::from_slice::<BTreeMap<Fold, char>>(bytes).map(|map| map.len());
    assert_eq!(tree, expected, "BTreeMap");
    let table = kiln::from_slice::<HashMap<Fold, char>>(bytes).map(|map| map.len());
    assert_eq!(table, expected, "HashMap");
    let list = kiln::from_slice::<IndexMap<Fold, char>>(bytes).map(|map| map.len());
    assert_eq!(list, expected, "IndexMap");
}

#[test]
fn in_a_set() {
    sets(&entries(2, &[(b'A', &[]), (b'b', &[])]), Ok(2));
    sets(&entries(2, &[(b'A', &[]), (b'a', &[])]), Err(Error::Type));
    // Not neighbours, and then text that is none, or is not all there.
    let bad = [(b'A', &[][..]), (b'B', &[]), (b'a', &[]), (0xff, &[])];
    sets(&entries(4, &bad), Err(Error::Type));
    sets(
        &entries(4, &[bad[0], bad[1], (b'c', &[]), bad[3]]),
        Err(Error::Utf8),
    );
    let mut cut = entries(4, &bad);
    cut.pop();
    sets(&cut, Err(Error::Type));
    let cut = entries(3, &[(b'A', &[]), (b'B', &[9, 0, 0, 0])]);
    sets(&cut, Err(Error::Eof));
    let cut = entries(3, &[(b'A', &[]), (b'a', &[9, 0, 0, 0])]);
    sets(&cut, Err(Error::Type));
    // An element that is no text comes before what would be found behind it.
    sets(
        &entries(3, &[(b'A', &[]), (0xff, &[]), (b'a', &[])]),
        Err(Error::Utf8),
    );
}

#[test]
fn in_a_map() {
    let fine: &[u8] = &[b'x', 0, 0, 0];
    let bad: &[u8] = &[0, 0xd8, 0, 0];
    maps(&entries(2, &[(b'A', fine), (b'b', fine)]), Ok(2));
    maps(&entries(2, &[(b'A', fine), (b'a', fine)]), Err(Error::Type));
    // The value behind the second key, and the key behind that.
    maps(
        &entries(2, &[(b'A', fine), (b'a', &[b'x', 0, 0])]),
        Err(Error::Eof),
    );
    maps(
        &entries(3, &[(b'A', fine), (b'a', fine), (0xff, fine)]),
        Err(Error::Type),
    );
    maps(
        &entries(3, &[(b'A', fine), (b'b', fine), (0xff, fine)]),
        Err(Error::Utf8),
    );
    maps(
        &entries(3, &[(b'A', fine), (b'b', fine), (b'c', bad)]),
        Err(Error::Type),
    );
}
