//! The rows of docs/types.md, and what a test of one holds a type to.

use kiln::{Decode, Describe, Encode, Error, Limits, Schema};
use kiln_tests::{check, hex};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// A row, and the errors that its test has seen.
pub(crate) struct Row {
    schema: String,
    minimum: String,
    refused: String,
    seen: RefCell<BTreeSet<&'static str>>,
}

/// The cells of all rows.
fn cells() -> Vec<Vec<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/types.md");
    let text = std::fs::read_to_string(path).expect("docs/types.md is in the repository");
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let plain = |cell: &str| cell.trim().replace('`', "");
    rows.map(|row| row.trim_matches('|').split('|').map(plain).collect())
        .collect()
}

/// The first cells of all rows, in order.
pub(crate) fn names() -> Vec<String> {
    cells()
        .into_iter()
        .map(|mut cells| cells.remove(0))
        .collect()
}

impl Row {
    pub(crate) fn of(name: &str) -> Self {
        let row = cells().into_iter().find(|cells| cells[0] == name);
        let row = row.unwrap_or_else(|| panic!("docs/types.md has no row {name}"));
        let [_, schema, minimum, refused] = <[String; 4]>::try_from(row).expect("four cells");
        Self {
            schema,
            minimum,
            refused,
            seen: RefCell::default(),
        }
    }

    /// The type has the row's schema, with these words for its parameters, and this minimum.
    pub(crate) fn is<T: Encode + Decode<'static>>(&self, words: &[(&str, &str)], minimum: usize) {
        self.describes::<T>(words, minimum);
        let none = kiln::from_slice::<T>(&[]).err();
        assert_eq!(none, (minimum > 0).then_some(Error::Eof));
    }

    /// [`is`](Self::is), for what can only be written.
    pub(crate) fn describes<T: Describe>(&self, words: &[(&str, &str)], minimum: usize) {
        let mut text = String::new();
        let mut word = String::new();
        for c in self.schema.chars().chain(['\n']) {
            if c.is_alphanumeric() {
                word.push(c);
                continue;
            }
            let meant = words.iter().find(|(stands, _)| *stands == word);
            text.push_str(meant.map_or(word.as_str(), |(_, meant)| meant));
            text.push(c);
            word.clear();
        }
        let text = text.trim_end();
        assert_eq!(T::SCHEMA.to_string(), text);
        let parsed: Schema = text.parse().expect("a schema");
        assert_eq!(&parsed, T::SCHEMA);
        assert_eq!(parsed.type_hash(), T::TYPE_HASH);
        assert_eq!(T::MIN_SIZE, minimum, "{text}");
        assert_eq!(parsed.min_size(), minimum as u64, "{text}");
        if let Ok(stated) = self.minimum.parse::<usize>() {
            assert_eq!(stated, minimum, "{text}");
        }
    }

    /// The value has these bytes, both ways; they decode no shorter, and damaged they are canonical.
    pub(crate) fn travels<T>(&self, value: T, bytes: &str)
    where
        T: Encode + Decode<'static> + PartialEq + Debug,
    {
        let bytes = hex::bytes(bytes).leak();
        assert_eq!(kiln::to_vec(&value).as_deref(), Ok(&*bytes), "{value:?}");
        assert_eq!(kiln::encoded_size(&value), bytes.len());
        assert_eq!(kiln::from_slice::<T>(bytes).as_ref(), Ok(&value));
        let long = [&*bytes, &[0xaa]].concat().leak();
        let (read, rest) = kiln::from_prefix::<T>(long).expect("a value and more");
        assert_eq!((read, rest), (value, &[0xaa][..]));
        assert_eq!(kiln::from_slice::<T>(long), Err(Error::Trailing));
        for len in 0..bytes.len() {
            let cut = kiln::from_slice::<T>(&bytes[..len]);
            assert_eq!(cut, Err(Error::Eof), "{len} bytes");
        }
        for at in 0..bytes.len() * 8 {
            let mut flipped = bytes.to_vec();
            flipped[at / 8] ^= 1 << (at % 8);
            let flipped: &'static [u8] = flipped.leak();
            if let Ok(value) = kiln::from_slice::<T>(flipped) {
                assert_eq!(kiln::to_vec(&value).as_deref(), Ok(flipped));
            }
        }
    }

    /// A float keeps every bit, alone and in a list.
    pub(crate) fn bits<T, const N: usize>(&self, value: T, bits: [u8; N], of: fn(T) -> [u8; N])
    where
        T: Encode + Decode<'static> + Copy + Debug,
    {
        assert_eq!(kiln::to_vec(&value).as_deref(), Ok(&bits[..]));
        let read: T = kiln::from_slice(bits.to_vec().leak()).expect("a float");
        assert_eq!(of(read), bits);
        let list = kiln::to_vec(&[value, value]).expect("an array").leak();
        let [first, second] = kiln::from_slice::<[T; 2]>(list).expect("two floats");
        assert_eq!((of(first), of(second)), (bits, bits));
    }

    /// These bytes are refused so.
    pub(crate) fn refuses<T: Decode<'static>>(&self, bytes: &str, error: Error) {
        self.refuses_quietly::<T>(bytes, error);
        let _ = self.seen.borrow_mut().insert(error.name());
    }

    /// These bytes are refused so by a part of the type, which has a row of its own.
    pub(crate) fn refuses_quietly<T: Decode<'static>>(&self, bytes: &str, error: Error) {
        let bytes = hex::bytes(bytes).leak();
        assert_eq!(kiln::from_slice::<T>(bytes).err(), Some(error), "{bytes:?}");
        assert_eq!(
            kiln::from_prefix::<T>(bytes).err(),
            Some(error),
            "{bytes:?}"
        );
    }

    /// This value cannot be written.
    pub(crate) fn unwritten<T: Encode>(&self, value: &T, error: Error) {
        assert_eq!(check::unwritten(Limits::default(), value), error);
        let _ = self.seen.borrow_mut().insert(error.name());
    }

    /// The errors that the row names are those that the test has seen.
    pub(crate) fn finish(self) {
        let all = [
            "FRAME", "LIMIT", "EOF", "TYPE", "UTF8", "TRAILING", "SCHEMA",
        ];
        let words = |text: &str| {
            text.split(|c: char| !c.is_alphanumeric())
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let named = words(&self.refused);
        let named: BTreeSet<&str> = all
            .into_iter()
            .filter(|name| named.iter().any(|word| word == name))
            .collect();
        assert_eq!(named, self.seen.into_inner(), "{}", self.refused);
    }
}
