//! JSON to a value, by a plan, with the open levels on the heap.

use super::{MAX_LEVELS, floats, tensors};
use crate::{
    Error, Limits, Schema, Value,
    value::{
        build::Builder,
        plan::{self, Plan},
        walk::Shape,
    },
};
use alloc::{collections::BTreeMap, string::String, vec::Vec};
use core::str::FromStr;
use serde_json::Value as Json;

/// The names of the variants of each enum that was met, so that none is searched for from the start.
type Variants<'s> = BTreeMap<usize, BTreeMap<&'s str, u16>>;

/// A list or object some of whose parts have not been read.
struct Level<'j> {
    json: &'j Json,
    node: usize,
    tag: u16,
    at: usize,
    parts: usize,
    /// How many `rec` bodies this value opened.
    recs: u32,
}

/// What has begun.
enum Begun {
    Leaf(Value<'static>),
    /// A shape, and how many parts it has.
    Open(Shape, usize),
}

pub(super) fn read(plan: &Plan<'_>, json: &Json) -> Result<Value<'static>, Error> {
    let mut builder = Builder::new();
    let mut variants = Variants::new();
    let mut open: Vec<Level<'_>> = Vec::new();
    let (mut json, mut node) = (json, plan::ROOT);
    let mut depth = Limits::DEFAULT.max_depth;
    loop {
        let mut recs = 0;
        while let Some(body) = plan.body(node) {
            depth = depth.checked_sub(1).ok_or(Error::Limit)?;
            recs += 1;
            node = body;
        }
        match begin(plan, node, json, &mut variants)? {
            Begun::Leaf(value) => {
                depth += recs;
                builder.give(value);
            }
            Begun::Open(shape, parts) => {
                // A list of pairs is two levels.
                if open.len() + 1 + usize::from(shape == Shape::Dict) > MAX_LEVELS {
                    return Err(Error::Limit);
                }
                let tag = match shape {
                    Shape::Variant(tag) => tag,
                    _ => 0,
                };
                builder.open(shape.empty(0));
                open.push(Level {
                    json,
                    node,
                    tag,
                    at: 0,
                    parts,
                    recs,
                });
            }
        }
        (json, node) = loop {
            let Some(level) = open.last_mut() else {
                return builder.finish().ok_or(Error::Type);
            };
            if level.at < level.parts {
                let part = part(plan, level).ok_or(Error::Type)?;
                let node = plan.part(level.node, level.tag, level.at);
                level.at += 1;
                break (part, node);
            }
            depth += level.recs;
            open.pop();
            builder.close();
        };
    }
}

/// The JSON of the part that comes next.
fn part<'j>(plan: &Plan<'_>, level: &Level<'j>) -> Option<&'j Json> {
    match (plan.schema(level.node), level.json) {
        (Schema::Dict(..), Json::Array(entries)) => match entries.get(level.at / 2)? {
            Json::Array(entry) if entry.len() == 2 => entry.get(level.at % 2),
            _ => None,
        },
        (Schema::Struct(fields), Json::Object(members)) => {
            members.get(fields.get(level.at)?.name())
        }
        // An option or a variant.
        (_, Json::Object(members)) => members.values().next(),
        (_, Json::Array(items)) => items.get(level.at),
        _ => None,
    }
}

fn begin<'s>(
    plan: &Plan<'s>,
    node: usize,
    json: &Json,
    variants: &mut Variants<'s>,
) -> Result<Begun, Error> {
    let schema = plan.schema(node);
    let text = || json.as_str().ok_or(Error::Type);
    let list = || json.as_array().ok_or(Error::Type);
    let value = match schema {
        Schema::Bool => Value::Bool(json.as_bool().ok_or(Error::Type)?),
        Schema::U8 => Value::U8(integer(json)?),
        Schema::U16 => Value::U16(integer(json)?),
        Schema::U32 => Value::U32(integer(json)?),
        Schema::U64 => Value::U64(integer(json)?),
        Schema::U128 => Value::U128(integer(json)?),
        Schema::I8 => Value::I8(integer(json)?),
        Schema::I16 => Value::I16(integer(json)?),
        Schema::I32 => Value::I32(integer(json)?),
        Schema::I64 => Value::I64(integer(json)?),
        Schema::I128 => Value::I128(integer(json)?),
        Schema::F16 => Value::F16(short(floats::from_json(json, 2, floats::to_f16_bits)?)?),
        Schema::Bf16 => Value::Bf16(short(floats::from_json(json, 2, floats::to_bf16_bits)?)?),
        Schema::F32 => {
            let bits = floats::from_json(json, 4, floats::to_f32_bits)?;
            Value::F32(f32::from_bits(
                u32::try_from(bits).map_err(|_| Error::Type)?,
            ))
        }
        Schema::F64 => Value::F64(f64::from_bits(floats::from_json(
            json,
            8,
            floats::to_f64_bits,
        )?)),
        Schema::Char => {
            let mut chars = text()?.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) => Value::Char(c),
                _ => return Err(Error::Type),
            }
        }
        Schema::String => Value::from(String::from(text()?)),
        Schema::List(element) | Schema::Array(element, _)
            if matches!(element.get(), Schema::U8) =>
        {
            let bytes: Result<Vec<u8>, Error> = list()?.iter().map(integer).collect();
            Value::from(bytes?)
        }
        Schema::List(_) => return Ok(Begun::Open(Shape::List, list()?.len())),
        Schema::Set(_) => return Ok(Begun::Open(Shape::Set, list()?.len())),
        Schema::Dict(..) => return Ok(Begun::Open(Shape::Dict, list()?.len().saturating_mul(2))),
        Schema::Array(_, n) if list()?.len() as u64 == u64::from(*n) => {
            return Ok(Begun::Open(Shape::Array, list()?.len()));
        }
        Schema::Tuple(items) if list()?.len() == items.len() => {
            return Ok(Begun::Open(Shape::Tuple, items.len()));
        }
        Schema::Struct(fields) => match json {
            // As many members as fields, and each field is looked up: they are the same.
            Json::Object(members) if members.len() == fields.len() => {
                return Ok(Begun::Open(Shape::Struct, fields.len()));
            }
            _ => return Err(Error::Type),
        },
        Schema::Option(_) => match json {
            Json::Null => Value::none(),
            Json::Object(members) if members.len() == 1 && members.contains_key("some") => {
                return Ok(Begun::Open(Shape::Some, 1));
            }
            _ => return Err(Error::Type),
        },
        Schema::Enum(all) => {
            let (name, carries) = match json {
                Json::String(name) => (name, false),
                Json::Object(members) if members.len() == 1 => {
                    (members.keys().next().ok_or(Error::Type)?, true)
                }
                _ => return Err(Error::Type),
            };
            let names = variants.entry(node).or_insert_with(|| {
                (0..=u16::MAX)
                    .zip(all.iter())
                    .map(|(i, v)| (v.name(), i))
                    .collect()
            });
            let tag = *names.get(name.as_str()).ok_or(Error::Type)?;
            match (plan.carried(node, tag).is_some(), carries) {
                (true, true) => return Ok(Begun::Open(Shape::Variant(tag), 1)),
                (false, false) => Value::unit(tag),
                _ => return Err(Error::Type),
            }
        }
        Schema::Tensors => Value::Tensors(tensors::from_json(json)?.into()),
        Schema::Array(..) | Schema::Tuple(_) | Schema::Rec(..) | Schema::Ref(_) => {
            return Err(Error::Type);
        }
    };
    Ok(Begun::Leaf(value))
}

fn short(bits: u64) -> Result<u16, Error> {
    u16::try_from(bits).map_err(|_| Error::Type)
}

/// An integer: a number without a fraction, or a string of digits.
pub(super) fn integer<T: FromStr + TryFrom<u64> + TryFrom<i64>>(json: &Json) -> Result<T, Error> {
    let found = match json {
        Json::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(n), _) => T::try_from(n).ok(),
            (_, Some(n)) => T::try_from(n).ok(),
            _ => None,
        },
        Json::String(digits) if !digits.starts_with('+') => digits.parse().ok(),
        _ => None,
    };
    found.ok_or(Error::Type)
}
