//! `frame::resolve`: frames with a schema text, read as types of another version.

use kiln::{
    Decode, Describe, Encode, Error, Kiln, Limits,
    frame::{self, Options},
};
use kiln_tests::frames::Parts;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
    num::NonZero,
};

const TEXT: Options = Options {
    schema: true,
    checksum: true,
};

fn resolve<T: for<'a> Decode<'a>>(value: &(impl Encode + ?Sized)) -> Result<T, Error> {
    frame::resolve(&TEXT.to_vec(value).unwrap())
}

/// A value of one type is read as that of another.
fn reads<W: Encode, R: for<'a> Decode<'a> + PartialEq + Debug>(written: W, read: R) {
    assert_ne!(W::TYPE_HASH, R::TYPE_HASH, "nothing to resolve");
    let text = (W::SCHEMA, R::SCHEMA);
    assert_eq!(resolve(&written), Ok(read), "{text:?}");
}

/// No value of one type is read as one of another, and that is known before any is looked at.
fn refuses<W: Describe, R: for<'a> Decode<'a> + Debug>() {
    let mut parts = Parts::of_point();
    parts.type_hash = W::TYPE_HASH;
    parts.text = W::SCHEMA.to_string().into_bytes();
    // No value of any type: it would be EOF.
    parts.body = vec![];
    let text = (W::SCHEMA, R::SCHEMA);
    let error = frame::resolve::<R>(&parts.bytes()).unwrap_err();
    assert_eq!(error, Error::Schema, "{text:?}");
}

#[test]
fn numbers_widen_without_loss() {
    reads(u8::MAX, 255u16);
    reads(u8::MAX, 255u128);
    reads(u16::MAX, 65_535u32);
    reads(u32::MAX, u64::from(u32::MAX));
    reads(u64::MAX, u128::from(u64::MAX));
    reads(u8::MAX, 255i16);
    reads(u64::MAX, i128::from(u64::MAX));
    reads(i8::MIN, -128i16);
    reads(i8::MIN, -128i128);
    reads(i32::MIN, i64::from(i32::MIN));
    reads(i64::MIN, i128::from(i64::MIN));
    reads(u16::MAX, 65_535f32);
    reads(i16::MIN, -32_768f32);
    reads(u32::MAX, f64::from(u32::MAX));
    reads(i32::MIN, f64::from(i32::MIN));
    reads(1.5f32, 1.5f64);
    reads(
        half::f16::from_f32(-0.1),
        half::f16::from_f32(-0.1).to_f32(),
    );
    reads(
        half::bf16::from_f32(-0.1),
        half::bf16::from_f32(-0.1).to_f64(),
    );
}

#[test]
fn numbers_do_not_narrow_or_change_their_nature() {
    refuses::<u16, u8>();
    refuses::<i8, u8>();
    refuses::<u8, i8>();
    refuses::<i8, u64>();
    refuses::<u128, i128>();
    refuses::<u32, f32>();
    refuses::<u64, f64>();
    refuses::<f64, f32>();
    refuses::<f32, half::f16>();
    refuses::<half::f16, half::bf16>();
    refuses::<half::bf16, half::f16>();
    refuses::<f32, i64>();
    refuses::<bool, u8>();
    refuses::<u8, bool>();
    refuses::<char, u32>();
    refuses::<char, String>();
    refuses::<Vec<u8>, String>();
    refuses::<String, Vec<u8>>();
}

#[test]
fn every_half_widens_to_the_same_number() {
    for bits in 0..=u16::MAX {
        let half = half::f16::from_bits(bits);
        let single: f32 = resolve(&half).unwrap();
        if half.is_nan() {
            // Sign and payload are kept, and a signalling NaN stays one.
            let expected =
                u32::from(bits >> 15) << 31 | 0x7f80_0000 | u32::from(bits & 0x3ff) << 13;
            assert_eq!(single.to_bits(), expected);
        } else {
            assert_eq!(single.to_bits(), half.to_f32().to_bits());
        }
        if bits % 97 == 0 && !half.is_nan() {
            let double: f64 = resolve(&half).unwrap();
            assert_eq!(double.to_bits(), half.to_f64().to_bits());
            let brain = half::bf16::from_bits(bits);
            if !brain.is_nan() {
                let single: f32 = resolve(&brain).unwrap();
                assert_eq!(single.to_bits(), brain.to_f32().to_bits());
            }
        }
    }
    let signalling = f32::from_bits(0xff80_0001);
    let double: f64 = resolve(&signalling).unwrap();
    assert_eq!(double.to_bits(), 0xfff0_0000_2000_0000);
}

