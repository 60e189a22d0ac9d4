//! Reading wire bytes by a plan (format sections 2 and 3), telling a visitor what is found.
//!
//! This is [`Decode`] for all schemas at once. Counts, depth and budget are those of the same
//! [`Reader`], scalars are read by the implementations of their Rust types, and keys compare by the
//! same [`KeyOrder`](crate::schema::KeyOrder), so the first error is the same.
//!
//! When a walk has failed, it still stands where it failed: which node it had begun, where that
//! began, and what is open around it. Diagnosis reads its answer off that; it needs no walk of its
//! own.

use super::{VALUE_SIZE, Value, plan::Plan};
use crate::{Decode, Error, Limits, Reader, Schema};
use alloc::{borrow::Cow, vec::Vec};

/// What a value with parts is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    List,
    Set,
    Dict,
    Array,
    Some,
    Tuple,
    Struct,
    Variant(u16),
}

/// Is told of the values of a walk, from the outside in, each with its node.
pub(crate) trait Visit<'a> {
    /// A value that has no parts: a scalar, text, bytes, nothing in an option, a bare variant.
    fn leaf(&mut self, plan: &Plan<'_>, node: usize, value: Value<'a>);
    /// A value whose parts come next; `room` is how many parts to make room for at first.
    fn open(&mut self, plan: &Plan<'_>, node: usize, shape: Shape, room: usize);
    /// The value that was opened last has all its parts.
    fn close(&mut self);
}

/// A visitor that only wants to know whether the bytes are a value.
pub(crate) struct Ignore;

impl<'a> Visit<'a> for Ignore {
    fn leaf(&mut self, _: &Plan<'_>, _: usize, _: Value<'a>) {}
    fn open(&mut self, _: &Plan<'_>, _: usize, _: Shape, _: usize) {}
    fn close(&mut self) {}
}

/// A value that is open: some of its parts have not been read.
pub(crate) struct Level<'a> {
    pub(crate) node: usize,
    /// The variant, of an enum.
    pub(crate) tag: u16,
    /// The part that is being read, from 0; of a dict, keys and values in turn.
    pub(crate) at: usize,
    parts: usize,
    /// How many `rec` bodies this value opened.
    recs: u32,
    /// The wire image of the key read last, of a set or dict.
    pub(crate) key: Option<&'a [u8]>,
}

/// What was being done when a walk failed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Doing {
    /// The value itself was being read.
    Reading,
    /// The body of a `rec` was being opened.
    Entering,
    /// So many elements of so many bytes in memory were being charged to the budget.
    Claiming(usize, usize),
    /// A key was being compared to the one before it.
    Comparing,
    /// The place to stop at was reached.
    Stopping,
}

/// A walk, before, during and after it.
pub(crate) struct Walk<'p, 's, 'a> {
    pub(crate) plan: &'p Plan<'s>,
    pub(crate) reader: Reader<'a>,
    /// The values around the one that is being read, outermost first.
    pub(crate) open: Vec<Level<'a>>,
    /// The value that was begun last, and the unread bytes when it was.
    pub(crate) node: usize,
    pub(crate) start: &'a [u8],
    pub(crate) doing: Doing,
    /// Whether only parts that take no bytes are charged to the budget: for a visitor that keeps
    /// nothing, so that all others, which the bytes bound, are free.
    pub(crate) charges_nothing_only: bool,
    /// What leaves no more than so many bytes unread, when it has begun, ends the walk.
    pub(crate) stop_at: Option<usize>,
}

/// What has begun.
enum Begun {
    Leaf,
    Open,
}

impl<'p, 's, 'a> Walk<'p, 's, 'a> {
    pub(crate) fn new(plan: &'p Plan<'s>, bytes: &'a [u8], limits: Limits) -> Self {
        Self {
            plan,
            reader: Reader::with_limits(bytes, limits),
            open: Vec::new(),
            node: super::plan::ROOT,
            start: bytes,
            doing: Doing::Reading,
            charges_nothing_only: false,
            stop_at: None,
        }
    }

