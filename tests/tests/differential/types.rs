//! Derived types of all sorts, and how each travels.

#![allow(dead_code, reason = "fields that do not travel")]

use crate::plan::{Plan, Planned, body, pick, plans};
use indexmap::{IndexMap, IndexSet};
use kiln::{Decode, Describe, Encode, Error, Kiln, Reader, Schema, Writer};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::marker::PhantomData;
use std::num::{NonZeroI64, NonZeroU8, NonZeroU16, NonZeroU128, Saturating, Wrapping};
use std::rc::Rc;
use std::sync::Arc;

/// `as = u16`: not above 300.
#[derive(Clone)]
pub(crate) struct Small(u16);

impl TryFrom<u16> for Small {
    type Error = ();
    fn try_from(number: u16) -> Result<Self, ()> {
        if number < 300 {
            Ok(Self(number))
        } else {
            Err(())
        }
    }
}

impl From<Small> for u16 {
    fn from(small: Small) -> Self {
        small.0
    }
}

fn small() -> Plan {
    u16::plan().refused(|wire| match wire {
        [_, 0] | [0..44, 1] => Ok(()),
        _ => Err(Error::Type),
    })
}

/// `with = odd`: refuses even numbers with TYPE and those that 4 divides with LIMIT.
mod odd {
    use kiln::Error;

    pub(crate) type Wire = u32;

    pub(crate) fn to_wire(number: &u64) -> u32 {
        u32::try_from(*number).unwrap()
    }

    pub(crate) fn from_wire(number: u32) -> Result<u64, Error> {
        match number % 4 {
            0 => Err(Error::Limit),
            2 => Err(Error::Type),
            _ => Ok(u64::from(number)),
        }
    }
}

fn odd() -> Plan {
    u32::plan().refused(|wire| match wire[0] % 4 {
        0 => Err(Error::Limit),
        2 => Err(Error::Type),
        _ => Ok(()),
    })
}

/// `with = lower`: refuses text with a capital letter, with UTF8.
mod lower {
    use kiln::Error;

    pub(crate) type Wire = String;

    pub(crate) fn to_wire(text: &str) -> String {
        text.to_owned()
    }

    pub(crate) fn from_wire(text: String) -> Result<String, Error> {
        if text.contains(|c: char| c.is_ascii_uppercase()) {
            return Err(Error::Utf8);
        }
        Ok(text)
    }
}

fn lower() -> Plan {
    String::plan().refused(|wire| match wire[4..].iter().any(u8::is_ascii_uppercase) {
        true => Err(Error::Utf8),
        false => Ok(()),
    })
}

/// Written by hand: an even number.
#[derive(Clone)]
pub(crate) struct Even(u8);

impl Describe for Even {
    const SCHEMA: &'static Schema = u8::SCHEMA;
}

impl Encode for Even {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        self.0.encode(w)
    }
    fn encoded_size(&self) -> usize {
        1
    }
}

impl<'de> Decode<'de> for Even {
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        match u8::decode(r)? {
            number if number.is_multiple_of(2) => Ok(Self(number)),
            _ => Err(Error::Type),
        }
    }
}

impl Planned for Even {
    fn plan() -> Plan {
        u8::plan().refused(|wire| match wire[0] % 2 {
            0 => Ok(()),
            _ => Err(Error::Type),
        })
    }
}

