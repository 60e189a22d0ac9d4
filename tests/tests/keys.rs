//! Sets and dicts of every kind of key, from every kind of collection, against a writer that collects
//! the keys' bytes, sorts them by the rule of the format, and writes them.

mod model;

use kiln::{Describe, Encode, Error, Kiln, Schema, Writer};
use model::Model;
use proptest::collection::vec;
use proptest::prelude::*;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use std::num::{NonZero, Saturating, Wrapping};
use std::rc::Rc;
use std::sync::Arc;

/// A key, and what the format says of it.
trait Key: Encode + Ord + Hash + Clone {
    /// Its bytes.
    fn model(&self) -> Model;
    /// Whether it comes before another one.
    fn before(&self, other: &Self) -> bool;
}

fn bytewise(a: &[u8], b: &[u8]) -> bool {
    for (a, b) in a.iter().zip(b) {
        if a != b {
            return a < b;
        }
    }
    a.len() < b.len()
}

macro_rules! numbers {
    ($($type:ident),*) => {$(
        impl Key for $type {
            fn model(&self) -> Model {
                Model::Raw(self.to_le_bytes().to_vec())
            }
            fn before(&self, other: &Self) -> bool {
                self < other
            }
        }
        impl Key for NonZero<$type> {
            fn model(&self) -> Model {
                self.get().model()
            }
            fn before(&self, other: &Self) -> bool {
                self.get() < other.get()
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, u128, i8, i16, i32, i64, i128);

macro_rules! like {
    ($([$($generics:tt)*] $type:ty: |$key:ident| $inner:expr;)*) => {$(
        impl<$($generics)*> Key for $type {
            fn model(&self) -> Model {
                let $key = self;
                $inner.model()
            }
            fn before(&self, other: &Self) -> bool {
                let $key = self;
                let this = $inner;
                let $key = other;
                this.before(&$inner)
            }
        }
    )*};
}

like! {
    [] bool: |key| u8::from(*key);
    [] char: |key| u32::from(*key);
    [K: Key] Wrapping<K>: |key| key.0.clone();
    [K: Key] Saturating<K>: |key| key.0.clone();
    [K: Key] Box<K>: |key| (**key).clone();
    [K: Key] Rc<K>: |key| (**key).clone();
    [K: Key] Arc<K>: |key| (**key).clone();
    [K: Key] &K: |key| (**key).clone();
    [K: Key] Cow<'_, K>: |key| (**key).clone();
    [] Cow<'_, str>: |key| key.to_string();
    [] Arc<str>: |key| key.to_string();
    [] &str: |key| key.to_string();
    [K: Key] Newtype<K>: |key| key.0.clone();
    [K: Key] Backwards<K>: |key| key.0.clone();
    [const N: usize] [NonZero<u8>; N]: |key| key.map(NonZero::get);
    [const N: usize] [Backwards<u8>; N]: |key| key.clone().map(|byte| byte.0);
}

impl Key for String {
    fn model(&self) -> Model {
        Model::text(self)
    }
    fn before(&self, other: &Self) -> bool {
        bytewise(self.as_bytes(), other.as_bytes())
    }
}

impl<const N: usize> Key for [u8; N] {
    fn model(&self) -> Model {
        Model::Raw(self.to_vec())
    }
    fn before(&self, other: &Self) -> bool {
        bytewise(self, other)
    }
}

/// A newtype with the `Ord` of what is in it.
#[derive(Kiln, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Newtype<K>(K);

/// A newtype whose `Ord` is not that of the wire.
#[derive(Kiln, Clone, PartialEq, Eq, Hash, Debug)]
struct Backwards<K>(K);

impl<K: Ord> Ord for Backwards<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.cmp(&self.0)
    }
}

impl<K: Ord> PartialOrd for Backwards<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Entries in the order of the format: each is put before the first one that it comes before.
fn in_order<K: Key>(keys: &[K]) -> Vec<(K, u16)> {
    let mut sorted: Vec<(K, u16)> = Vec::new();
    for (key, value) in keys.iter().zip(0..) {
        let place = sorted.partition_point(|(other, _)| !key.before(other));
        sorted.insert(place, (key.clone(), value));
    }
    sorted
}

/// Writes what an iterator gives, with no promise about its order.
struct Given<'k, K>(&'k [(K, u16)], bool);

impl<K: Describe> Describe for Given<'_, K> {
    const SCHEMA: &'static Schema = &Schema::dict(K::SCHEMA, u16::SCHEMA);
}

impl<K: Encode> Encode for Given<'_, K> {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        let Self(entries, dict) = self;
        if *dict {
            w.dict(entries.iter().map(|(key, value)| (key, value)))
        } else {
            w.set(entries.iter().map(|(key, _)| key))
        }
    }
    fn encoded_size(&self) -> usize {
        let value = if self.1 { 2 } else { 0 };
        let sizes = self.0.iter().map(|(key, _)| key.encoded_size() + value);
        4 + sizes.sum::<usize>()
    }
}

