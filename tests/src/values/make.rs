//! Random values of a schema.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "any bits will do"
)]

use crate::blocks::{Rng, assemble, seeds};
use kiln::{Schema, Value};

/// A value of a schema; `None` if none was found that is small enough, or there is none at all.
pub fn value(rng: &mut Rng, schema: &Schema) -> Option<Value<'static>> {
    let mut maker = Maker { rng, left: 300 };
    maker.value(schema, &mut Vec::new(), 0)
}

struct Maker<'r> {
    rng: &'r mut Rng,
    /// How many more parts there may be.
    left: usize,
}

impl Maker<'_> {
    /// `around` is the enclosing recs, with what is around each of them.
    fn value<'s>(
        &mut self,
        schema: &'s Schema,
        around: &mut Vec<(&'s str, &'s Schema)>,
        depth: usize,
    ) -> Option<Value<'static>> {
        self.left = self.left.checked_sub(1)?;
        if depth > 60 {
            return None;
        }
        let n = self.rng.bits();
        Some(match schema {
            Schema::Bool => Value::Bool(n % 2 == 1),
            Schema::U8 => Value::U8(self.integer() as u8),
            Schema::U16 => Value::U16(self.integer() as u16),
            Schema::U32 => Value::U32(self.integer() as u32),
            Schema::U64 => Value::U64(self.integer() as u64),
            Schema::U128 => Value::U128(self.integer()),
            Schema::I8 => Value::I8(self.integer() as i8),
            Schema::I16 => Value::I16(self.integer() as i16),
            Schema::I32 => Value::I32(self.integer() as i32),
            Schema::I64 => Value::I64(self.integer() as i64),
            Schema::I128 => Value::I128(self.integer() as i128),
            Schema::F16 => Value::F16(n as u16),
            Schema::Bf16 => Value::Bf16(n as u16),
            Schema::F32 => Value::F32(match n % 4 {
                0 => self
                    .rng
                    .pick(&[0.0, -0.0, 1.0, 0.1, f32::NAN, f32::INFINITY]),
                _ => f32::from_bits((n >> 8) as u32),
            }),
            Schema::F64 => Value::F64(match n % 4 {
                0 => self
                    .rng
                    .pick(&[0.0, -0.0, 1.0, 0.1, f64::NAN, f64::MIN_POSITIVE]),
                _ => f64::from_bits(self.rng.bits()),
            }),
            Schema::Char => Value::Char(self.char()),
            Schema::String => {
                let n = self.rng.below(5);
                let text: String = (0..n).map(|_| self.char()).collect();
                Value::from(text)
            }
            Schema::Tensors => {
                let sets = seeds::tensors();
                let set = self.rng.below(sets.len());
                Value::Tensors(assemble(&sets[set]).into())
            }
            Schema::List(element) => {
                let n = self.count();
                if *element.get() == Schema::U8 {
                    return Some(Value::from((0..n).map(|i| i as u8).collect::<Vec<u8>>()));
                }
                Value::List(self.many(n, element.get(), around, depth)?)
            }
            Schema::Array(element, n) => {
                let n = usize::try_from(*n).ok()?;
                if *element.get() == Schema::U8 {
                    return Some(Value::from((0..n).map(|i| i as u8).collect::<Vec<u8>>()));
                }
                Value::Array(self.many(n, element.get(), around, depth)?)
            }
            Schema::Set(key) => {
                let n = self.count();
                let keys = self.many(n, key.get(), around, depth)?;
                Value::Set(unique(keys))
            }
            Schema::Dict(key, value) => {
                let n = self.count();
                let keys = unique(self.many(n, key.get(), around, depth)?);
                let mut entries = Vec::new();
                for key in keys {
                    entries.push((key, self.value(value.get(), around, depth + 1)?));
                }
                Value::Dict(entries)
            }
            Schema::Option(some) => {
                if self.left < 100 || n.is_multiple_of(3) {
                    return Some(Value::none());
                }
                // Where what it holds has no end, it holds nothing.
                match self.value(some.get(), around, depth + 1) {
                    Some(value) => Value::some(value),
                    None => Value::none(),
                }
            }
            Schema::Tuple(items) => {
                let items = items.iter().map(|item| self.value(item, around, depth + 1));
                Value::Tuple(items.collect::<Option<_>>()?)
            }
            Schema::Struct(fields) => {
                let fields = fields.iter();
                let values = fields.map(|field| self.value(field.schema(), around, depth + 1));
                Value::Struct(values.collect::<Option<_>>()?)
            }
            Schema::Enum(variants) => {
                let bare = variants
                    .iter()
                    .position(|variant| variant.schema().is_none());
                let tag = match bare {
                    Some(bare) if self.left < 100 => bare,
                    _ => self.rng.below(variants.len()),
                };
                let carried = match variants[tag].schema() {
                    Some(schema) => Some(Box::new(self.value(schema, around, depth + 1)?)),
                    None => None,
                };
                Value::Enum(u16::try_from(tag).ok()?, carried)
            }
            Schema::Rec(label, body) => {
                around.push((label, schema));
                let value = self.value(body.get(), around, depth + 1);
                around.pop();
                value?
            }
            Schema::Ref(label) => {
                let at = around.iter().rposition(|(name, _)| name == label)?;
                let mut outside = around[..at].to_vec();
                self.value(around[at].1, &mut outside, depth + 1)?
            }
        })
    }

    fn many<'s>(
        &mut self,
        n: usize,
        schema: &'s Schema,
        around: &mut Vec<(&'s str, &'s Schema)>,
        depth: usize,
    ) -> Option<Vec<Value<'static>>> {
        (0..n)
            .map(|_| self.value(schema, around, depth + 1))
            .collect()
    }

    fn count(&mut self) -> usize {
        match self.left {
            0..100 => 0,
            _ => self.rng.below(5),
        }
    }

    /// Near an edge of some width, or small.
    fn integer(&mut self) -> u128 {
        let bits = self
            .rng
            .pick(&[0, 1, 7, 8, 15, 16, 31, 32, 52, 53, 54, 63, 64, 127]);
        let small = self.rng.pick(&[0u128, 1, 2, 0u128.wrapping_sub(1)]);
        match self.rng.below(3) {
            0 => small,
            1 => (1u128 << bits).wrapping_add(small),
            _ => 0u128.wrapping_sub(1 << bits).wrapping_add(small),
        }
    }

    fn char(&mut self) -> char {
        self.rng.pick(&[
            'a',
            'b',
            '"',
            '\\',
            '\n',
            '\0',
            'ß',
            '\u{feff}',
            '\u{d7ff}',
            '\u{e000}',
            '\u{10ffff}',
        ])
    }
}

fn unique(keys: Vec<Value<'static>>) -> Vec<Value<'static>> {
    let mut kept: Vec<Value<'static>> = Vec::new();
    for key in keys {
        if !kept.contains(&key) {
            kept.push(key);
        }
    }
    kept
}
