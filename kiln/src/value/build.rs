//! The visitor that makes a [`Value`] of what a walk finds.

use super::{
    Value,
    plan::Plan,
    walk::{Shape, Visit},
};
use alloc::{boxed::Box, vec::Vec};

/// A value that is being put together from the outside in, with the open levels on the heap.
pub(super) struct Builder<'a> {
    open: Vec<Open<'a>>,
    done: Option<Value<'a>>,
}

/// A value whose parts are not all there yet.
struct Open<'a> {
    value: Value<'a>,
    /// The key of a dict whose value comes next.
    key: Option<Value<'a>>,
}

impl<'a> Builder<'a> {
    pub(super) fn new() -> Self {
        Self {
            open: Vec::new(),
            done: None,
        }
    }

    /// Opens a value: what is given next are its parts.
    pub(super) fn open(&mut self, value: Value<'a>) {
        self.open.push(Open { value, key: None });
    }

    /// A value that has no parts, or has them all.
    #[inline]
    pub(super) fn give(&mut self, part: Value<'a>) {
        let Some(Open { value, key }) = self.open.last_mut() else {
            self.done = Some(part);
            return;
        };
        match value {
            Value::List(items)
            | Value::Set(items)
            | Value::Array(items)
            | Value::Tuple(items)
            | Value::Struct(items) => items.push(part),
            Value::Dict(pairs) => match key.take() {
                Some(key) => pairs.push((key, part)),
                None => *key = Some(part),
            },
            Value::Option(carried) | Value::Enum(_, carried) => *carried = Some(Box::new(part)),
            _ => {}
        }
    }

    /// Closes the value that was opened last.
    pub(super) fn close(&mut self) {
        if let Some(Open { value, .. }) = self.open.pop() {
            self.give(value);
        }
    }

    /// The value, when all that was opened is closed.
    pub(super) fn finish(&mut self) -> Option<Value<'a>> {
        self.done.take()
    }
}

impl Shape {
    /// A value of this shape, without its parts but with room for some.
    pub(super) fn empty<'a>(self, room: usize) -> Value<'a> {
        match self {
            Self::List => Value::List(Vec::with_capacity(room)),
            Self::Set => Value::Set(Vec::with_capacity(room)),
            Self::Array => Value::Array(Vec::with_capacity(room)),
            Self::Tuple => Value::Tuple(Vec::with_capacity(room)),
            Self::Struct => Value::Struct(Vec::with_capacity(room)),
            Self::Dict => Value::Dict(Vec::with_capacity(room)),
            Self::Some => Value::Option(None),
            Self::Variant(tag) => Value::Enum(tag, None),
        }
    }
}

impl<'a> Visit<'a> for Builder<'a> {
    #[inline]
    fn leaf(&mut self, _: &Plan<'_>, _: usize, value: Value<'a>) {
        self.give(value);
    }

    fn open(&mut self, _: &Plan<'_>, _: usize, shape: Shape, room: usize) {
        self.open(shape.empty(room));
    }

    fn close(&mut self) {
        self.close();
    }
}