/// Collections of these keys, none of them twice, have the bytes of the naive writer.
fn check<K: Key>(keys: impl IntoIterator<Item = K>) {
    let mut seen = HashSet::new();
    let keys: Vec<K> = keys
        .into_iter()
        .filter(|key| seen.insert(key.clone()))
        .collect();
    let sorted = in_order(&keys);
    let set = Model::List(sorted.iter().map(|(key, _)| key.model()).collect()).bytes();
    let entry = |(key, value): &(K, u16)| {
        Model::All(vec![key.model(), Model::Raw(value.to_le_bytes().to_vec())])
    };
    let dict = Model::List(sorted.iter().map(entry).collect()).bytes();
    let bytes = |value: &dyn Fn() -> Result<Vec<u8>, Error>| value().expect("encodes");

    let pairs: Vec<(K, u16)> = keys.iter().cloned().zip(0..).collect();
    let what = K::SCHEMA;
    let tree: BTreeMap<K, u16> = pairs.iter().cloned().collect();
    assert_eq!(bytes(&|| kiln::to_vec(&tree)), dict, "{what}");
    let hashed: HashMap<K, u16> = pairs.iter().cloned().collect();
    assert_eq!(bytes(&|| kiln::to_vec(&hashed)), dict, "{what}");
    let inserted: indexmap::IndexMap<K, u16> = pairs.iter().cloned().collect();
    assert_eq!(bytes(&|| kiln::to_vec(&inserted)), dict, "{what}");
    let inserted: indexmap::IndexMap<K, u16> = sorted.iter().cloned().collect();
    assert_eq!(bytes(&|| kiln::to_vec(&inserted)), dict, "{what}");
    assert_eq!(bytes(&|| kiln::to_vec(&Given(&pairs, true))), dict);
    // Values that are maps themselves, and of no fixed size.
    let nested: HashMap<&K, (&BTreeMap<K, u16>, Option<&str>)> = keys
        .iter()
        .take(3)
        .map(|key| (key, (&tree, Some("a"))))
        .collect();
    let inner = |key: &K| {
        Model::All(vec![
            key.model(),
            Model::Raw(dict.clone()),
            Model::Tagged(1, Box::new(Model::text("a"))),
        ])
    };
    let outer = in_order(&keys[..keys.len().min(3)]);
    let outer = Model::List(outer.iter().map(|(key, _)| inner(key)).collect()).bytes();
    assert_eq!(bytes(&|| kiln::to_vec(&nested)), outer, "{what}");

    let tree: BTreeSet<K> = keys.iter().cloned().collect();
    assert_eq!(bytes(&|| kiln::to_vec(&tree)), set, "{what}");
    let hashed: HashSet<K> = keys.iter().cloned().collect();
    assert_eq!(bytes(&|| kiln::to_vec(&hashed)), set, "{what}");
    let inserted: indexmap::IndexSet<K> = keys.iter().cloned().collect();
    assert_eq!(bytes(&|| kiln::to_vec(&inserted)), set, "{what}");
    assert_eq!(bytes(&|| kiln::to_vec(&Given(&pairs, false))), set);

    // A key twice is no value, wherever the two stand. Without them, nothing is lost.
    for at in [0, keys.len() / 2, keys.len().saturating_sub(1)] {
        let Some(key) = keys.get(at) else { continue };
        let mut twice = pairs.clone();
        twice.push((key.clone(), 0));
        twice.rotate_right(at);
        assert_eq!(kiln::to_vec(&Given(&twice, true)), Err(Error::Type));
        assert_eq!(kiln::to_vec(&Given(&twice, false)), Err(Error::Type));
        twice.sort();
        assert_eq!(kiln::to_vec(&Given(&twice, true)), Err(Error::Type));
    }
}

/// The keys, and those keys in newtypes.
fn check_newtypes<K: Key>(keys: &[K]) {
    check(keys.iter().cloned());
    check(keys.iter().cloned().map(Backwards));
}

/// The keys in everything that leaves their bytes alone.
fn check_wrapped<K: Key>(keys: &[K]) {
    let keys = || keys.iter().cloned();
    check(keys().map(Newtype));
    check(keys().map(|key| Newtype(Backwards(Newtype(key)))));
    check(keys().map(Box::new));
    check(keys().map(Rc::new));
    check(keys().map(Arc::new));
    check(keys().map(Cow::<K>::Owned));
    check(keys().map(|key| Box::new(Backwards(key))));
    let all: Vec<K> = keys().collect();
    check(&all);
}

/// How many keys: to each way of sorting its share.
fn sized<S: Strategy>(key: impl Fn() -> S) -> impl Strategy<Value = Vec<S::Value>> {
    prop_oneof![
        vec(key(), 0..6),
        vec(key(), 10..24),
        vec(key(), 90..120),
        vec(key(), 620..700)
    ]
}

macro_rules! kinds {
    ($($test:ident: $key:expr;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(12))]
            $(
                #[test]
                fn $test(keys in sized(|| $key)) {
                    check_newtypes(&keys);
                }
            )*
        }
    };
}

