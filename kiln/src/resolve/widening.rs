//! Which numbers widen to which without loss.

use crate::Schema;

/// What is known of the numbers of a kind.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Number {
    Unsigned(u32),
    Signed(u32),
    F16,
    Bf16,
    F32,
    F64,
}

fn number(schema: &Schema) -> Option<Number> {
    Some(match schema {
        Schema::U8 => Number::Unsigned(8),
        Schema::U16 => Number::Unsigned(16),
        Schema::U32 => Number::Unsigned(32),
        Schema::U64 => Number::Unsigned(64),
        Schema::U128 => Number::Unsigned(128),
        Schema::I8 => Number::Signed(8),
        Schema::I16 => Number::Signed(16),
        Schema::I32 => Number::Signed(32),
        Schema::I64 => Number::Signed(64),
        Schema::I128 => Number::Signed(128),
        Schema::F16 => Number::F16,
        Schema::Bf16 => Number::Bf16,
        Schema::F32 => Number::F32,
        Schema::F64 => Number::F64,
        _ => return None,
    })
}

/// Whether every number of one kind is a number of the other, and they are two kinds.
pub(super) fn widens(from: &Schema, to: &Schema) -> bool {
    use Number::{Bf16, F16, F32, F64, Signed, Unsigned};
    let (Some(from), Some(to)) = (number(from), number(to)) else {
        return false;
    };
    match (from, to) {
        (Unsigned(from), Unsigned(to) | Signed(to)) | (Signed(from), Signed(to)) => from < to,
        // An f32 holds every integer of 24 bits, an f64 every one of 53.
        (Unsigned(bits) | Signed(bits), F32) => bits <= 16,
        (Unsigned(bits) | Signed(bits), F64) => bits <= 32,
        (F16 | Bf16, F32 | F64) | (F32, F64) => true,
        _ => false,
    }
}

/// Whether a value of this kind is a leaf that only its own kind, or a wider number, can take.
pub(super) fn is_leaf(schema: &Schema) -> bool {
    number(schema).is_some()
        || matches!(
            schema,
            Schema::Bool | Schema::Char | Schema::String | Schema::Tensors
        )
}
