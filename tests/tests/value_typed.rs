//! With a Rust type and without: the same error, or the same bytes again. And diagnosis of a type
//! says that error, whatever else it says.

use kiln::{Error, Kiln, tensor::TensorsBuf};
use kiln_tests::{blocks::Rng, values::some_bytes};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    num::NonZero,
    time::Duration,
};

#[derive(Kiln)]
struct Plain {
    a: u32,
    b: bool,
    c: [i16; 3],
    d: char,
    e: u128,
    f: f64,
}

#[derive(Kiln)]
struct Nested<T> {
    name: String,
    items: Vec<T>,
    more: Option<Box<T>>,
    last: (u8, T),
}

#[derive(Kiln)]
enum Shape {
    Nothing,
    Circle(f32),
    Rect { w: u16, h: u16 },
    Path(Vec<(i32, i32)>, bool),
    Named(String),
    Inner(Box<Plain>),
}

#[derive(Kiln)]
struct Tree {
    label: u16,
    children: Vec<Tree>,
    left: Option<Box<Tree>>,
}

#[derive(Kiln)]
struct Chain(u8, Option<Box<Chain>>);

#[derive(Kiln)]
struct Unit;

#[derive(Kiln)]
struct WithTensors {
    weights: TensorsBuf,
    step: u32,
}

#[derive(Kiln)]
struct Refined {
    id: NonZero<u16>,
    took: Duration,
    ids: Vec<NonZero<u32>>,
    pairs: Vec<(bool, NonZero<u8>)>,
}

/// Any bytes: with the type and without.
fn both_ways<T: Kiln>(refines: bool, rounds: usize) {
    let schema = T::SCHEMA;
    let mut rng = Rng(schema.type_hash());
    let (mut good, mut bad, mut refused) = (0, 0, 0);
    for _ in 0..rounds {
        let bytes = some_bytes(&mut rng, schema);
        let typed = kiln::from_slice::<T>(&bytes);
        let untyped = schema.decode(&bytes);
        let found = kiln::diagnose::<T>(&bytes);
        assert_eq!(
            found.as_ref().map(|f| f.error),
            typed.as_ref().err().copied()
        );
        let by_schema = schema.diagnose(&bytes);
        assert_eq!(
            by_schema.as_ref().map(|f| f.error),
            untyped.as_ref().err().copied()
        );
        match (typed, &untyped) {
            (Ok(value), Ok(other)) => {
                good += 1;
                assert_eq!(kiln::to_vec(&value).as_ref(), Ok(&bytes), "{schema}");
                assert_eq!(schema.encode(other).as_ref(), Ok(&bytes), "{schema}");
            }
            (Err(a), Err(b)) if a == *b => {
                bad += 1;
                if !refines {
                    assert_eq!(found, by_schema, "{schema} {bytes:?}");
                }
            }
            (Err(Error::Type), _) if refines => refused += 1,
            (typed, _) => panic!("{schema} {bytes:?}: {:?} {untyped:?}", typed.err()),
        }
        if let Some(found) = found.or(by_schema) {
            assert!(found.offset <= bytes.len());
            assert!(!found.message.is_empty(), "{schema} {bytes:?} {found:?}");
        }
    }
    assert!(good > rounds / 50, "{schema}: {good} of {rounds}");
    assert!(
        bad > rounds / 20 || schema.max_size() == Some(0),
        "{schema}: {bad} of {rounds}"
    );
    assert!(!refines || refused > 0, "{schema}");
}

macro_rules! matrix {
    ($($name:ident: $($type:ty),* $(,)?;)*) => {$(
        #[test]
        fn $name() {
            $(both_ways::<$type>(false, 1_500);)*
        }
    )*};
}

matrix! {
    scalars: bool, u8, u16, u32, u64, u128, i8, i16, i32, i64, i128, f32, f64, char, String,
        half::f16, half::bf16, ();
    sequences: Vec<u8>, Vec<u32>, Vec<bool>, Vec<char>, Vec<String>, Vec<Vec<u16>>, [u8; 5],
        [u32; 3], [bool; 4], Vec<[u8; 2]>, Vec<[bool; 2]>, [String; 2], [[u16; 2]; 2],
        Box<[char; 3]>, Vec<(u8, u16)>, Vec<(bool, char)>;
    keys: BTreeSet<bool>, BTreeSet<i8>, BTreeSet<u128>, BTreeSet<char>, BTreeSet<String>,
        BTreeSet<[u8; 3]>, HashSet<i64>, BTreeMap<i32, u8>, BTreeMap<String, Vec<u8>>,
        HashMap<u16, bool>, BTreeMap<[u8; 2], BTreeMap<char, ()>>, BTreeMap<u8, BTreeMap<i16, bool>>;
    options: Option<u8>, Option<Option<bool>>, Result<u8, String>, Vec<Option<char>>,
        Vec<Result<(), ()>>, Option<Box<[u64; 2]>>;
    tuples: (u8,), (u8, bool, u32), (u8, String, u32, char), ((), u8, ()), Vec<((), u8)>,
        (u8, (bool, (char, [bool; 2])), Vec<u8>);
    structs: Plain, Nested<u8>, Nested<Plain>, Nested<Nested<Shape>>, Unit, Vec<Plain>, (Unit, u8);
    enums: Shape, Vec<Shape>, Nested<Shape>, Option<Shape>, BTreeMap<u8, Shape>;
    recursive: Tree, Chain, Vec<Tree>, Nested<Tree>, Option<Chain>, [Chain; 2];
    tensors: TensorsBuf, WithTensors, Option<TensorsBuf>, (u8, TensorsBuf);
}

#[test]
fn types_that_refuse_more() {
    both_ways::<NonZero<u8>>(true, 3_000);
    both_ways::<Vec<NonZero<u16>>>(true, 3_000);
    both_ways::<Duration>(true, 3_000);
    both_ways::<(u8, Duration, bool)>(true, 3_000);
    both_ways::<Refined>(true, 10_000);
    both_ways::<Vec<Refined>>(true, 10_000);
}