kinds! {
    keys_bool: any::<bool>();
    keys_char: prop_oneof![any::<char>(), proptest::char::range('a', 'z')];
    keys_u8: any::<u8>();
    keys_u16: any::<u16>();
    keys_u32: prop_oneof![any::<u32>(), 0_u32..500];
    keys_u64: prop_oneof![any::<u64>(), 0_u64..500, Just(u64::MAX)];
    keys_u64_dense: 1_000_000_000_000_u64..1_000_000_000_500;
    keys_u128: prop_oneof![any::<u128>(), 0_u128..500];
    keys_u128_low: any::<u64>().prop_map(u128::from);
    keys_i8: any::<i8>();
    keys_i16: any::<i16>();
    keys_i32: prop_oneof![any::<i32>(), -200..200];
    keys_i64: prop_oneof![any::<i64>(), -200_i64..200];
    keys_i128: prop_oneof![any::<i128>(), -200_i128..200];
    keys_i128_low: any::<i64>().prop_map(i128::from);
    keys_array_1: any::<[u8; 1]>();
    keys_array_3: any::<[u8; 3]>();
    keys_array_20: prop_oneof![any::<[u8; 20]>(), any::<[u8; 4]>().prop_map(|end| {
        let mut key = [7; 20];
        key[16..].copy_from_slice(&end);
        key
    })];
    keys_nonzero: any::<NonZero<u16>>();
    keys_nonzero_signed: any::<NonZero<i64>>();
    keys_text: prop_oneof!["[a-c]{0,3}", "[ -~]{0,40}", "\\PC{0,20}"];
    keys_text_short: "[a-b\0]{0,9}";
    keys_text_one_beginning: "https://www.example.com/[a-d\0]{0,12}";
    keys_text_of_zeros: "\0{0,40}";
    keys_text_of_two_beginnings: "(users/of/the/first|users/of/the/second)/[0-9]{1,6}";
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn keys_of_more_types(texts in sized(|| "[a-f]{0,12}"), numbers in sized(any::<i32>), bytes in sized(any::<[NonZero<u8>; 2]>)) {
        check_wrapped(&texts);
        check_wrapped(&numbers);
        check(texts.iter().map(String::as_str));
        check(texts.iter().map(|text| Arc::<str>::from(text.as_str())));
        check(texts.iter().map(|text| Cow::Borrowed(text.as_str())));
        check(texts.iter().map(|text| Cow::<str>::Owned(text.clone())));
        check(numbers.iter().copied().map(Wrapping));
        check(numbers.iter().copied().map(Saturating));
        check(numbers.iter().copied().map(|n| Wrapping(Backwards(n))));
        check(bytes.iter().copied());
        check(bytes.iter().map(|key| key.map(|byte| Backwards(byte.get()))));
    }
}

#[test]
fn many_keys() {
    // More than two bytes tell apart; the words that sort them hold a position of 17 bits.
    let spread = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let numbers: HashSet<u64> = (0..70_000).map(spread).collect();
    let mut sorted: Vec<u64> = numbers.iter().copied().collect();
    sorted.sort_unstable();
    let model = Model::List(sorted.iter().map(Key::model).collect()).bytes();
    assert_eq!(kiln::to_vec(&numbers), Ok(model));
    let texts: HashSet<String> = (0..70_000).map(|n| format!("key {n}")).collect();
    let mut sorted: Vec<&String> = texts.iter().collect();
    sorted.sort_unstable_by(|a, b| a.as_bytes().cmp(b.as_bytes()));
    let model = Model::List(sorted.iter().map(Key::model).collect()).bytes();
    assert_eq!(kiln::to_vec(&texts), Ok(model));
}

/// Equal on the wire where the first halves are, and not in memory.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Half<K>(K, u8);

impl<K: Describe> Describe for Half<K> {
    const SCHEMA: &'static Schema = K::SCHEMA;
}

impl<K: Encode> Encode for Half<K> {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        self.0.encode(w)
    }
    fn encoded_size(&self) -> usize {
        self.0.encoded_size()
    }
}

#[test]
fn keys_that_are_equal_on_the_wire_only() {
    fn refused<K: Key>(key: impl Fn(u16) -> K) {
        for n in [2_u16, 3, 20, 300] {
            let all = || (0..n).map(|i| Half(key(i % (n - 1)), u8::from(i == n - 1)));
            assert_eq!(
                kiln::to_vec(&all().collect::<BTreeSet<_>>()),
                Err(Error::Type)
            );
            assert_eq!(
                kiln::to_vec(&all().collect::<HashSet<_>>()),
                Err(Error::Type)
            );
            let map: indexmap::IndexMap<_, _> = all().zip(0_u16..).collect();
            assert_eq!(kiln::to_vec(&map), Err(Error::Type));
        }
    }
    refused(|i| i);
    refused(|i| i128::from(i) - 7);
    refused(|i| format!("somewhere/{i}"));
    refused(|i| i.to_be_bytes());
}
