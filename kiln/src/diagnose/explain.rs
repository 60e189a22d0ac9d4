//! What was begun and how it failed, as one sentence with the numbers of both sides.
//!
//! Nothing is decided here: the error has been found. What is read again are the numbers that it
//! came of.

use super::{Step, path::shown};
use crate::{
    Error, Limits, Schema,
    schema::tag_size,
    value::walk::{Doing, Walk},
};
use alloc::{format, string::String};

/// A sentence, and what goes with it.
pub(super) struct Explained {
    /// Where the fault is, from the start of the value that was begun last.
    pub(super) from_start: usize,
    pub(super) step: Option<Step>,
    pub(super) message: String,
}

impl Explained {
    fn at_start(message: String) -> Self {
        Self {
            from_start: 0,
            step: None,
            message,
        }
    }
}

pub(super) fn explain(walk: &Walk<'_, '_, '_>, error: Error, limits: Limits) -> Explained {
    let (plan, node, start) = (walk.plan, walk.node, walk.start);
    let schema = plan.schema(node);
    match walk.doing {
        Doing::Reading => {}
        Doing::Entering => {
            let label = match schema {
                Schema::Rec(label, _) | Schema::Ref(label) => shown(label),
                _ => String::new(),
            };
            let depth = limits.max_depth;
            return Explained::at_start(format!(
                "with this {label}, more than {depth} values that contain each other would be open"
            ));
        }
        Doing::Claiming(count, size) => {
            let left = walk.reader.limits().max_alloc;
            return Explained::at_start(format!(
                "{count} × {size} bytes in memory are above what is left of the budget, {left}"
            ));
        }
        Doing::Comparing => return Explained::at_start(compared(walk)),
        Doing::Stopping => return Explained::at_start(String::new()),
    }
    let unread = start.len();
    match (schema, error) {
        (Schema::String, Error::Utf8) => not_utf8(start),
        (Schema::String, _) => count(start, error, 1, "bytes of text", limits),
        (Schema::List(_) | Schema::Set(_), _) => count(
            start,
            error,
            plan.min(plan.inside(node, 0)),
            "elements",
            limits,
        ),
        (Schema::Dict(..), _) => {
            let min = [0, 1].map(|i| plan.min(plan.inside(node, i)));
            count(
                start,
                error,
                min[0].saturating_add(min[1]),
                "entries",
                limits,
            )
        }
        (Schema::Array(_, n), _) => {
            let (each, all) = (plan.min(plan.inside(node, 0)), plan.min(node));
            Explained::at_start(format!(
                "{} need {all}, {}",
                some(*n, "elements", each),
                are(unread)
            ))
        }
        (Schema::Enum(variants), Error::Eof) => Explained::at_start(format!(
            "the tag of one of {} variants takes {}, {}",
            variants.len(),
            bytes(tag_size(variants.len())),
            are(unread)
        )),
        (Schema::Enum(variants), _) => {
            let tag = match (tag_size(variants.len()), start) {
                (2, [low, high, ..]) => u16::from_le_bytes([*low, *high]),
                (_, [tag, ..]) => u16::from(*tag),
                _ => 0,
            };
            let last = variants.len() - 1;
            Explained::at_start(format!(
                "the last variant has the tag {last}, this tag is {tag}"
            ))
        }
        (Schema::Bool, Error::Type) => first_byte("a bool is 0 or 1", start),
        (Schema::Option(_), Error::Type) => first_byte("an option begins with 0 or 1", start),
        (Schema::Char, Error::Type) => {
            let code = start
                .first_chunk()
                .map_or(0, |bytes| u32::from_le_bytes(*bytes));
            Explained::at_start(format!("{code:#x} is no Unicode scalar value"))
        }
        (Schema::Option(_), _) => {
            Explained::at_start(format!("an option takes 1 byte, {}", are(0)))
        }
        (scalar, _) => Explained::at_start(format!(
            "{} {scalar} takes {}, {}",
            article(scalar),
            bytes(usize::try_from(plan.min(node)).unwrap_or(usize::MAX)),
            are(unread)
        )),
    }
}

