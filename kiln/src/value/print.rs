//! Values as text: [`Display`](fmt::Display) to read, [`Debug`](fmt::Debug) as Rust would write
//! them.

use super::{
    Value,
    parts::{Parts, Step},
};
use core::fmt;

#[derive(Copy, Clone, PartialEq, Eq)]
enum Style {
    Display,
    Debug,
}

impl fmt::Display for Value<'_> {
    /// On one line: `[1, 2]` for a list or array, `{1, 2}` for a set, `{"a": 1}` for a dict,
    /// `struct {1, 2}` for a struct, `#2(5)` for the variant at position 2.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(self, f, Style::Display)
    }
}

impl fmt::Debug for Value<'_> {
    /// On one line, in the syntax of Rust, also with `{:#?}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(self, f, Style::Debug)
    }
}

fn print(value: &Value<'_>, f: &mut fmt::Formatter<'_>, style: Style) -> fmt::Result {
    let mut parts = Parts::new();
    begin(value, f, style)?;
    parts.open(value);
    while let Some(step) = parts.next() {
        match step {
            Step::Part(whole, index, part) => {
                f.write_str(between(whole, index, style))?;
                begin(part, f, style)?;
                parts.open(part);
            }
            Step::Close(whole) => f.write_str(end(whole, style))?,
        }
    }
    Ok(())
}

/// What stands before the part at a position.
fn between(whole: &Value<'_>, index: usize, style: Style) -> &'static str {
    match (whole, style, index) {
        (Value::Dict(_), Style::Display, _) if index % 2 == 1 => ": ",
        (Value::Dict(_), Style::Debug, 0) => "(",
        (Value::Dict(_), Style::Debug, _) if index.is_multiple_of(2) => "), (",
        (_, _, 0) => "",
        _ => ", ",
    }
}

/// A value up to its first part; all of it, if it has none and never does.
fn begin(value: &Value<'_>, f: &mut fmt::Formatter<'_>, style: Style) -> fmt::Result {
    if style == Style::Debug {
        return begin_debug(value, f);
    }
    match value {
        Value::Bool(v) => write!(f, "{v}"),
        Value::U8(v) => write!(f, "{v}"),
        Value::U16(v) => write!(f, "{v}"),
        Value::U32(v) => write!(f, "{v}"),
        Value::U64(v) => write!(f, "{v}"),
        Value::U128(v) => write!(f, "{v}"),
        Value::I8(v) => write!(f, "{v}"),
        Value::I16(v) => write!(f, "{v}"),
        Value::I32(v) => write!(f, "{v}"),
        Value::I64(v) => write!(f, "{v}"),
        Value::I128(v) => write!(f, "{v}"),
        Value::F16(_) | Value::Bf16(_) => write!(f, "{:?}", value.as_f64().unwrap_or_default()),
        Value::F32(v) => write!(f, "{v:?}"),
        Value::F64(v) => write!(f, "{v:?}"),
        Value::Char(v) => write!(f, "{v:?}"),
        Value::Str(v) => write!(f, "{v:?}"),
        Value::Bytes(v) => write!(f, "b\"{}\"", v.escape_ascii()),
        Value::Tensors(v) => write!(f, "tensors of {} bytes", v.len()),
        Value::List(_) | Value::Array(_) => f.write_str("["),
        Value::Set(_) | Value::Dict(_) => f.write_str("{"),
        Value::Tuple(_) => f.write_str("("),
        Value::Struct(_) => f.write_str("struct {"),
        Value::Option(None) => f.write_str("None"),
        Value::Option(Some(_)) => f.write_str("Some("),
        Value::Enum(tag, None) => write!(f, "#{tag}"),
        Value::Enum(tag, Some(_)) => write!(f, "#{tag}("),
    }
}

fn begin_debug(value: &Value<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value {
        Value::Bool(v) => write!(f, "Bool({v})"),
        Value::U8(v) => write!(f, "U8({v})"),
        Value::U16(v) => write!(f, "U16({v})"),
        Value::U32(v) => write!(f, "U32({v})"),
        Value::U64(v) => write!(f, "U64({v})"),
        Value::U128(v) => write!(f, "U128({v})"),
        Value::I8(v) => write!(f, "I8({v})"),
        Value::I16(v) => write!(f, "I16({v})"),
        Value::I32(v) => write!(f, "I32({v})"),
        Value::I64(v) => write!(f, "I64({v})"),
        Value::I128(v) => write!(f, "I128({v})"),
        Value::F16(v) => write!(f, "F16({v:#06x})"),
        Value::Bf16(v) => write!(f, "Bf16({v:#06x})"),
        Value::F32(v) => write!(f, "F32({v:?})"),
        Value::F64(v) => write!(f, "F64({v:?})"),
        Value::Char(v) => write!(f, "Char({v:?})"),
        Value::Str(v) => write!(f, "Str({v:?})"),
        Value::Bytes(v) => write!(f, "Bytes(b\"{}\")", v.escape_ascii()),
        Value::Tensors(v) => write!(f, "Tensors(b\"{}\")", v.escape_ascii()),
        Value::List(_) => f.write_str("List(["),
        Value::Array(_) => f.write_str("Array(["),
        Value::Set(_) => f.write_str("Set(["),
        Value::Dict(_) => f.write_str("Dict(["),
        Value::Tuple(_) => f.write_str("Tuple(["),
        Value::Struct(_) => f.write_str("Struct(["),
        Value::Option(None) => f.write_str("Option(None)"),
        Value::Option(Some(_)) => f.write_str("Option(Some("),
        Value::Enum(tag, None) => write!(f, "Enum({tag}, None)"),
        Value::Enum(tag, Some(_)) => write!(f, "Enum({tag}, Some("),
    }
}

/// What stands behind the last part.
fn end(value: &Value<'_>, style: Style) -> &'static str {
    match (value, style) {
        (Value::List(_) | Value::Array(_), Style::Display) => "]",
        (Value::Set(_) | Value::Dict(_) | Value::Struct(_), Style::Display) => "}",
        // The comma of a tuple of one, as Rust writes it.
        (Value::Tuple(items), Style::Display) if items.len() == 1 => ",)",
        (Value::Tuple(_) | Value::Option(Some(_)) | Value::Enum(_, Some(_)), Style::Display) => ")",
        (Value::Dict(pairs), Style::Debug) if !pairs.is_empty() => ")])",
        (
            Value::List(_)
            | Value::Array(_)
            | Value::Set(_)
            | Value::Dict(_)
            | Value::Tuple(_)
            | Value::Struct(_),
            Style::Debug,
        ) => "])",
        (Value::Option(Some(_)) | Value::Enum(_, Some(_)), Style::Debug) => "))",
        _ => "",
    }
}
