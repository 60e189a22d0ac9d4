//! The grammar of `#[kiln(...)]`: items, their values, and how to go on after a mistake.

use proc_macro2::{Ident, Span, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, LitStr, Meta, Path, Token, Type, parenthesized, token};

use super::rename::CASES;
use super::{Bound, Case, Keyed, Predicates};
use crate::errors::Errors;

/// The keys of each place, in the order of the table in derive.md.
pub(crate) const TYPE_KEYS: [&str; 5] = [
    "crate",
    "bound",
    "rename_all",
    "rename_all_fields",
    "upgrade_from",
];
pub(crate) const VARIANT_KEYS: [&str; 1] = ["rename"];
pub(crate) const FIELD_KEYS: [&str; 6] = ["rename", "skip", "as", "with", "bound", "default"];

type Visit<'a> = dyn FnMut(&Ident, ParseStream<'_>, &mut Errors) -> syn::Result<()> + 'a;

/// Calls `visit` behind the key of every item of every `#[kiln(...)]` in `attrs`. It is called only with keys from
/// `known`, each at most once; all others are reported and skipped.
pub(crate) fn items(
    attrs: &[Attribute],
    known: &[&str],
    errors: &mut Errors,
    visit: &mut Visit<'_>,
) {
    let mut seen: Vec<Ident> = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("kiln")) {
        let Meta::List(list) = &attr.meta else {
            errors.at(&attr.meta, "expected items in parentheses: `#[kiln(...)]`");
            continue;
        };
        let parser = |input: ParseStream<'_>| {
            while !input.is_empty() {
                if let Err(error) = item(input, known, &mut seen, errors, visit) {
                    errors.push(error);
                    skip_item(input);
                }
                if input.is_empty() {
                    break;
                }
                if let Err(error) = input.parse::<Token![,]>() {
                    errors.push(syn::Error::new(
                        error.span(),
                        "expected a comma between two items",
                    ));
                    skip_item(input);
                    let _ = input.parse::<Token![,]>();
                }
            }
            Ok(())
        };
        if let Err(error) = parser.parse2(list.tokens.clone()) {
            errors.push(error);
        }
    }
}

fn item(
    input: ParseStream<'_>,
    known: &[&str],
    seen: &mut Vec<Ident>,
    errors: &mut Errors,
    visit: &mut Visit<'_>,
) -> syn::Result<()> {
    let Ok(key) = input.call(Ident::parse_any) else {
        return Err(input.error(format!("expected {}", listed(known))));
    };
    let name = key.to_string();
    if !known.contains(&name.as_str()) {
        errors.at(&key, unknown(&name, known));
        skip_item(input);
        return Ok(());
    }
    if seen.contains(&key) {
        errors.at(&key, format!("`{name}` is given twice; keep one"));
        skip_item(input);
        return Ok(());
    }
    seen.push(key.clone());
    visit(&key, input, errors)
}

/// The message for a key that cannot stand here: whether it belongs elsewhere or does not exist.
fn unknown(name: &str, known: &[&str]) -> String {
    let mut places = Vec::new();
    for (place, keys) in [
        ("the struct or enum", &TYPE_KEYS[..]),
        ("a variant", &VARIANT_KEYS[..]),
        ("a field", &FIELD_KEYS[..]),
    ] {
        if keys.contains(&name) {
            places.push(place);
        }
    }
    if name == "rename" {
        return "the name of a type is not in its schema, so there is nothing to rename here"
            .to_owned();
    }
    if name == "skip" && known.contains(&"rename") {
        return "a variant cannot be skipped, since its position is its tag; `skip` belongs on a field".to_owned();
    }
    if places.is_empty() {
        format!("unknown attribute `{name}`; expected {}", listed(known))
    } else {
        format!(
            "`{name}` does not belong here; write it on {}",
            places.join(" or ")
        )
    }
}

fn listed(known: &[&str]) -> String {
    let quoted: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
    if quoted.len() == 1 {
        quoted.concat()
    } else {
        format!("one of {}", quoted.join(", "))
    }
}

/// Moves to the comma that ends the current item, over commas inside `<…>`.
fn skip_item(input: ParseStream<'_>) {
    let mut open = 0usize;
    while !input.is_empty() && (open > 0 || !input.peek(Token![,])) {
        if let Ok(TokenTree::Punct(punct)) = input.parse::<TokenTree>() {
            match punct.as_char() {
                '<' => open += 1,
                '>' => open = open.saturating_sub(1),
                _ => {}
            }
        }
    }
}

