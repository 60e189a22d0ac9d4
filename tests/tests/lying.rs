//! Hand-written implementations that lie. Values may be wrong; memory is not touched that should not
//! be, and decoding never panics. Run this under valgrind or Miri to see more than that it returns.

use kiln::{Decode, Describe, Encode, Error, Reader, Schema, Writer};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// Says that it takes `MIN` to `MAX` bytes, and takes `TAKE`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Liar<const MIN: usize, const MAX: usize, const TAKE: usize>(Vec<u8>);

impl<const MIN: usize, const MAX: usize, const TAKE: usize> Describe for Liar<MIN, MAX, TAKE> {
    const SCHEMA: &'static Schema = u32::SCHEMA;
    const MIN_SIZE: usize = MIN;
    const MAX_SIZE: Option<usize> = Some(MAX);
}

impl<const MIN: usize, const MAX: usize, const TAKE: usize> Encode for Liar<MIN, MAX, TAKE> {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        w.put(&self.0);
        Ok(())
    }
    fn encoded_size(&self) -> usize {
        self.0.len()
    }
}

impl<'de, const MIN: usize, const MAX: usize, const TAKE: usize> Decode<'de>
    for Liar<MIN, MAX, TAKE>
{
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        r.take(TAKE).map(|bytes| Self(bytes.to_vec()))
    }
}

/// Decodes all sorts of bytes as all sorts of types made of `T`.
fn everywhere<T>()
where
    T: for<'de> Decode<'de> + Ord + std::hash::Hash + Clone + Debug,
{
    let inputs = [
        vec![],
        vec![0; 3],
        vec![0; 40],
        vec![1; 40],
        [vec![3, 0, 0, 0], (0..60).collect()].concat(),
        [vec![255; 4], vec![7; 20]].concat(),
    ];
    fn read<'de, T: Decode<'de> + Debug>(bytes: &'de [u8]) {
        match kiln::from_prefix::<T>(bytes) {
            Ok((value, rest)) => assert!(!format!("{value:?}{rest:?}").is_empty()),
            Err(error) => assert!(!error.name().is_empty()),
        }
    }
    for bytes in &inputs {
        read::<T>(bytes);
        read::<Vec<T>>(bytes);
        read::<VecDeque<T>>(bytes);
        read::<Box<[T]>>(bytes);
        read::<std::borrow::Cow<'_, [T]>>(bytes);
        read::<smallvec::SmallVec<[T; 2]>>(bytes);
        read::<[T; 3]>(bytes);
        read::<Box<[T; 3]>>(bytes);
        read::<Rc<[[T; 2]; 2]>>(bytes);
        read::<Vec<[T; 2]>>(bytes);
        read::<(u8, T, bool)>(bytes);
        read::<Vec<(T, u8)>>(bytes);
        read::<Option<T>>(bytes);
        read::<Result<T, T>>(bytes);
        read::<std::ops::Range<T>>(bytes);
        read::<BTreeSet<T>>(bytes);
        read::<HashSet<T>>(bytes);
        read::<BTreeMap<T, u8>>(bytes);
        read::<BTreeMap<u8, T>>(bytes);
        read::<HashMap<T, T>>(bytes);
        read::<indexmap::IndexMap<T, T>>(bytes);
    }
}

#[test]
fn sizes_that_are_not_so() {
    everywhere::<Liar<4, 4, 4>>();
    everywhere::<Liar<4, 4, 0>>();
    everywhere::<Liar<4, 4, 3>>();
    everywhere::<Liar<4, 4, 5>>();
    everywhere::<Liar<4, 4, 30>>();
    everywhere::<Liar<1, 1, 4>>();
    everywhere::<Liar<1, 4, 0>>();
    everywhere::<Liar<1, 0, 2>>();
    everywhere::<Liar<9, 1, 2>>();
    everywhere::<Liar<{ 1 << 40 }, { 1 << 40 }, 4>>();
    everywhere::<Liar<{ usize::MAX / 2 }, 4, 4>>();
    everywhere::<Liar<{ usize::MAX }, 4, 4>>();
    everywhere::<Liar<4, { usize::MAX }, 4>>();
}

/// Encodes. A debug build may find that the size is not as stated; nothing else comes of it.
fn write<T: Encode>(value: &T) {
    let written = catch_unwind(AssertUnwindSafe(|| kiln::to_vec(value)));
    match written {
        Ok(Ok(bytes)) => assert!(
            bytes
                .iter()
                .fold(0, |sum: u64, byte| sum + u64::from(*byte))
                < 1 << 40
        ),
        Ok(Err(error)) => assert!(!error.name().is_empty()),
        Err(_) if cfg!(debug_assertions) => {}
        Err(panic) => resume_unwind(panic),
    }
}

