//! How few and how many bytes a value takes, and the rules on minimums (format section 1).
//!
//! A minimum is settled from the outside in. To size a `rec`, references to it count as nothing;
//! once sized, they count as that size, and what is inside is worked out anew. [`Scope`] is the
//! list of the enclosing `rec`s with what a reference to each counts at the moment.

use super::{Child, Items, Schema, slice, text};

/// An enclosing `rec`: what a reference to it counts, and the `rec`s around it.
#[derive(Copy, Clone)]
struct Scope<'a> {
    label: &'a str,
    min: u64,
    outer: Option<&'a Scope<'a>>,
}

/// Which rule on minimums or keys a schema breaks.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// An element of a list, set or array, or a key, that may take no byte at all.
    NoByte,
    /// The key of a set or dict is of a kind that is no key.
    NotAKey,
    /// A minimum does not fit 64 bits.
    Overflow,
    /// A `ref` outside any `rec` of its name.
    NoRec,
    /// An enum without a variant, or with more than 65,536.
    Variants,
}

/// `?` for const context.
macro_rules! try_const {
    ($option:expr) => {
        match $option {
            Ok(value) => value,
            Err(fault) => return Err(fault),
        }
    };
}

const fn add(a: u64, b: u64) -> Result<u64, Fault> {
    match a.checked_add(b) {
        Some(sum) => Ok(sum),
        None => Err(Fault::Overflow),
    }
}

const fn mul(a: u64, b: u64) -> Result<u64, Fault> {
    match a.checked_mul(b) {
        Some(product) => Ok(product),
        None => Err(Fault::Overflow),
    }
}

/// The bytes of an enum's tag: one for up to 256 variants, else two.
pub(crate) const fn tag_size(variants: usize) -> usize {
    if variants <= 256 { 1 } else { 2 }
}

/// The number of bytes of a fixed-width scalar.
const fn width(schema: &Schema) -> Option<u64> {
    Some(match schema {
        Schema::Bool | Schema::U8 | Schema::I8 => 1,
        Schema::U16 | Schema::I16 | Schema::F16 | Schema::Bf16 => 2,
        Schema::U32 | Schema::I32 | Schema::F32 | Schema::Char => 4,
        Schema::U64 | Schema::I64 | Schema::F64 => 8,
        Schema::U128 | Schema::I128 => 16,
        _ => return None,
    })
}

const fn lookup(label: &str, mut scope: Option<&Scope<'_>>) -> Result<u64, Fault> {
    while let Some(at) = scope {
        if same(at.label, label) {
            return Ok(at.min);
        }
        scope = at.outer;
    }
    Err(Fault::NoRec)
}

/// Whether two labels are the same: by words, since a hostile text can make every `ref` in it be compared with
/// 60 long labels that differ in their last byte, once for each of 60 `rec`s.
pub(super) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let ((words, a), (others, b)) = (a.as_chunks::<16>(), b.as_chunks::<16>());
    let mut i = 0;
    while i < words.len() {
        if u128::from_ne_bytes(words[i]) != u128::from_ne_bytes(others[i]) {
            return false;
        }
        i += 1;
    }
    i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// The minimum of a node. With `check`, every node below it is settled and held to the rules.
///
/// Without, a reference to no `rec` counts as nothing: that is how a type's fields are sized while
/// the type itself is being described.
const fn min(schema: &Schema, scope: Option<&Scope<'_>>, check: bool) -> Result<u64, Fault> {
    if let Some(width) = width(schema) {
        return Ok(width);
    }
    match schema {
        Schema::String => Ok(4),
        Schema::Tensors => Ok(64),
        Schema::List(element) => {
            if check {
                try_const!(element_min(element, scope, check));
            }
            Ok(4)
        }
        Schema::Set(element) => {
            if check {
                try_const!(key_min(element, scope));
            }
            Ok(4)
        }
        Schema::Dict(key, value) => {
            if check {
                let key = try_const!(key_min(key, scope));
                let value = try_const!(min(value.get(), scope, check));
                try_const!(add(key, value));
            }
            Ok(4)
        }
        Schema::Array(element, length) => {
            let element = try_const!(element_min(element, scope, check));
            mul(element, *length as u64)
        }
        Schema::Option(some) => {
            if check {
                try_const!(min(some.get(), scope, check));
            }
            Ok(1)
        }
        Schema::Tuple(items) => {
            let mut sum = 0;
            let mut i = 0;
            while let Some(item) = items.get(i) {
                sum = try_const!(add(sum, try_const!(min(item, scope, check))));
                i += 1;
            }
            Ok(sum)
        }
        Schema::Struct(fields) => {
            let fields = slice(fields);
            let mut sum = 0;
            let mut i = 0;
            while i < fields.len() {
                sum = try_const!(add(sum, try_const!(min(fields[i].schema(), scope, check))));
                i += 1;
            }
            Ok(sum)
        }
        Schema::Enum(variants) => {
            let variants = slice(variants);
            if check && (variants.is_empty() || variants.len() > 65_536) {
                return Err(Fault::Variants);
            }
            let mut least = u64::MAX;
            let mut i = 0;
            while i < variants.len() {
                let size = match variants[i].schema() {
                    Some(schema) => try_const!(min(schema, scope, check)),
                    None => 0,
                };
                if size < least {
                    least = size;
                }
                i += 1;
            }
            add(least, tag_size(variants.len()) as u64)
        }
        Schema::Rec(label, body) => {
            let mut inner = Scope {
                label: text(label),
                min: 0,
                outer: scope,
            };
            let size = try_const!(min(body.get(), Some(&inner), false));
            if check {
                inner.min = size;
                try_const!(min(body.get(), Some(&inner), true));
            }
            Ok(size)
        }
        Schema::Ref(label) => match lookup(text(label), scope) {
            Err(_) if !check => Ok(0),
            found => found,
        },
        _ => unreachable!(),
    }
}