    /// Reads one value.
    ///
    /// # Errors
    /// The first fault in the order of format section 2.
    pub(crate) fn run(&mut self, visit: &mut impl Visit<'a>) -> Result<(), Error> {
        let mut node = super::plan::ROOT;
        loop {
            self.start = self.reader.unread();
            let begun = self.begin(node, visit)?;
            if self.stop_at.is_some_and(|at| self.reader.remaining() <= at) {
                // The place is that of the value, not that of its first part.
                if let Begun::Open = begun {
                    self.open.pop();
                }
                self.doing = Doing::Stopping;
                return Err(Error::Type);
            }
            if let Begun::Leaf = begun
                && !self.end_part(visit)?
            {
                return Ok(());
            }
            let Some(level) = self.open.last() else {
                return Ok(());
            };
            node = self.plan.part(level.node, level.tag, level.at);
        }
    }

    /// A part is complete: goes to the next one, closing what has no more. False at the end.
    fn end_part(&mut self, visit: &mut impl Visit<'a>) -> Result<bool, Error> {
        while let Some(level) = self.open.last_mut() {
            if let Some(order) = self.plan.key_order(level.node)
                && (level.at.is_multiple_of(2)
                    || !matches!(self.plan.schema(level.node), Schema::Dict(..)))
            {
                // A key has no parts, so it is what was begun last.
                let read = self.start.len() - self.reader.remaining();
                let key = self.start.get(..read).unwrap_or_default();
                if level
                    .key
                    .is_some_and(|before| order.compare(before, key).is_ge())
                {
                    self.doing = Doing::Comparing;
                    return Err(Error::Type);
                }
                level.key = Some(key);
            }
            level.at += 1;
            if level.at < level.parts {
                return Ok(true);
            }
            for _ in 0..level.recs {
                self.reader.leave();
            }
            self.open.pop();
            visit.close();
        }
        Ok(false)
    }

    /// Reads a value up to its first part; all of it, if it has none.
    fn begin(&mut self, node: usize, visit: &mut impl Visit<'a>) -> Result<Begun, Error> {
        let (plan, mut node, mut recs) = (self.plan, node, 0);
        self.node = node;
        self.doing = Doing::Entering;
        while let Some(body) = plan.body(node) {
            self.reader.enter()?;
            recs += 1;
            node = body;
            self.node = node;
        }
        self.doing = Doing::Reading;
        let r = &mut self.reader;
        let schema = plan.schema(node);
        let leaf = match schema {
            Schema::Bool => Value::Bool(bool::decode(r)?),
            Schema::U8 => Value::U8(u8::decode(r)?),
            Schema::U16 => Value::U16(u16::decode(r)?),
            Schema::U32 => Value::U32(u32::decode(r)?),
            Schema::U64 => Value::U64(u64::decode(r)?),
            Schema::U128 => Value::U128(u128::decode(r)?),
            Schema::I8 => Value::I8(i8::decode(r)?),
            Schema::I16 => Value::I16(i16::decode(r)?),
            Schema::I32 => Value::I32(i32::decode(r)?),
            Schema::I64 => Value::I64(i64::decode(r)?),
            Schema::I128 => Value::I128(i128::decode(r)?),
            Schema::F16 => Value::F16(u16::decode(r)?),
            Schema::Bf16 => Value::Bf16(u16::decode(r)?),
            Schema::F32 => Value::F32(f32::decode(r)?),
            Schema::F64 => Value::F64(f64::decode(r)?),
            Schema::Char => Value::Char(char::decode(r)?),
            Schema::String => Value::Str(Cow::Borrowed(r.text()?)),
            Schema::Tensors => Value::Tensors(Cow::Borrowed(super::tensors::read(r)?)),
            Schema::List(element) if matches!(element.get(), Schema::U8) => {
                Value::Bytes(Cow::Borrowed(r.bytes()?))
            }
            Schema::Array(element, n) if matches!(element.get(), Schema::U8) => {
                Value::Bytes(Cow::Borrowed(r.take(*n as usize)?))
            }
            Schema::Option(_) => match r.take_array()? {
                [0] => Value::Option(None),
                [1] => return self.open_carried(node, Shape::Some, recs, visit),
                _ => return Err(Error::Type),
            },
            Schema::Enum(variants) => {
                let tag = r.tag(variants.len())?;
                if plan.carried(node, tag).is_some() {
                    return self.open_carried(node, Shape::Variant(tag), recs, visit);
                }
                Value::Enum(tag, None)
            }
            Schema::List(_) | Schema::Set(_) => {
                let count = r.list_count_of(plan.min(plan.inside(node, 0)))?;
                let shape = match schema {
                    Schema::List(_) => Shape::List,
                    _ => Shape::Set,
                };
                return self.open_many(node, shape, count, 1, recs, visit);
            }
            Schema::Dict(..) => {
                let (key, value) = (plan.inside(node, 0), plan.inside(node, 1));
                // The plan has shown that this does not overflow.
                let count = r.list_count_of(plan.min(key).saturating_add(plan.min(value)))?;
                return self.open_many(node, Shape::Dict, count, 2, recs, visit);
            }
            Schema::Array(_, length) => {
                if plan.min(node) > r.remaining() as u64 {
                    return Err(Error::Eof);
                }
                // An element takes at least a byte: the length is no more than what is unread.
                return self.open_many(node, Shape::Array, *length as usize, 1, recs, visit);
            }
            // The format charges counts and array lengths. Items and fields are charged as well,
            // for without a Rust type nobody else bounds the memory of those that take no bytes.
            Schema::Tuple(items) => {
                return self.open_many(node, Shape::Tuple, items.len(), 1, recs, visit);
            }
            Schema::Struct(fields) => {
                return self.open_many(node, Shape::Struct, fields.len(), 1, recs, visit);
            }
            Schema::Rec(..) | Schema::Ref(_) => unreachable!("opened above"),
        };
        visit.leaf(plan, node, leaf);
        self.leave(recs);
        Ok(Begun::Leaf)
    }

