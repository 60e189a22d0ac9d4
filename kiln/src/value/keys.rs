//! The keys of a set or dict that is about to be written: encoded, and in key order.

use super::Value;
use crate::{Encode, Error, Limits, Schema, Writer, schema::KeyOrder};
use alloc::vec::Vec;

/// Keys by their wire images.
pub(super) struct Keys {
    wire: Vec<u8>,
    /// Where each key ends, in the order of the value.
    ends: Vec<usize>,
    /// The positions in key order; `None` if the value has them in that order.
    sorted: Option<Vec<usize>>,
}

impl Keys {
    /// # Errors
    /// [`Error::Type`] for a key of another kind, or a key twice; [`Error::Limit`] for text that is
    /// longer than the cap.
    pub(super) fn new<'v, 'a: 'v>(
        schema: &Schema,
        order: KeyOrder,
        limits: Limits,
        keys: impl ExactSizeIterator<Item = &'v Value<'a>>,
    ) -> Result<Self, Error> {
        let mut all = Self {
            wire: Vec::new(),
            ends: Vec::with_capacity(keys.len()),
            sorted: None,
        };
        let mut writer = Writer::new(&mut all.wire, limits);
        for key in keys {
            write_key(schema, key, &mut writer)?;
            all.ends.push(writer.position());
        }
        writer.finish()?;
        let ascending =
            (1..all.ends.len()).all(|i| order.compare(all.at(i - 1), all.at(i)).is_lt());
        if !ascending {
            let mut sorted: Vec<_> = (0..all.ends.len()).collect();
            sorted.sort_unstable_by(|&a, &b| order.compare(all.at(a), all.at(b)));
            let twice = |pair: &[usize]| order.compare(all.at(pair[0]), all.at(pair[1])).is_eq();
            if sorted.windows(2).any(twice) {
                return Err(Error::Type);
            }
            all.sorted = Some(sorted);
        }
        Ok(all)
    }

    /// The key at a position of the value.
    fn at(&self, position: usize) -> &[u8] {
        let start = match position {
            0 => 0,
            _ => self.ends[position - 1],
        };
        &self.wire[start..self.ends[position]]
    }

    /// The key that is written in the given place, and its position in the value.
    pub(super) fn nth(&self, place: usize) -> (&[u8], usize) {
        let position = self.sorted.as_ref().map_or(place, |sorted| sorted[place]);
        (self.at(position), position)
    }
}

fn write_key(schema: &Schema, key: &Value<'_>, w: &mut Writer<'_>) -> Result<(), Error> {
    match (schema, key) {
        (Schema::Array(_, n), Value::Bytes(bytes)) if bytes.len() as u64 == u64::from(*n) => {
            w.put(bytes);
            Ok(())
        }
        _ => scalar(schema, key, w),
    }
}

/// Writes a value of fixed width, or text.
pub(super) fn scalar(schema: &Schema, value: &Value<'_>, w: &mut Writer<'_>) -> Result<(), Error> {
    match (schema, value) {
        (Schema::Bool, Value::Bool(v)) => v.encode(w),
        (Schema::U8, Value::U8(v)) => v.encode(w),
        (Schema::U16, Value::U16(v)) => v.encode(w),
        (Schema::U32, Value::U32(v)) => v.encode(w),
        (Schema::U64, Value::U64(v)) => v.encode(w),
        (Schema::U128, Value::U128(v)) => v.encode(w),
        (Schema::I8, Value::I8(v)) => v.encode(w),
        (Schema::I16, Value::I16(v)) => v.encode(w),
        (Schema::I32, Value::I32(v)) => v.encode(w),
        (Schema::I64, Value::I64(v)) => v.encode(w),
        (Schema::I128, Value::I128(v)) => v.encode(w),
        (Schema::F16, Value::F16(v)) | (Schema::Bf16, Value::Bf16(v)) => v.encode(w),
        (Schema::F32, Value::F32(v)) => v.encode(w),
        (Schema::F64, Value::F64(v)) => v.encode(w),
        (Schema::Char, Value::Char(v)) => v.encode(w),
        (Schema::String, Value::Str(v)) => w.text(v),
        _ => Err(Error::Type),
    }
}
