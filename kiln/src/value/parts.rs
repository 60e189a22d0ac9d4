//! What a value consists of, one level down, whatever its kind.
//!
//! The parts of a list, set, array, tuple or struct are its elements; of a dict, key and value in
//! turn; of an option or enum, what it carries. Everything else has none.

use super::Value;

impl<'a> Value<'a> {
    /// How many parts there are.
    #[inline]
    pub(super) fn parts(&self) -> usize {
        match self {
            Self::List(items)
            | Self::Set(items)
            | Self::Array(items)
            | Self::Tuple(items)
            | Self::Struct(items) => items.len(),
            Self::Dict(pairs) => pairs.len().saturating_mul(2),
            Self::Option(carried) | Self::Enum(_, carried) => usize::from(carried.is_some()),
            _ => 0,
        }
    }

    /// The part at a position.
    #[inline]
    pub(super) fn part(&self, index: usize) -> Option<&Self> {
        match self {
            Self::List(items)
            | Self::Set(items)
            | Self::Array(items)
            | Self::Tuple(items)
            | Self::Struct(items) => items.get(index),
            Self::Dict(pairs) => pairs.get(index / 2).map(|(key, value)| match index % 2 {
                0 => key,
                _ => value,
            }),
            Self::Option(carried) | Self::Enum(_, carried) if index == 0 => carried.as_deref(),
            _ => None,
        }
    }

    /// Takes off the last part; of a dict, the last key and value.
    pub(super) fn pop_parts(&mut self) -> Option<(Self, Option<Self>)> {
        match self {
            Self::List(items)
            | Self::Set(items)
            | Self::Array(items)
            | Self::Tuple(items)
            | Self::Struct(items) => items.pop().map(|item| (item, None)),
            Self::Dict(pairs) => pairs.pop().map(|(key, value)| (key, Some(value))),
            Self::Option(carried) | Self::Enum(_, carried) => {
                carried.take().map(|value| (*value, None))
            }
            _ => None,
        }
    }
}

/// A walk over the parts of a value, parts of parts included, with the open levels on the heap.
pub(super) struct Parts<'v, 'a> {
    open: alloc::vec::Vec<(&'v Value<'a>, usize)>,
}

/// What [`Parts::next`] comes by.
pub(super) enum Step<'v, 'a> {
    /// The part at this position of the value that was opened last.
    Part(&'v Value<'a>, usize, &'v Value<'a>),
    /// All parts of this value have been visited.
    Close(&'v Value<'a>),
}

impl<'v, 'a> Parts<'v, 'a> {
    pub(super) fn new() -> Self {
        Self {
            open: alloc::vec::Vec::new(),
        }
    }

    /// Goes into a value: its parts come next.
    pub(super) fn open(&mut self, value: &'v Value<'a>) {
        self.open.push((value, 0));
    }

    pub(super) fn next(&mut self) -> Option<Step<'v, 'a>> {
        let (value, next) = self.open.last_mut()?;
        let (value, index) = (*value, *next);
        if let Some(part) = value.part(index) {
            *next += 1;
            return Some(Step::Part(value, index, part));
        }
        self.open.pop();
        Some(Step::Close(value))
    }
}
