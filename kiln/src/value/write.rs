//! A value to wire bytes (format section 4), by a plan, with the open levels on the heap.

use super::{Value, keys, keys::Keys, plan, plan::Plan};
use crate::{Error, Schema, Writer};
use alloc::vec::Vec;

/// A value some of whose parts have not been written.
struct Level<'v, 'a> {
    value: &'v Value<'a>,
    node: usize,
    /// How many parts have been written; of a dict, entries.
    done: usize,
    /// The keys, of a dict.
    keys: Option<Keys>,
    /// How many `rec` bodies this value opened.
    recs: u32,
}

/// Writes a value of the plan's schema.
///
/// # Errors
/// [`Error::Type`] for what is no value of the schema, [`Error::Limit`] for a count above the cap or a
/// depth above the limit.
pub(super) fn write(plan: &Plan<'_>, value: &Value<'_>, w: &mut Writer<'_>) -> Result<(), Error> {
    let mut open = Vec::new();
    let (mut value, mut node) = (value, plan::ROOT);
    loop {
        open.extend(begin(plan, node, value, w)?);
        (value, node) = loop {
            let Some(level) = open.last_mut() else {
                return Ok(());
            };
            if let Some(next) = level.next(plan, w) {
                break next;
            }
            leave(w, level.recs);
            open.pop();
        };
    }
}

fn leave(w: &mut Writer<'_>, recs: u32) {
    for _ in 0..recs {
        w.leave();
    }
}

impl<'v, 'a> Level<'v, 'a> {
    /// The part that is to be written next, and its node.
    fn next(&mut self, plan: &Plan<'_>, w: &mut Writer<'_>) -> Option<(&'v Value<'a>, usize)> {
        let place = self.done;
        self.done += 1;
        let (tag, position) = match self.value {
            Value::Dict(pairs) => {
                let keys = self.keys.as_ref().filter(|_| place < pairs.len())?;
                let (key, position) = keys.nth(place);
                w.put(key);
                (0, 2 * position + 1)
            }
            Value::Enum(tag, _) => (*tag, place),
            _ => (0, place),
        };
        let part = self.value.part(position)?;
        Some((part, plan.part(self.node, tag, position)))
    }
}

/// Writes a value up to its first part; all of it, if it has none.
fn begin<'v, 'a>(
    plan: &Plan<'_>,
    mut node: usize,
    value: &'v Value<'a>,
    w: &mut Writer<'_>,
) -> Result<Option<Level<'v, 'a>>, Error> {
    let mut recs = 0;
    while let Some(body) = plan.body(node) {
        w.enter()?;
        recs += 1;
        node = body;
    }
    let mut level = Level {
        value,
        node,
        done: 0,
        keys: None,
        recs,
    };
    match (plan.schema(node), value) {
        (Schema::List(element), Value::Bytes(bytes)) if matches!(element.get(), Schema::U8) => {
            w.bytes(bytes)?;
        }
        (Schema::Array(element, n), Value::Bytes(bytes))
            if matches!(element.get(), Schema::U8) && bytes.len() as u64 == u64::from(*n) =>
        {
            w.put(bytes);
        }
        // Bytes have one form.
        (Schema::List(element) | Schema::Array(element, _), _)
            if matches!(element.get(), Schema::U8) =>
        {
            return Err(Error::Type);
        }
        (Schema::List(_), Value::List(items)) => {
            w.count(items.len())?;
            return Ok(Some(level));
        }
        (Schema::Array(_, n), Value::Array(items)) if items.len() as u64 == u64::from(*n) => {
            return Ok(Some(level));
        }
        (Schema::Set(key), Value::Set(items)) => {
            let order = plan.key_order(node).ok_or(Error::Schema)?;
            w.count(items.len())?;
            let keys = Keys::new(key.get(), order, w.limits(), items.iter())?;
            (0..items.len()).for_each(|place| w.put(keys.nth(place).0));
        }
        (Schema::Dict(key, _), Value::Dict(pairs)) => {
            let order = plan.key_order(node).ok_or(Error::Schema)?;
            w.count(pairs.len())?;
            let keys = pairs.iter().map(|(key, _)| key);
            level.keys = Some(Keys::new(key.get(), order, w.limits(), keys)?);
            return Ok(Some(level));
        }
        (Schema::Option(_), Value::Option(carried)) => {
            w.put_array([u8::from(carried.is_some())]);
            return Ok(Some(level));
        }
        (Schema::Tuple(items), Value::Tuple(values)) if items.len() == values.len() => {
            return Ok(Some(level));
        }
        (Schema::Struct(fields), Value::Struct(values)) if fields.len() == values.len() => {
            return Ok(Some(level));
        }
        (Schema::Enum(variants), Value::Enum(tag, carried)) => {
            let known = usize::from(*tag) < variants.len();
            if !known || plan.carried(node, *tag).is_some() != carried.is_some() {
                return Err(Error::Type);
            }
            w.tag(*tag, variants.len());
            return Ok(Some(level));
        }
        (Schema::Tensors, Value::Tensors(block)) => {
            super::tensors::check(block, w.limits())?;
            w.put(block);
        }
        (schema, value) => keys::scalar(schema, value, w)?,
    }
    leave(w, recs);
    Ok(None)
}
