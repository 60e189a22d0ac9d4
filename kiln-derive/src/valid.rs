//! Refuses inputs that have no schema. Each mistake is reported at the token that the user has to change, and says
//! what to write instead.

mod types;

use std::collections::HashMap;

use proc_macro2::{Ident, TokenTree};
use syn::Meta;

use crate::ast::{Body, Fields, Input, Name};
use crate::errors::Errors;

/// The tag of an enum is at most two bytes.
const MAX_VARIANTS: usize = 65_536;

pub(crate) fn check(input: &Input<'_>, errors: &mut Errors) {
    shape(input, errors);
    packed(input, errors);
    cases(input, errors);
    match &input.body {
        Body::Enum(variants) => names(
            variants.iter().map(|variant| &variant.name),
            "variants",
            errors,
        ),
        Body::Struct(_) | Body::Union(_) => {}
    }
    for fields in input.bodies() {
        names(
            fields.wire().filter_map(|field| field.name.as_ref()),
            "fields",
            errors,
        );
    }
    types::check(input, errors);
}

fn shape(input: &Input<'_>, errors: &mut Errors) {
    match &input.body {
        Body::Struct(_) => {}
        Body::Enum(variants) if variants.is_empty() => {
            errors.at(
                &input.source.ident,
                "an enum without variants has no values to travel; add a variant or use a struct",
            );
        }
        Body::Enum(variants) => {
            if let Some(variant) = variants.get(MAX_VARIANTS) {
                errors.at(
                    variant.ident,
                    "an enum has at most 65,536 variants; move some into an enum of their own",
                );
            }
        }
        Body::Union(union) => errors.at(
            union.union_token,
            "a union does not say which of its fields is valid, so it cannot travel; use an enum",
        ),
    }
}

/// Fields of a packed struct cannot be borrowed, which is how they are encoded.
fn packed(input: &Input<'_>, errors: &mut Errors) {
    for attr in input
        .source
        .attrs
        .iter()
        .filter(|attr| attr.path().is_ident("repr"))
    {
        let Meta::List(list) = &attr.meta else {
            continue;
        };
        for token in list.tokens.clone() {
            if let TokenTree::Ident(ident) = token
                && ident == "packed"
            {
                errors.at(
                    ident,
                    "a packed struct cannot be encoded, since its fields cannot be borrowed; remove `packed`: the wire \
                     has no padding in any case",
                );
            }
        }
    }
}

/// Refuses a case that has nothing to rename, since its author expects it to do something.
fn cases(input: &Input<'_>, errors: &mut Errors) {
    let named = input.bodies().any(has_names);
    match (
        &input.body,
        &input.attrs.rename_all,
        &input.attrs.rename_all_fields,
    ) {
        (Body::Struct(_), Some(case), _) if !named => {
            errors.at(
                &case.key,
                "`rename_all` has nothing to rename: this struct has no named fields",
            );
        }
        (Body::Struct(_), _, Some(case)) => {
            errors.at(&case.key, "`rename_all_fields` is for the fields of an enum's variants; on a struct, use `rename_all`");
        }
        (Body::Enum(_), _, Some(case)) if !named => {
            errors.at(
                &case.key,
                "`rename_all_fields` has nothing to rename: no variant has named fields",
            );
        }
        _ => {}
    }
}

fn has_names(fields: &Fields<'_>) -> bool {
    fields.named && !fields.all.is_empty()
}

/// Names are legal and unique.
fn names<'n>(names: impl Iterator<Item = &'n Name>, what: &str, errors: &mut Errors) {
    let mut seen: HashMap<&str, ()> = HashMap::new();
    for name in names {
        if let Some(fault) = illegal(&name.text) {
            let made = if name.by_case {
                format!("`rename_all` makes this name `{}`, and ", name.text)
            } else {
                String::new()
            };
            errors.at(
                &name.source,
                format!("{made}{fault}; give another with `rename`"),
            );
        } else if seen.insert(&name.text, ()).is_some() {
            errors.at(
                &name.source,
                format!(
                    "two {what} are called `{}` in the schema; rename one of them",
                    name.text
                ),
            );
        }
    }
}

/// What keeps `name` from being a name in a schema, if anything.
fn illegal(name: &str) -> Option<&'static str> {
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-' || c > '\u{7f}';
    if name.is_empty() {
        Some("a name in a schema is not empty")
    } else if name.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        Some("a name in a schema does not start with a digit or `-`")
    } else if !name.chars().all(legal) {
        Some("a name in a schema consists of letters, digits, `_`, `-` and characters beyond ASCII")
    } else {
        None
    }
}

/// Whether `ident` is a type without a fixed width.
fn is_size(ident: &Ident) -> bool {
    ident == "usize" || ident == "isize"
}
