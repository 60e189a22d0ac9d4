//! Comparing two values: by parts, floats by bits.

use super::Value;
use alloc::vec::Vec;
use core::mem::discriminant;

impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        let mut open: Vec<(&Self, &Self, usize)> = Vec::new();
        let (mut a, mut b) = (self, other);
        loop {
            if !alike(a, b) {
                return false;
            }
            if a.parts() > 0 {
                open.push((a, b, 0));
            }
            (a, b) = loop {
                let Some((a, b, next)) = open.last_mut() else {
                    return true;
                };
                if let (Some(a), Some(b)) = (a.part(*next), b.part(*next)) {
                    *next += 1;
                    break (a, b);
                }
                open.pop();
            };
        }
    }
}

impl Eq for Value<'_> {}

/// Whether two values are equal as far as can be seen without looking at their parts.
fn alike(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::U8(a), Value::U8(b)) => a == b,
        (Value::U16(a), Value::U16(b)) => a == b,
        (Value::U32(a), Value::U32(b)) => a == b,
        (Value::U64(a), Value::U64(b)) => a == b,
        (Value::U128(a), Value::U128(b)) => a == b,
        (Value::I8(a), Value::I8(b)) => a == b,
        (Value::I16(a), Value::I16(b)) => a == b,
        (Value::I32(a), Value::I32(b)) => a == b,
        (Value::I64(a), Value::I64(b)) => a == b,
        (Value::I128(a), Value::I128(b)) => a == b,
        (Value::F16(a), Value::F16(b)) | (Value::Bf16(a), Value::Bf16(b)) => a == b,
        (Value::F32(a), Value::F32(b)) => a.to_bits() == b.to_bits(),
        (Value::F64(a), Value::F64(b)) => a.to_bits() == b.to_bits(),
        (Value::Char(a), Value::Char(b)) => a == b,
        (Value::Str(a), Value::Str(b)) => a == b,
        (Value::Bytes(a), Value::Bytes(b)) | (Value::Tensors(a), Value::Tensors(b)) => a == b,
        (Value::Enum(a, _), Value::Enum(b, _)) if a != b => false,
        _ => discriminant(a) == discriminant(b) && a.parts() == b.parts(),
    }
}