#[test]
fn a_value_is_read_as_an_option_of_it() {
    reads(7u8, Some(7u8));
    reads(7u8, Some(7u16));
    reads(7u8, Some(Some(7u8)));
    reads(Some(7u8), Some(7u16));
    reads(None::<u8>, None::<u16>);
    reads(Some(7u8), Some(Some(7u8)));
    reads(None::<u8>, None::<Option<u8>>);
    reads(vec![1u8, 2], vec![Some(1u8), Some(2)]);
    reads(vec![1u8, 2], Some(vec![1u16, 2]));
    refuses::<Option<u8>, u8>();
    refuses::<Option<u16>, Option<u8>>();
}

#[test]
fn what_has_parts_resolves_by_its_parts() {
    reads(vec![1u8, 2, 3], vec![1u16, 2, 3]);
    reads(vec![vec![1u16], vec![]], vec![vec![1u32], vec![]]);
    reads([1u8, 2, 3], [1i16, 2, 3]);
    reads((1u8, "a".to_string()), (1u32, Some("a".to_string())));
    reads(BTreeSet::from([1u8, 200]), BTreeSet::from([1i16, 200]));
    reads(BTreeSet::from([-1i8, 100]), BTreeSet::from([-1i64, 100]));
    reads(
        BTreeMap::from([(1u16, vec![1u8]), (256, vec![])]),
        BTreeMap::from([(1u32, vec![1u16]), (256, vec![])]),
    );
    reads(Vec::<u8>::new(), Vec::<u16>::new());
    refuses::<[u8; 2], [u8; 3]>();
    refuses::<[u8; 2], Vec<u8>>();
    refuses::<(u8, u8), (u8, u8, u8)>();
    refuses::<(u8,), [u8; 1]>();
    refuses::<Vec<u8>, BTreeSet<u8>>();
    refuses::<BTreeMap<u8, u16>, BTreeMap<u8, u8>>();
    refuses::<BTreeMap<u16, u8>, BTreeMap<u8, u8>>();
    refuses::<Vec<u16>, Vec<u8>>();
}

fn seven() -> u64 {
    7
}

fn upper(text: &str) -> String {
    text.to_uppercase()
}

mod lower {
    pub(crate) type Wire = String;
    pub(crate) fn to_wire(text: &str) -> String {
        text.to_lowercase()
    }
    pub(crate) fn from_wire(text: String) -> String {
        super::upper(&text)
    }
}

#[derive(Kiln, Debug, PartialEq, Default)]
struct New {
    #[kiln(default)]
    before: Vec<String>,
    a: u16,
    #[kiln(default = seven)]
    between: u64,
    b: String,
    #[kiln(default, as = u32)]
    converted: u16,
    #[kiln(default = default_shout, with = lower)]
    shouted: String,
    #[kiln(skip)]
    skipped: u8,
}

fn default_shout() -> String {
    "HEY".into()
}

fn new(a: u16, b: &str) -> New {
    New {
        a,
        b: b.into(),
        between: 7,
        shouted: "HEY".into(),
        ..New::default()
    }
}

#[test]
fn fields_go_by_name() {
    #[derive(Kiln)]
    struct Same {
        a: u16,
        b: String,
    }
    #[derive(Kiln)]
    struct Moved {
        b: String,
        gone: Option<Vec<(u8, String)>>,
        a: u8,
    }
    #[derive(Kiln)]
    struct Lacks {
        a: u16,
    }
    #[derive(Kiln)]
    struct Other {
        a: u16,
        b: char,
    }
    let b = || "text".to_string();
    reads(Same { a: 500, b: b() }, new(500, "text"));
    let gone = Some(vec![(1, "x".into()), (2, "y".into())]);
    reads(Moved { b: b(), gone, a: 5 }, new(5, "text"));
    refuses::<Lacks, New>();
    refuses::<Other, New>();
    refuses::<(u16, String), New>();

    // In lists, where they are put together again and again.
    let moved = |a, gone| Moved { b: b(), gone, a };
    reads(
        vec![moved(1, None), moved(2, Some(vec![]))],
        vec![new(1, "text"), new(2, "text")],
    );
}

#[test]
fn a_default_is_no_part_of_the_schema() {
    #[derive(Kiln)]
    struct Plain {
        a: u8,
    }
    #[derive(Kiln)]
    struct WithDefault {
        #[kiln(default)]
        a: u8,
    }
    assert_eq!(Plain::SCHEMA, WithDefault::SCHEMA);
    assert_eq!(Plain::TYPE_HASH, WithDefault::TYPE_HASH);
    let debug = |schema| format!("{schema:?}");
    assert_eq!(debug(Plain::SCHEMA), debug(WithDefault::SCHEMA));
}

