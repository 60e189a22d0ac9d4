//! Copies: with the same borrowed text and bytes, or with all of them owned.

use super::{
    Value,
    build::Builder,
    parts::{Parts, Step},
    walk::Shape,
};
use alloc::{borrow::Cow, vec::Vec};

impl Clone for Value<'_> {
    fn clone(&self) -> Self {
        rebuild(self, Cow::clone, Cow::clone)
    }
}

impl Value<'_> {
    /// A copy that borrows nothing, to outlive the input.
    #[must_use]
    pub fn to_owned_value(&self) -> Value<'static> {
        rebuild(
            self,
            |text| Cow::Owned((**text).into()),
            |bytes| Cow::Owned((**bytes).into()),
        )
    }

    /// What an empty copy of this value starts from; `None` if it has no parts of any kind.
    fn shape(&self) -> Option<Shape> {
        Some(match self {
            Self::List(_) => Shape::List,
            Self::Set(_) => Shape::Set,
            Self::Dict(_) => Shape::Dict,
            Self::Array(_) => Shape::Array,
            Self::Option(_) => Shape::Some,
            Self::Tuple(_) => Shape::Tuple,
            Self::Struct(_) => Shape::Struct,
            Self::Enum(tag, _) => Shape::Variant(*tag),
            _ => return None,
        })
    }
}

/// The same value again, with text and bytes as the two functions say.
fn rebuild<'a, 'b>(
    value: &Value<'a>,
    text: impl Fn(&Cow<'a, str>) -> Cow<'b, str>,
    bytes: impl Fn(&Cow<'a, [u8]>) -> Cow<'b, [u8]>,
) -> Value<'b> {
    let leaf = |value: &Value<'a>| match value {
        Value::Bool(v) => Value::Bool(*v),
        Value::U8(v) => Value::U8(*v),
        Value::U16(v) => Value::U16(*v),
        Value::U32(v) => Value::U32(*v),
        Value::U64(v) => Value::U64(*v),
        Value::U128(v) => Value::U128(*v),
        Value::I8(v) => Value::I8(*v),
        Value::I16(v) => Value::I16(*v),
        Value::I32(v) => Value::I32(*v),
        Value::I64(v) => Value::I64(*v),
        Value::I128(v) => Value::I128(*v),
        Value::F16(v) => Value::F16(*v),
        Value::Bf16(v) => Value::Bf16(*v),
        Value::F32(v) => Value::F32(*v),
        Value::F64(v) => Value::F64(*v),
        Value::Char(v) => Value::Char(*v),
        Value::Str(v) => Value::Str(text(v)),
        Value::Bytes(v) => Value::Bytes(bytes(v)),
        Value::Tensors(v) => Value::Tensors(bytes(v)),
        // Those with parts have a shape.
        _ => Value::Tuple(Vec::new()),
    };
    let mut builder = Builder::new();
    let mut parts = Parts::new();
    let mut next = Some(value);
    loop {
        if let Some(value) = next.take() {
            match value.shape() {
                Some(shape) => {
                    let room = match shape {
                        Shape::Dict => value.parts() / 2,
                        _ => value.parts(),
                    };
                    builder.open(shape.empty(room));
                    parts.open(value);
                }
                None => builder.give(leaf(value)),
            }
        }
        match parts.next() {
            Some(Step::Part(_, _, part)) => next = Some(part),
            Some(Step::Close(_)) => builder.close(),
            None => break,
        }
    }
    builder.finish().unwrap_or(Value::Tuple(Vec::new()))
}
