//! Checks of schemas by the compiler of the user's crate: an element without a byte, a key that is none, a minimum
//! that overflows. One for each field whose type is known here, so that the message points at the field; types with
//! parameters are checked where they are used.

use proc_macro2::{Delimiter, Group, Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{GenericParam, Type};

use super::Names;
use crate::ast::{Field, Input, Wire};
use crate::walk::{any_ident, mentions, peel, with_static_lifetimes};

/// Types that break no rule: most fields are of these, and a check costs the compiler time.
const SOUND: [&str; 15] = [
    "bool", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "f32", "f64",
    "char", "String",
];

pub(super) fn checks(input: &Input<'_>, names: &Names) -> TokenStream {
    let mut checks = TokenStream::new();
    let mut whole = false;
    for field in input.wire_fields() {
        let ty = if input.names_itself(field) {
            // The field's schema is only complete inside the whole type's.
            if input.is_generic() || std::mem::replace(&mut whole, true) {
                continue;
            }
            itself(input)
        } else if let Some(ty) = checkable(input, field) {
            ty
        } else {
            continue;
        };
        checks.extend(check(field, &ty, names));
    }
    checks
}

/// The check of `ty`. The call begins where the field's type begins and ends where it ends, since that is what the
/// compiler underlines when the check fails.
fn check(field: &Field<'_>, ty: &TokenStream, names: &Names) -> TokenStream {
    let (first, last) = field.ends();
    let k = Ident::new(&names.k.to_string(), first);
    let mut argument = Group::new(
        Delimiter::Parenthesis,
        quote!(<#ty as #k::Describe>::SCHEMA),
    );
    argument.set_span(last);
    quote_spanned!(first=> const _: () = #k::check #argument;)
}

/// The type of what travels for `field`, for use outside of the impls; `None` if it needs something that is only
/// known inside.
fn checkable(input: &Input<'_>, field: &Field<'_>) -> Option<TokenStream> {
    let is_outer = |ident: &Ident| ident == "Self" || input.is_param(ident);
    match field.wire() {
        Wire::With(_) => Some(field.wire().ty()),
        Wire::Own(ty) | Wire::As(ty) => {
            let known = !is_sound(ty)
                && !mentions(ty, &is_outer)
                && !any_ident(ty.to_token_stream(), &|ident| ident == "Self");
            known.then(|| with_static_lifetimes(ty).into_token_stream())
        }
    }
}

fn is_sound(ty: &Type) -> bool {
    matches!(peel(ty), Type::Path(path)
        if path.qself.is_none() && path.path.get_ident().is_some_and(|ident| SOUND.iter().any(|sound| ident == sound)))
}

/// The derived type, outside of its impls.
fn itself(input: &Input<'_>) -> TokenStream {
    let ident = &input.source.ident;
    let lifetimes = input
        .source
        .generics
        .params
        .iter()
        .filter(|param| matches!(param, GenericParam::Lifetime(_)));
    let statics = lifetimes.map(|_| quote!('static));
    quote!(#ident<#(#statics),*>)
}
