//! The visitor that makes JSON of what a walk finds.

use super::{MAX_LEVELS, floats, tensors};
use crate::{
    Error, Schema, Value,
    value::{
        plan::Plan,
        walk::{Shape, Visit},
    },
};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use serde_json::{Map, Value as Json};

/// JSON that is being put together, with the open levels on the heap.
pub(super) struct JsonWriter {
    open: Vec<Open>,
    done: Option<Json>,
    /// How many lists and objects are open, and whether they were ever too many.
    levels: usize,
    too_deep: bool,
}

enum Open {
    List(Vec<Json>),
    /// The entries, and the key whose value comes next.
    Dict(Vec<Json>, Option<Json>),
    /// The names of the fields that are still to come, the next one last.
    Struct(Map<String, Json>, Vec<String>),
    /// An object of one member: `some`, or a variant.
    Member(String, Option<Json>),
}

impl Open {
    fn levels(&self) -> usize {
        match self {
            Self::Dict(..) => 2,
            _ => 1,
        }
    }
}

impl JsonWriter {
    pub(super) fn new() -> Self {
        Self {
            open: Vec::new(),
            done: None,
            levels: 0,
            too_deep: false,
        }
    }

    pub(super) fn finish(self) -> Result<Json, Error> {
        match self.done {
            Some(json) if !self.too_deep => Ok(json),
            _ => Err(Error::Limit),
        }
    }

    fn give(&mut self, json: Json) {
        match self.open.last_mut() {
            None => self.done = Some(json),
            Some(Open::List(items)) => items.push(json),
            Some(Open::Dict(entries, key)) => match key.take() {
                Some(key) => entries.push(Json::Array([key, json].into())),
                None => *key = Some(json),
            },
            Some(Open::Struct(members, names)) => {
                if let Some(name) = names.pop() {
                    members.insert(name, json);
                }
            }
            Some(Open::Member(_, carried)) => *carried = Some(json),
        }
    }

    /// Whether so many more levels may be opened.
    fn may_nest(&mut self, more: usize) -> bool {
        self.too_deep |= self.levels + more > MAX_LEVELS;
        !self.too_deep
    }
}

impl<'a> Visit<'a> for JsonWriter {
    fn leaf(&mut self, plan: &Plan<'_>, node: usize, value: Value<'a>) {
        let nests = match value {
            Value::Bytes(_) => 1,
            Value::Tensors(_) => tensors::LEVELS,
            _ => 0,
        };
        if self.may_nest(nests) {
            self.give(leaf(plan.schema(node), &value));
        }
    }

    fn open(&mut self, plan: &Plan<'_>, node: usize, shape: Shape, room: usize) {
        let schema = plan.schema(node);
        let open = match shape {
            Shape::Dict => Open::Dict(Vec::with_capacity(room), None),
            Shape::Struct => {
                let Schema::Struct(fields) = schema else {
                    return;
                };
                let names = fields.iter().rev().map(|field| field.name().into());
                Open::Struct(Map::new(), names.collect())
            }
            Shape::Some => Open::Member("some".into(), None),
            Shape::Variant(tag) => Open::Member(variant_name(schema, tag).into(), None),
            Shape::List | Shape::Set | Shape::Array | Shape::Tuple => {
                Open::List(Vec::with_capacity(room))
            }
        };
        let more = open.levels();
        if self.may_nest(more) {
            self.levels += more;
            self.open.push(open);
        }
    }

    fn close(&mut self) {
        if self.too_deep {
            return;
        }
        let Some(open) = self.open.pop() else {
            return;
        };
        self.levels -= open.levels();
        self.give(match open {
            Open::List(items) | Open::Dict(items, _) => Json::Array(items),
            Open::Struct(members, _) => Json::Object(members),
            Open::Member(name, carried) => {
                Json::Object(Map::from_iter([(name, carried.unwrap_or_default())]))
            }
        });
    }
}

fn variant_name(schema: &Schema, tag: u16) -> &str {
    match schema {
        Schema::Enum(variants) => variants.get(usize::from(tag)).map_or("", |v| v.name()),
        _ => "",
    }
}

/// The largest integer that is written as a number.
const MAX_NUMBER: u128 = 1 << 53;

pub(super) fn integer<T>(n: T) -> Json
where
    T: Copy + ToString,
    i128: TryFrom<T>,
{
    // What is no `i128` is far above what is written as a number.
    match i128::try_from(n) {
        Ok(n) if n.unsigned_abs() <= MAX_NUMBER => match i64::try_from(n) {
            Ok(n) => n.into(),
            Err(_) => Json::String(n.to_string()),
        },
        _ => Json::String(n.to_string()),
    }
}

fn leaf(schema: &Schema, value: &Value<'_>) -> Json {
    let float = |bits, bytes| floats::to_json(value.as_f64().unwrap_or_default(), bits, bytes);
    match value {
        Value::Bool(v) => Json::Bool(*v),
        Value::U8(v) => integer(*v),
        Value::U16(v) => integer(*v),
        Value::U32(v) => integer(*v),
        Value::U64(v) => integer(*v),
        Value::U128(v) => integer(*v),
        Value::I8(v) => integer(*v),
        Value::I16(v) => integer(*v),
        Value::I32(v) => integer(*v),
        Value::I64(v) => integer(*v),
        Value::I128(v) => integer(*v),
        Value::F16(v) | Value::Bf16(v) => float(u64::from(*v), 2),
        Value::F32(v) => float(u64::from(v.to_bits()), 4),
        Value::F64(v) => float(v.to_bits(), 8),
        Value::Char(v) => Json::String(v.to_string()),
        Value::Str(v) => Json::String(v.to_string()),
        Value::Bytes(v) => v.iter().copied().collect(),
        Value::Enum(tag, _) => Json::String(variant_name(schema, *tag).into()),
        Value::Tensors(block) => tensors::to_json(block),
        // Nothing in an option; what has parts is opened, and is no leaf.
        _ => Json::Null,
    }
}