#[test]
fn fields_of_nothing_take_no_bytes_and_no_harm() {
    #[derive(Kiln, Debug, PartialEq)]
    struct Unit;
    #[derive(Kiln)]
    struct W {
        x: (),
        y: Unit,
        n: u8,
        z: [u8; 0],
    }
    #[derive(Kiln, Debug, PartialEq)]
    struct R {
        z: [u8; 0],
        n: u16,
        y: Unit,
    }
    let w = |n| W {
        x: (),
        y: Unit,
        n,
        z: [],
    };
    reads(
        vec![w(1), w(2)],
        vec![
            R {
                z: [],
                n: 1,
                y: Unit,
            },
            R {
                z: [],
                n: 2,
                y: Unit,
            },
        ],
    );
    reads((), Some(()));
}

#[derive(Kiln, Debug, PartialEq)]
enum Shape {
    Empty,
    Circle { radius: f64 },
    Text(String),
    Square(u32, u32),
}

#[test]
fn variants_go_by_name() {
    #[derive(Kiln)]
    enum Old {
        Square(u8, u32),
        Gone(Vec<u8>),
        Circle { radius: f32, colour: String },
        Empty,
    }
    reads(Old::Empty, Shape::Empty);
    reads(Old::Square(1, 2), Shape::Square(1, 2));
    let (radius, colour) = (0.5, "red".into());
    reads(
        Old::Circle { radius, colour },
        Shape::Circle { radius: 0.5 },
    );
    assert_eq!(resolve::<Shape>(&Old::Gone(vec![1])), Err(Error::Type));

    #[derive(Kiln)]
    enum Bare {
        Circle,
        Empty,
    }
    refuses::<Bare, Shape>();
    #[derive(Kiln)]
    enum Carries {
        Empty(u8),
    }
    refuses::<Carries, Shape>();
    let _ = (Bare::Circle, Bare::Empty, Carries::Empty(1));
}

#[test]
fn many_variants_have_wide_tags() {
    macro_rules! many {
        ($($hundreds:ident)*) => { many!(@ $($hundreds [A B C D E F G H I J K L M N O P Q])*); };
        (@ $($hundreds:ident [$($letter:ident)*])*) => {
            #[derive(Kiln, Debug, PartialEq)]
            #[allow(non_camel_case_types)]
            enum Many { First, $($hundreds(u16)),*, Last }
        };
    }
    many!(A B C);
    #[derive(Kiln)]
    enum Few {
        Last,
        B(u8),
    }
    reads(Few::Last, Many::Last);
    reads(Few::B(9), Many::B(9));
}

#[test]
fn a_missing_variant_is_type_where_it_stands() {
    #[derive(Kiln)]
    enum Old {
        Gone,
        Kept,
    }
    #[derive(Kiln, Debug, PartialEq)]
    enum New {
        Kept,
    }
    reads(vec![Old::Kept, Old::Kept], vec![New::Kept, New::Kept]);
    // In a field that is skipped, nobody misses it.
    reads((Old::Gone, 1u8).1, 1u16);
    let broken = |body: &[u8]| {
        let mut parts = Parts::of_point();
        parts.type_hash = <Vec<Old>>::TYPE_HASH;
        parts.text = <Vec<Old>>::SCHEMA.to_string().into_bytes();
        parts.body = body.to_vec();
        frame::resolve::<Vec<New>>(&parts.bytes()).unwrap_err()
    };
    assert_eq!(broken(&[2, 0, 0, 0, 1]), Error::Eof);
    assert_eq!(broken(&[2, 0, 0, 0, 1, 7]), Error::Type);
    assert_eq!(broken(&[1, 0, 0, 0, 1, 0]), Error::Trailing);
    assert_eq!(
        broken(&[1, 0, 0, 0, 0, 0]),
        Error::Type,
        "before what trails"
    );
}

#[derive(Kiln, Debug, PartialEq)]
struct Tree {
    value: u8,
    children: Vec<Tree>,
}

mod next {
    use super::*;
    #[derive(Kiln, Debug, PartialEq)]
    pub(crate) struct Tree {
        #[kiln(default)]
        pub(crate) label: Option<String>,
        pub(crate) children: Vec<Tree>,
        pub(crate) value: Option<u64>,
    }
}