const fn element_min(
    element: &Child,
    scope: Option<&Scope<'_>>,
    check: bool,
) -> Result<u64, Fault> {
    let size = try_const!(min(element.get(), scope, check));
    if check && size == 0 {
        return Err(Fault::NoByte);
    }
    Ok(size)
}

const fn key_min(key: &Child, scope: Option<&Scope<'_>>) -> Result<u64, Fault> {
    if key.get().key_order().is_none() {
        return Err(Fault::NotAKey);
    }
    element_min(key, scope, true)
}

/// The largest size, or `None` where there is none (or none that fits 64 bits).
const fn max(schema: &Schema) -> Option<u64> {
    if let Some(width) = width(schema) {
        return Some(width);
    }
    match schema {
        Schema::Array(_, 0) => Some(0),
        Schema::Array(element, length) => match max(element.get()) {
            Some(size) => size.checked_mul(*length as u64),
            None => None,
        },
        Schema::Option(some) => match max(some.get()) {
            Some(size) => size.checked_add(1),
            None => None,
        },
        Schema::Tuple(items) => max_items(items),
        Schema::Struct(fields) => {
            let fields = slice(fields);
            let mut sum: u64 = 0;
            let mut i = 0;
            while i < fields.len() {
                let Some(size) = max(fields[i].schema()) else {
                    return None;
                };
                let Some(more) = sum.checked_add(size) else {
                    return None;
                };
                sum = more;
                i += 1;
            }
            Some(sum)
        }
        Schema::Enum(variants) => {
            let variants = slice(variants);
            let mut most = 0;
            let mut i = 0;
            while i < variants.len() {
                if let Some(schema) = variants[i].schema() {
                    let Some(size) = max(schema) else {
                        return None;
                    };
                    if size > most {
                        most = size;
                    }
                }
                i += 1;
            }
            most.checked_add(tag_size(variants.len()) as u64)
        }
        Schema::Rec(_, body) => max(body.get()),
        _ => None,
    }
}

const fn max_items(items: &Items) -> Option<u64> {
    let mut sum: u64 = 0;
    let mut i = 0;
    while let Some(item) = items.get(i) {
        let Some(size) = max(item) else {
            return None;
        };
        let Some(more) = sum.checked_add(size) else {
            return None;
        };
        sum = more;
        i += 1;
    }
    Some(sum)
}

impl Schema {
    /// The fewest bytes that a value takes (format section 1, "minimum size").
    ///
    /// # Panics
    /// If it does not fit 64 bits, which only a schema built by hand can reach: parsing refuses it
    /// and in a derived type it is a compile error.
    #[must_use]
    #[track_caller]
    pub const fn min_size(&self) -> u64 {
        match min(self, None, false) {
            Ok(size) => size,
            Err(_) => panic!("kiln: the minimum size of this type does not fit 64 bits"),
        }
    }

    /// The most bytes that a value takes; `None` where a list, text, dict, tensor block or a type
    /// that contains itself makes it unbounded.
    #[must_use]
    pub const fn max_size(&self) -> Option<u64> {
        max(self)
    }

    /// Which rule on minimums or keys this schema breaks first, if any.
    pub(crate) const fn fault(&self) -> Option<Fault> {
        match min(self, None, true) {
            Ok(_) => None,
            Err(fault) => Some(fault),
        }
    }
}