fn article(schema: &Schema) -> &'static str {
    match schema {
        Schema::I8 | Schema::I16 | Schema::I32 | Schema::I64 | Schema::I128 => "an",
        Schema::F16 | Schema::F32 | Schema::F64 => "an",
        _ => "a",
    }
}

fn bytes(n: usize) -> String {
    match n {
        1 => "1 byte".into(),
        _ => format!("{n} bytes"),
    }
}

fn are(unread: usize) -> String {
    match unread {
        0 => "none is unread".into(),
        1 => "1 is unread".into(),
        _ => format!("{unread} are unread"),
    }
}

/// `2 elements of at least 4 bytes`
fn some(n: u32, what: &str, min: u64) -> String {
    let what = match (n, what) {
        (1, "entries") => "entry",
        (1, _) => what.strip_suffix('s').unwrap_or(what),
        _ => what,
    };
    let bytes = match min {
        1 => "byte",
        _ => "bytes",
    };
    format!("{n} {what} of at least {min} {bytes}")
}

fn first_byte(rule: &str, start: &[u8]) -> Explained {
    let byte = start.first().copied().unwrap_or_default();
    Explained::at_start(format!("{rule}, this byte is {byte}"))
}

/// Which of the five steps of a count failed: told from the error, and the numbers behind it.
fn count(start: &[u8], error: Error, min: u64, what: &str, limits: Limits) -> Explained {
    let Some((count, rest)) = start.split_first_chunk() else {
        return Explained {
            from_start: 0,
            step: Some(Step::Count(1)),
            message: format!("a count takes 4 bytes, {}", are(start.len())),
        };
    };
    let count = u32::from_le_bytes(*count);
    let (from_start, step, message) = match error {
        Error::Limit if count > limits.max_count => {
            let cap = limits.max_count;
            (
                0,
                3,
                format!("a count of {count} is above the cap of {cap}"),
            )
        }
        Error::Limit => (
            0,
            4,
            format!("{} are more than 64 bits count", some(count, what, min)),
        ),
        _ if what == "bytes of text" => (
            4,
            5,
            format!(
                "a text of {} is announced, {}",
                bytes(count as usize),
                are(rest.len())
            ),
        ),
        _ => {
            let need = u64::from(count).saturating_mul(min);
            let some = some(count, what, min);
            (4, 5, format!("{some} need {need}, {}", are(rest.len())))
        }
    };
    Explained {
        from_start,
        step: Some(Step::Count(step)),
        message,
    }
}

fn not_utf8(start: &[u8]) -> Explained {
    let (count, text) = start.split_first_chunk().unwrap_or((&[0; 4], &[]));
    let count = u32::from_le_bytes(*count) as usize;
    let text = text.get(..count).unwrap_or(text);
    let good = match core::str::from_utf8(text) {
        Ok(text) => text.len(),
        Err(error) => error.valid_up_to(),
    };
    let byte = text.get(good).copied().unwrap_or_default();
    Explained {
        from_start: 4 + good,
        step: None,
        message: format!(
            "a text of {} is UTF-8 up to the byte {byte:#04x}",
            bytes(count)
        ),
    }
}

/// Two keys that do not ascend.
fn compared(walk: &Walk<'_, '_, '_>) -> String {
    let Some(level) = walk.open.last() else {
        return String::new();
    };
    let (Schema::Set(schema) | Schema::Dict(schema, _)) = walk.plan.schema(level.node) else {
        return String::new();
    };
    let read = walk.start.len() - walk.reader.remaining();
    let this = walk.start.get(..read).unwrap_or_default();
    let before = level.key.unwrap_or_default();
    let shown = key(schema.get(), this);
    match this == before {
        true => format!("the key {shown} is there twice"),
        false => format!(
            "keys ascend, and {shown} stands behind {}",
            key(schema.get(), before)
        ),
    }
}

/// A key, from its wire image.
pub(super) fn key(schema: &Schema, wire: &[u8]) -> String {
    match schema.decode(wire) {
        Ok(value) => match value.as_str() {
            Some(text) => format!("\"{}\"", shown(text)),
            // An array of bytes may be long.
            None => match value.as_bytes().and_then(|bytes| bytes.get(..32)) {
                Some(first) => format!("b\"{}…\"", first.escape_ascii()),
                None => format!("{value}"),
            },
        },
        Err(_) => String::new(),
    }
}