    fn leave(&mut self, recs: u32) {
        for _ in 0..recs {
            self.reader.leave();
        }
    }

    /// Opens a value of `count` elements, each of them `parts_each` parts, and charges them.
    fn open_many(
        &mut self,
        node: usize,
        shape: Shape,
        count: usize,
        parts_each: usize,
        recs: u32,
        visit: &mut impl Visit<'a>,
    ) -> Result<Begun, Error> {
        let size = VALUE_SIZE * parts_each;
        let charged = match (self.charges_nothing_only, shape) {
            (false, _) => count,
            (true, Shape::Tuple | Shape::Struct) => {
                let takes_none = |at: &usize| self.plan.min(self.plan.inside(node, *at)) == 0;
                (0..count).filter(takes_none).count()
            }
            // Elements and entries take a byte each.
            (true, _) => 0,
        };
        self.doing = Doing::Claiming(charged, size);
        self.reader.claim(charged, size)?;
        let room = self.reader.first_reservation(count, size);
        let parts = count.saturating_mul(parts_each);
        Ok(self.open(node, shape, parts, room, recs, visit))
    }

    /// Opens an option or a variant. What it carries is boxed, and claims its size.
    fn open_carried(
        &mut self,
        node: usize,
        shape: Shape,
        recs: u32,
        visit: &mut impl Visit<'a>,
    ) -> Result<Begun, Error> {
        if !self.charges_nothing_only {
            self.doing = Doing::Claiming(1, VALUE_SIZE);
            self.reader.claim(1, VALUE_SIZE)?;
        }
        Ok(self.open(node, shape, 1, 1, recs, visit))
    }

    fn open(
        &mut self,
        node: usize,
        shape: Shape,
        parts: usize,
        room: usize,
        recs: u32,
        visit: &mut impl Visit<'a>,
    ) -> Begun {
        visit.open(self.plan, node, shape, room);
        if parts == 0 {
            visit.close();
            self.leave(recs);
            return Begun::Leaf;
        }
        self.open.push(Level {
            node,
            tag: match shape {
                Shape::Variant(tag) => tag,
                _ => 0,
            },
            at: 0,
            parts,
            recs,
            key: None,
        });
        Begun::Open
    }
}
