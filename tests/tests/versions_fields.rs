//! `frame::resolve` by name: fields and their defaults, variants, types that contain themselves.

use kiln::{Describe, Error, Kiln, frame};
use kiln_tests::{
    frames::Parts,
    resolving::{reads, refuses, resolve},
};

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