#[test]
fn values_that_are_written_otherwise_than_they_say() {
    type Fixed = Liar<4, 4, 4>;
    for len in [0, 1, 2, 3, 4, 5, 16, 17, 100] {
        let item = |byte| Liar::<4, 4, 4>(vec![byte; len]);
        write(&vec![item(1), item(2)]);
        write(&[item(1), item(2)]);
        write(&(1u8, item(1), 2u64));
        write(&BTreeSet::from([item(1), item(2)]));
        write(&BTreeMap::from([(item(1), 1u8), (item(2), 2)]));
        let reversed = [(item(2), 1u8), (item(1), 2)];
        write(
            &reversed
                .into_iter()
                .collect::<indexmap::IndexMap<Fixed, u8>>(),
        );
        write(&(0..20).map(item).collect::<HashSet<Fixed>>());
    }
}

/// Puts another reader in the place of the one that it was given.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Swaps<const LEN: usize>;

static ELSEWHERE: [u8; 64] = [1; 64];

impl<const LEN: usize> Describe for Swaps<LEN> {
    const SCHEMA: &'static Schema = u8::SCHEMA;
}

impl<'de, const LEN: usize> Decode<'de> for Swaps<LEN> {
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        *r = Reader::new(&ELSEWHERE[..LEN]);
        r.leave();
        Ok(Self)
    }
}

#[test]
fn readers_that_are_replaced() {
    everywhere::<Swaps<0>>();
    everywhere::<Swaps<1>>();
    everywhere::<Swaps<64>>();
}

/// A schema that is not what the bytes are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Mislabelled(String);

impl Describe for Mislabelled {
    const SCHEMA: &'static Schema = u64::SCHEMA;
}

impl<'de> Decode<'de> for Mislabelled {
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        String::decode(r).map(Self)
    }
}

#[test]
fn schemas_of_something_else() {
    everywhere::<Mislabelled>();
}

/// An iterator that says that it has so many items, and has others.
#[derive(Clone)]
struct Miscounts<'v> {
    items: std::slice::Iter<'v, u8>,
    stated: usize,
}

impl<'v> Iterator for Miscounts<'v> {
    type Item = &'v u8;
    fn next(&mut self) -> Option<&'v u8> {
        self.items.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.stated, Some(self.stated))
    }
}

impl ExactSizeIterator for Miscounts<'_> {
    fn len(&self) -> usize {
        self.stated
    }
}

/// Writes a collection of an iterator that may lie.
struct Collection {
    items: Vec<u8>,
    stated: usize,
    kind: u8,
}

impl Describe for Collection {
    const SCHEMA: &'static Schema = <Vec<u8>>::SCHEMA;
}

impl Encode for Collection {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        let items = Miscounts {
            items: self.items.iter(),
            stated: self.stated,
        };
        match self.kind {
            0 => w.list(items),
            1 => w.set(items),
            _ => w.dict(items.map(|key| (key, &true))),
        }
    }
    fn encoded_size(&self) -> usize {
        4 + self.items.len() * if self.kind < 2 { 1 } else { 2 }
    }
}

#[test]
fn iterators_that_miscount() {
    for kind in 0..3 {
        for items in [vec![1, 2, 3], vec![3, 1, 2]] {
            for stated in [0, 1, 2, 4, 100, 16_000_000] {
                let lying = Collection {
                    items: items.clone(),
                    stated,
                    kind,
                };
                assert_eq!(kiln::to_vec(&lying), Err(Error::Type), "{kind} {stated}");
            }
            let honest = Collection {
                items,
                stated: 3,
                kind,
            };
            assert!(kiln::to_vec(&honest).is_ok());
        }
    }
}

thread_local! {
    static CALLS: Cell<u8> = const { Cell::new(0) };
}

/// A key that is another one each time that it is written.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Fickle(u8);

impl Describe for Fickle {
    const SCHEMA: &'static Schema = String::SCHEMA;
}

impl Encode for Fickle {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        CALLS.set(CALLS.get().wrapping_mul(5).wrapping_add(self.0));
        for _ in 0..CALLS.get() % 7 {
            w.put(&[CALLS.get()]);
        }
        Ok(())
    }
    fn encoded_size(&self) -> usize {
        4
    }
}

#[test]
fn keys_that_change() {
    for start in 0..=255 {
        CALLS.set(start);
        let map: BTreeMap<Fickle, BTreeMap<Fickle, bool>> = (0..6)
            .map(|key| (Fickle(key), (0..4).map(|key| (Fickle(key), true)).collect()))
            .collect();
        write(&map);
    }
}
