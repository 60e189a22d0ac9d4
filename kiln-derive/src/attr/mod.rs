//! Reads `#[kiln(...)]` into plain structs.
//!
//! An attribute is a comma-separated list of items, each of which starts with its key: `rename = "x", skip`. Every
//! item is read on its own, so that one mistake does not hide the next. What an item means for the rest of the
//! input is not decided here.

mod parse;
mod rename;

use proc_macro2::{Ident, Span};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Attribute, LitStr, Path, Token, Type, WherePredicate};

use crate::errors::Errors;
pub(crate) use parse::{FIELD_KEYS, TYPE_KEYS, VARIANT_KEYS};
pub(crate) use rename::Case;

/// Where-predicates that a user wrote in place of the inferred ones.
pub(crate) type Predicates = Punctuated<WherePredicate, Token![,]>;

/// `bound(...)`: one list for all three impls, or one for each of those that are named.
pub(crate) enum Bound {
    All(Predicates),
    Each {
        describe: Option<Predicates>,
        encode: Option<Predicates>,
        decode: Option<Predicates>,
    },
}

/// What travels in place of a field.
pub(crate) enum Via {
    /// `as = Type`
    As(Type),
    /// `with = module`
    With(Path),
}

/// An item with the place of its key, for messages.
pub(crate) struct Keyed<T> {
    pub(crate) key: Ident,
    pub(crate) value: T,
}

/// What `#[kiln(...)]` on a struct or enum says.
#[derive(Default)]
pub(crate) struct TypeAttrs {
    pub(crate) krate: Option<Path>,
    pub(crate) bound: Option<Bound>,
    pub(crate) rename_all: Option<Keyed<Case>>,
    pub(crate) rename_all_fields: Option<Keyed<Case>>,
    /// The type whose frames decode as this one.
    pub(crate) upgrade_from: Option<Type>,
}

/// What `#[kiln(...)]` on a variant says.
#[derive(Default)]
pub(crate) struct VariantAttrs {
    pub(crate) rename: Option<Keyed<LitStr>>,
}

/// What `#[kiln(...)]` on a field says.
#[derive(Default)]
pub(crate) struct FieldAttrs {
    pub(crate) rename: Option<Keyed<LitStr>>,
    pub(crate) skip: Option<Span>,
    pub(crate) via: Option<Via>,
    pub(crate) bound: Option<Bound>,
    /// Whether an item could not be read that says what travels: no point in refusing the field's own type then.
    pub(crate) unclear: bool,
    /// What a reader fills in: the function that makes it, or `Default`.
    pub(crate) default: Option<Keyed<Option<Path>>>,
}

impl TypeAttrs {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> TypeAttrs {
        let mut read = TypeAttrs::default();
        parse::items(attrs, &TYPE_KEYS, errors, &mut |key, input, errors| {
            match key.to_string().as_str() {
                "crate" => read.krate = Some(parse::path(key, input)?),
                "bound" => read.bound = Some(parse::bound(key, input)?),
                "rename_all" => read.rename_all = parse::case(key, input, errors)?,
                "upgrade_from" => read.upgrade_from = Some(parse::ty(key, input)?),
                _ => read.rename_all_fields = parse::case(key, input, errors)?,
            }
            Ok(())
        });
        read
    }
}

impl VariantAttrs {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> VariantAttrs {
        let mut read = VariantAttrs::default();
        parse::items(attrs, &VARIANT_KEYS, errors, &mut |key, input, _| {
            read.rename = Some(parse::text(key, input)?);
            Ok(())
        });
        read
    }
}

impl FieldAttrs {
    pub(crate) fn parse(attrs: &[Attribute], errors: &mut Errors) -> FieldAttrs {
        let mut read = FieldAttrs::default();
        let mut keys: Vec<Ident> = Vec::new();
        parse::items(attrs, &FIELD_KEYS, errors, &mut |key, input, _| {
            keys.push(key.clone());
            let result = read.item(key, input);
            read.unclear |= result.is_err() && (key == "skip" || key == "as" || key == "with");
            result
        });
        contradictions(&keys, errors);
        read
    }

    fn item(&mut self, key: &Ident, input: ParseStream<'_>) -> syn::Result<()> {
        match key.to_string().as_str() {
            "rename" => self.rename = Some(parse::text(key, input)?),
            "skip" => self.skip = Some(parse::flag(key, input)?),
            "as" => self.via = Some(Via::As(parse::ty(key, input)?)),
            "with" => self.via = Some(Via::With(parse::path(key, input)?)),
            "default" => {
                let value = parse::optional_path(key, input)?;
                let key = key.clone();
                self.default = Some(Keyed { key, value });
            }
            _ => self.bound = Some(parse::bound(key, input)?),
        }
        Ok(())
    }
}

/// Refuses keys of one field that cannot both be meant.
fn contradictions(keys: &[Ident], errors: &mut Errors) {
    let find = |name: &str| keys.iter().find(|key| *key == name);
    if find("skip").is_some() {
        for key in keys.iter().filter(|key| *key != "skip" && *key != "bound") {
            let message = format!(
                "`{key}` contradicts `skip`: a skipped field is not on the wire; remove one of the two"
            );
            errors.at(key, message);
        }
    } else if let (Some(_), Some(with)) = (find("as"), find("with")) {
        errors.at(with, "`with` contradicts `as`: each says what travels in place of the field; remove one of the two");
    }
}