#[test]
fn types_that_contain_themselves() {
    let old = |value, children| Tree { value, children };
    let new = |value, children| next::Tree {
        label: None,
        children,
        value: Some(value),
    };
    reads(
        old(1, vec![old(2, vec![old(3, vec![])]), old(4, vec![])]),
        new(1, vec![new(2, vec![new(3, vec![])]), new(4, vec![])]),
    );
    // A leaf becomes a tree.
    #[derive(Kiln)]
    struct Leaf {
        value: u8,
    }
    #[derive(Kiln, Debug, PartialEq)]
    struct Node {
        value: u8,
        #[kiln(default)]
        next: Option<Box<Node>>,
    }
    reads(
        Leaf { value: 1 },
        Node {
            value: 1,
            next: None,
        },
    );
    // Options that only end in options never end in a number.
    #[derive(Kiln, Debug)]
    struct Void(#[allow(dead_code)] Option<Box<Void>>);
    refuses::<u8, Void>();
    reads(
        Node {
            value: 1,
            next: None,
        },
        Some(Node {
            value: 1,
            next: None,
        }),
    );
}

#[test]
fn what_the_type_itself_refuses_it_refuses_here_too() {
    reads(7u8, NonZero::new(7u16).unwrap());
    assert_eq!(resolve::<NonZero<u16>>(&0u8), Err(Error::Type));
}

#[test]
fn tensors_travel_as_they_are() {
    use kiln::tensor::{NewTensor, Tensors, TensorsBuilder};
    let block = TensorsBuilder::new()
        .add(NewTensor::from_slice("a", &[3], &[1u8, 2, 3]))
        .to_vec()
        .unwrap();
    #[derive(Kiln)]
    struct Old<'a> {
        note: String,
        weights: Tensors<'a>,
        skipped: Tensors<'a>,
        n: u8,
    }
    #[derive(Kiln)]
    struct Model {
        weights: kiln::tensor::TensorsBuf,
        n: u16,
    }
    let weights = || Tensors::from_slice(&block).unwrap();
    let old = Old {
        note: "x".into(),
        weights: weights(),
        skipped: weights(),
        n: 9,
    };
    let model: Model = resolve(&old).unwrap();
    assert_eq!(model.n, 9);
    assert_eq!(kiln::to_vec(&model).unwrap()[..block.len()], block);
}

#[test]
fn the_strict_path_comes_first() {
    // The same type: with or without a text, and without a copy.
    for schema in [false, true] {
        let options = Options {
            schema,
            ..Options::default()
        };
        let bytes = options.to_vec(&7u8).unwrap();
        assert_eq!(frame::resolve::<u8>(&bytes), Ok(7));
    }
    // Another one without a text says nothing about itself.
    let bytes = frame::to_vec(&7u8).unwrap();
    assert_eq!(frame::resolve::<u16>(&bytes), Err(Error::Schema));
    // The strict path knows nothing of all this.
    let bytes = TEXT.to_vec(&7u8).unwrap();
    assert_eq!(frame::from_slice::<u16>(&bytes), Err(Error::Schema));
    assert_eq!(frame::resolve::<u16>(&bytes), Ok(7));
}

#[test]
fn the_order_of_faults_is_that_of_a_reader_without_a_type() {
    let mut good = Parts::of_point();
    good.type_hash = <Vec<u8>>::TYPE_HASH;
    good.body = vec![1, 0, 0, 0, 5];
    good.text = b"list<u8>".to_vec();
    assert_eq!(frame::resolve::<Vec<u16>>(&good.bytes()), Ok(vec![5]));
    let error = |make: fn(&mut Parts)| {
        let mut parts = good.clone();
        make(&mut parts);
        frame::resolve::<Vec<u16>>(&parts.bytes()).unwrap_err()
    };
    assert_eq!(error(|p| p.cut = Some(3)), Error::Eof);
    assert_eq!(error(|p| p.reserved[3] = 1), Error::Frame);
    assert_eq!(error(|p| p.schema_bytes = Some(1 << 30)), Error::Limit);
    assert_eq!(error(|p| p.cut = Some(70)), Error::Eof);
    assert_eq!(error(|p| p.checksum_error = 1), Error::Frame);
    assert_eq!(error(|p| p.text[0] = 0xff), Error::Utf8);
    assert_eq!(error(|p| p.text[0] = b'L'), Error::Schema);
    assert_eq!(error(|p| p.text = b"list<i8>".to_vec()), Error::Schema);
    assert_eq!(error(|p| p.body[0] = 2), Error::Eof);
    assert_eq!(error(|p| p.body.push(0)), Error::Trailing);
    assert_eq!(error(|p| p.trailing.push(0)), Error::Trailing);
    assert_eq!(
        error(|p| (p.type_hash, p.text) = (1, b"u9".to_vec())),
        Error::Schema
    );
}

#[test]
fn limits_hold_on_resolution() {
    let list = TEXT.to_vec(&vec![1u8; 100]).unwrap();
    let less = Limits::default().max_count(99);
    assert_eq!(less.frame_resolve::<Vec<u16>>(&list), Err(Error::Limit));
    let budget = Limits::default().max_alloc(100_000);
    assert!(budget.frame_resolve::<Vec<u16>>(&list).is_ok());
    let budget = Limits::default().max_alloc(150);
    assert_eq!(budget.frame_resolve::<Vec<u16>>(&list), Err(Error::Limit));
    let text = Limits::default().max_count(7);
    assert_eq!(text.frame_resolve::<Vec<u16>>(&list), Err(Error::Limit));
}
