//! Whether a `ref` would be taken for one of another `rec`.
//!
//! A `ref` stands for the nearest enclosing `rec` of its label, and a label is the bare name of a
//! type. A recursive type that is an argument of another recursive type of the same name, from
//! another module, would be meant by its own name and found under the other's. The derive asks this
//! of a copy of its schema in which its own `ref`s have a label that no type can have.

use super::size::same;
use super::{Items, Schema, slice, text};

/// Whether a `ref` to `probe` stands inside a `rec` that is called `label`.
pub(crate) const fn captured(schema: &Schema, label: &str, probe: &str, inside: bool) -> bool {
    match schema {
        Schema::Ref(name) => inside && same(text(name), probe),
        Schema::Rec(name, body) => {
            captured(body.get(), label, probe, inside || same(text(name), label))
        }
        Schema::List(inner) | Schema::Set(inner) | Schema::Option(inner) => {
            captured(inner.get(), label, probe, inside)
        }
        Schema::Array(inner, _) => captured(inner.get(), label, probe, inside),
        Schema::Dict(key, value) => {
            captured(key.get(), label, probe, inside) || captured(value.get(), label, probe, inside)
        }
        Schema::Tuple(items) => in_items(items, label, probe, inside),
        Schema::Struct(fields) => {
            let fields = slice(fields);
            let mut i = 0;
            while i < fields.len() {
                if captured(fields[i].schema(), label, probe, inside) {
                    return true;
                }
                i += 1;
            }
            false
        }
        Schema::Enum(variants) => {
            let variants = slice(variants);
            let mut i = 0;
            while i < variants.len() {
                if let Some(schema) = variants[i].schema()
                    && captured(schema, label, probe, inside)
                {
                    return true;
                }
                i += 1;
            }
            false
        }
        _ => false,
    }
}

const fn in_items(items: &Items, label: &str, probe: &str, inside: bool) -> bool {
    let mut i = 0;
    while let Some(item) = items.get(i) {
        if captured(item, label, probe, inside) {
            return true;
        }
        i += 1;
    }
    false
}
