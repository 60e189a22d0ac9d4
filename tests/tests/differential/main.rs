//! Every reader against a naive one (`reader`), which knows of a type its plan and nothing of the
//! library: the same value or the same error, for every input and under every limit. What is accepted
//! encodes to the same bytes.

mod agree;
mod known;
mod plan;
mod reader;
mod types;
mod values;

use agree::{Subject, agree};
use plan::Planned;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::num::{NonZeroU8, NonZeroU32};
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;
use types::*;

macro_rules! same_as_naive {
    ($($type:ty),* $(,)?) => {$({
        let plan = <$type as Planned>::plan();
        let name = stringify!($type);
        assert_eq!(<$type as kiln::Describe>::MIN_SIZE as u64, plan.min(), "{name}");
        Subject {
            name,
            plan,
            type_hash: <$type as kiln::Describe>::TYPE_HASH,
            check: &|case| agree::<$type>(case),
        }
        .run();
    })*};
}

#[test]
fn in_bulk() {
    same_as_naive!(
        Vec<bool>,
        Box<[char]>,
        Rc<[u16]>,
        Vec<NonZeroU8>,
        VecDeque<i64>,
        Vec<[bool; 3]>,
        [bool; 19],
        Box<[bool; 9]>,
        Vec<(u8, u8)>,
        Cow<'_, [char]>,
    );
}

#[test]
fn structs_and_runs() {
    same_as_naive!(
        Fixed, Runs, Vec<Runs>, [Runs; 2], Box<[Fixed; 3]>, Numbers, Vec<Tiny>, Rc<[Narrow]>, [Image; 2],
        Vec<[Image; 2]>, (Unit, bool, Only), Nested<Tiny, bool>, Vec<Nested<(u16, bool), char>>,
    );
}

#[test]
fn enums() {
    same_as_naive!(
        Same, Vec<Same>, Mixed, Vec<Mixed>, (bool, Mixed, bool, Option<Result<Mixed, bool>>), [Level; 3],
        Result<Fixed, String>, Vec<Only>,
    );
}

#[test]
fn options() {
    same_as_naive!(
        Options,
        Vec<Options>,
        Vec<Option<Tiny>>,
        Vec<Option<Level>>,
        [Option<Option<bool>>; 3],
        (Option<NonZeroU32>, Option<char>, u8),
        Box<[Option<u64>]>,
        Vec<Option<(bool,)>>,
        Option<Runs>,
        Option<Option<Option<NonZeroU8>>>,
        Vec<Option<[bool; 1]>>,
        (Option<[u8; 17]>, Option<u128>),
        Optional<Tiny>,
        Optional<Level>,
        Optional<[u8; 3]>,
        Optional<String>,
        Optional<Even>,
        Optional<Choice>,
    );
}

#[test]
fn conversions() {
    same_as_naive!(
        Converted, Vec<Converted>, Pair, [Pair; 2], Choice, Vec<Choice>, (u8, Converted, bool), Vec<Even>,
        [Even; 5], (Even, u64, Even), Port, Vec<Port>, BTreeMap<u8, Choice>, Box<Converted>,
    );
}

#[test]
fn what_is_on_the_heap() {
    same_as_naive!(
        Heap,
        Vec<Heap>,
        Box<Heap>,
        Rc<[Box<Tiny>]>,
        Vec<Box<[bool; 3]>>,
        (Box<u64>, Box<bool>, u32),
        smallvec::SmallVec<[Fixed; 2]>,
        VecDeque<Box<Tiny>>,
        Box<Flags>,
        Vec<String>,
        Vec<Vec<bool>>,
    );
}

#[test]
fn what_is_borrowed() {
    same_as_naive!(
        Borrows<'_>,
        Vec<Borrows<'_>>,
        Cow<'_, [Image]>,
        Cow<'_, [bool]>,
        Vec<&str>,
        Option<Cow<'_, str>>,
    );
}

#[test]
fn sets_and_maps() {
    same_as_naive!(
        Maps, Vec<Maps>, HashMap<u16, [Same; 2]>, BTreeMap<String, Fixed>, BTreeSet<i64>, BTreeMap<i8, Vec<Tiny>>,
        BTreeMap<u8, ()>, indexmap::IndexMap<String, Converted>, BTreeSet<Box<str>>,
    );
}

#[test]
fn types_that_contain_themselves() {
    same_as_naive!(
        Tree,
        Chain,
        Forest,
        Expr,
        Inner<Tree>,
        Vec<[Tree; 2]>,
        Option<Chain>,
        Inner<Choice>
    );
}

#[test]
fn types_with_parameters() {
    same_as_naive!(
        Generic<bool, Fixed>, Generic<String, bool>, Generic<u32, u8>, Generic<Option<()>, char>,
        Range<Option<Fixed>>, RangeInclusive<Tiny>, (u8, bool, u16, char, u32, Tiny, u64, Same, i8, [bool; 2], u128, Level),
    );
}