plans! {
    struct Fixed { a: u8, b: bool, c: [char; 2], d: (u16, bool), e: Option<()> }

    enum Same { A(u8), B { x: bool }, C((), i8) }

    struct Tiny { a: u8, b: bool }

    enum Level { Low, Mid, High }

    enum Only { One }

    struct Unit {}

    #[repr(C)]
    struct Image { a: u32, b: u16, c: u16 }

    #[repr(C)]
    struct Narrow { a: u32, b: char }

    struct Port(NonZeroU16);

    struct Flags([bool; 4]);

    struct Runs {
        a: bool, b: Fixed, c: Same, text: String, d: bool, e: [Same; 2], list: Vec<Fixed>, f: Box<Fixed>, g: char,
    }

    enum Mixed {
        None,
        Fixed(bool, Fixed, [bool; 3]),
        Var { s: String, b: bool, n: u64 },
        Lists(Vec<Same>, [Vec<bool>; 2], Rc<[(bool, char)]>),
        Maps {
            m: BTreeMap<i16, Vec<u8>>,
            s: BTreeSet<[u8; 3]>,
            h: HashMap<String, (bool, bool)>,
            c: BTreeSet<char>,
            k: BTreeMap<bool, String>
        },
    }

    struct Options {
        a: Option<Tiny>,
        b: Option<Level>,
        c: Option<Option<bool>>,
        d: Option<NonZeroU16>,
        e: Option<char>,
        f: Option<u128>,
        g: Option<[u8; 5]>,
        h: Option<[bool; 1]>,
        i: Option<[bool; 2]>,
        j: Option<(u8, u16)>,
        k: Option<Wrapping<u32>>,
        l: Option<String>,
        m: Option<Box<u32>>,
        n: Option<Image>,
        o: Option<Narrow>,
        p: Option<Port>,
        q: Option<Even>,
        r: Option<f64>,
        s: Option<()>,
    }

    struct Optional<T> { before: u8, a: Option<T>, b: Option<T>, list: Vec<Option<T>>, c: Option<[T; 2]>, after: bool }

    struct Converted {
        a: bool,
        #[kiln(as = u16)] b: Small => small(),
        c: char,
        #[kiln(with = odd)] d: u64 => odd(),
        #[kiln(skip)] e: u8 => Plan::nothing(),
        f: [bool; 2],
        g: u64,
    }

    struct Pair(#[kiln(as = u16)] Small => small(), bool, #[kiln(with = lower)] String => lower());

    enum Choice {
        Nothing,
        As(#[kiln(as = u16)] Small => small()),
        With { a: u8, #[kiln(with = odd)] b: u64 => odd(), c: bool },
        Skip(#[kiln(skip)] u32 => Plan::nothing(), bool, char),
        Text { #[kiln(with = lower)] t: String => lower(), n: NonZeroU8 },
    }

    struct Heap {
        a: Box<u32>,
        b: Rc<[bool; 4]>,
        c: Arc<(u8, char)>,
        d: Box<[Tiny]>,
        e: Box<str>,
        f: Rc<[String]>,
        g: Box<[Tiny; 3]>,
        h: Vec<Box<Tiny>>,
        i: Box<Box<[u16; 2]>>,
        j: Box<Flags>,
        k: Arc<str>,
        l: Arc<[Level]>,
    }

    struct Maps {
        a: HashMap<u64, Option<u8>>,
        b: IndexMap<char, Box<bool>>,
        c: IndexSet<String>,
        d: BTreeMap<bool, BTreeSet<u8>>,
        e: BTreeMap<i128, Level>,
        f: HashSet<i8>,
        g: BTreeMap<NonZeroU8, [String; 2]>,
        h: BTreeSet<Rc<str>>,
        i: HashMap<[u8; 2], BTreeMap<u16, char>>,
    }

    struct Generic<A, B>(A, [B; 2], A, Vec<(A, B)>, [String; 0]);

    struct Nested<T, U> { a: U, t: T, b: u8, c: bool }

    struct Numbers {
        a: i128, b: f32, c: Saturating<i16>, d: NonZeroI64, e: NonZeroU128, f: PhantomData<String> => Plan::nothing(), g: i64,
    }

    rec(9) struct Tree { ok: bool, kids: VecDeque<Tree>, end: char }

    rec(3) struct Chain { n: u8, next: Option<Box<Chain>>, ok: bool }

    rec(5) struct Forest { level: Level, all: BTreeMap<u8, Forest> }

    rec(4) struct Inner<T> { at: [bool; 2], next: Option<Box<Inner<T>>>, value: Option<Box<T>> }

    rec(2) enum Expr {
        Leaf(bool),
        Pair(Box<Expr>, bool, Box<Expr>),
        Many { of: Vec<Inner<Expr>>, n: u16 },
        Named(BTreeMap<String, Expr>),
        Odd(#[kiln(with = odd)] u64 => odd(), Option<(u8, Box<Expr>)>),
    }
}

/// Borrows what it can.
#[derive(Kiln, Clone)]
pub(crate) struct Borrows<'a> {
    a: &'a str,
    b: Cow<'a, str>,
    c: Cow<'a, [u16]>,
    d: &'a [u8],
    e: bool,
    f: Cow<'a, [u8]>,
    g: Cow<'a, [bool]>,
    h: Cow<'a, Tiny>,
    i: Cow<'a, [Image]>,
    j: char,
}

impl Planned for Borrows<'_> {
    fn plan() -> Plan {
        Plan::All(vec![
            <&str>::plan(),
            Cow::<'_, str>::plan(),
            Cow::<'_, [u16]>::plan(),
            <&[u8]>::plan(),
            bool::plan(),
            Cow::<'_, [u8]>::plan(),
            Cow::<'_, [bool]>::plan(),
            Tiny::plan(),
            Cow::<'_, [Image]>::plan(),
            char::plan(),
        ])
    }
}