/// Reads `=`, then a value. Whatever is wrong with the item is one message: the form that it should have had.
fn value<T>(
    key: &Ident,
    input: ParseStream<'_>,
    form: &str,
    read: impl Fn(ParseStream<'_>) -> syn::Result<T>,
) -> syn::Result<T> {
    let expected =
        |span: Span, hint: &str| syn::Error::new(span, format!("expected `{key} = {form}`{hint}"));
    if !input.peek(Token![=]) {
        return Err(expected(key.span(), ""));
    }
    input.parse::<Token![=]>()?;
    if input.is_empty() || input.peek(Token![,]) {
        return Err(expected(key.span(), ""));
    }
    let hint = if input.peek(LitStr) {
        ", without quotes"
    } else {
        ""
    };
    let start = input.span();
    read(input).map_err(|_| expected(start, hint))
}

/// `key = "text"`
pub(super) fn text(key: &Ident, input: ParseStream<'_>) -> syn::Result<Keyed<LitStr>> {
    let value = value(key, input, "\"name\"", |input| input.parse::<LitStr>())?;
    Ok(Keyed {
        key: key.clone(),
        value,
    })
}

/// `key = a::path`
pub(super) fn path(key: &Ident, input: ParseStream<'_>) -> syn::Result<Path> {
    value(key, input, "a::path", Path::parse_mod_style)
}

/// `key = Type`
pub(super) fn ty(key: &Ident, input: ParseStream<'_>) -> syn::Result<Type> {
    value(key, input, "Type", |input| input.parse::<Type>())
}

/// `key = "camelCase"`; `None` if it is no case that we know, which is reported here.
pub(super) fn case(
    key: &Ident,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> syn::Result<Option<Keyed<Case>>> {
    let literal = text(key, input)?.value;
    if let Some(value) = Case::from_name(&literal.value()) {
        return Ok(Some(Keyed {
            key: key.clone(),
            value,
        }));
    }
    let known: Vec<String> = CASES
        .iter()
        .map(|(name, _)| format!("\"{name}\""))
        .collect();
    errors.at(
        &literal,
        format!("unknown case; expected one of {}", known.join(", ")),
    );
    Ok(None)
}

/// `key`
pub(super) fn flag(key: &Ident, input: ParseStream<'_>) -> syn::Result<Span> {
    if input.peek(Token![=]) || input.peek(token::Paren) {
        Err(input.error(format!("`{key}` takes no value")))
    } else {
        Ok(key.span())
    }
}

/// `key` or `key = a::path`
pub(super) fn optional_path(key: &Ident, input: ParseStream<'_>) -> syn::Result<Option<Path>> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(None);
    }
    path(key, input).map(Some)
}

/// `bound(T: Trait, …)` or `bound(describe(…), encode(…), decode(…))`
pub(super) fn bound(key: &Ident, input: ParseStream<'_>) -> syn::Result<Bound> {
    if !input.peek(token::Paren) {
        return Err(syn::Error::new(
            key.span(),
            "expected `bound(T: Trait, ...)`",
        ));
    }
    let content;
    parenthesized!(content in input);
    whole(&content, bound_content)
}

/// Reads all of a group. After a mistake the rest of it is consumed, since `syn` would complain about that too.
fn whole<T>(
    content: ParseStream<'_>,
    read: impl Fn(ParseStream<'_>) -> syn::Result<T>,
) -> syn::Result<T> {
    let result = read(content);
    if result.is_err() {
        while content.parse::<TokenTree>().is_ok() {}
    }
    result
}

fn bound_content(content: ParseStream<'_>) -> syn::Result<Bound> {
    if !(content.peek(syn::Ident) && content.peek2(token::Paren)) {
        return Ok(Bound::All(Punctuated::parse_terminated(content)?));
    }
    let (mut describe, mut encode, mut decode) = (None, None, None);
    while !content.is_empty() {
        let name: Ident = content.parse()?;
        let slot = match name.to_string().as_str() {
            "describe" => &mut describe,
            "encode" => &mut encode,
            "decode" => &mut decode,
            _ => {
                return Err(syn::Error::new(
                    name.span(),
                    "expected `describe(...)`, `encode(...)` or `decode(...)`",
                ));
            }
        };
        let inner;
        parenthesized!(inner in content);
        let predicates: Predicates = whole(&inner, Punctuated::parse_terminated)?;
        if slot.replace(predicates).is_some() {
            return Err(syn::Error::new(
                name.span(),
                format!("`{name}` is given twice; keep one"),
            ));
        }
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
        }
    }
    Ok(Bound::Each {
        describe,
        encode,
        decode,
    })
}
