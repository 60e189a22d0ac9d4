//! Checks of schemas by the compiler of the user's crate: an element without a byte, a key that is none, a minimum
//! that overflows. One for each field whose type is known here, so that the message points at the field; types with
//! parameters are checked where they are used.

use proc_macro2::{Delimiter, Group, Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{GenericParam, Type};

use super::Names;
use super::schema::marker_type;
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
    let mut check = |call: TokenStream| checks.extend(quote!(const _: () = #call;));
    for field in input.wire_fields() {
        if input.names_itself(field) {
            if input.is_generic() {
                continue;
            }
            check(own_refs(input, field, names));
            // The field's schema is only complete inside the whole type's.
            if !std::mem::replace(&mut whole, true) {
                check(call(field, "check", &schema(&itself(input), names), names));
            }
        } else if let Some(ty) = checkable(input, field) {
            check(call(field, "check", &schema(&ty, names), names));
        }
    }
    checks
}

/// Checks for inside the impl, of what mentions parameters: they fail where the type is used.
pub(super) fn checks_with_parameters(input: &Input<'_>, names: &Names) -> TokenStream {
    let fields = input
        .wire_fields()
        .filter(|field| input.is_generic() && input.names_itself(field));
    fields
        .map(|field| own_refs(input, field, names))
        .map(|call| quote!(#call;))
        .collect()
}

/// Checks that no type of the same name stands between the type and its mention of itself.
fn own_refs(input: &Input<'_>, field: &Field<'_>, names: &Names) -> TokenStream {
    let (Wire::Own(ty) | Wire::As(ty)) = field.wire() else {
        return TokenStream::new();
    };
    let mut probed = input.self_name().replaced(ty, &marker_type(true));
    if !input.is_generic() {
        probed = with_static_lifetimes(&probed);
    }
    let schema = schema(&probed.into_token_stream(), names);
    let label = input.label();
    call(field, "own_refs", &quote!(#schema, #label), names)
}

fn schema(ty: &TokenStream, names: &Names) -> TokenStream {
    let k = &names.k;
    quote!(<#ty as #k::Describe>::SCHEMA)
}

/// A call of a check. It begins where the field's type begins and ends where it ends, since that is what the compiler
/// underlines when the check fails.
fn call(field: &Field<'_>, check: &str, arguments: &TokenStream, names: &Names) -> TokenStream {
    let (first, last) = field.ends();
    let k = Ident::new(&names.k.to_string(), first);
    let check = Ident::new(check, first);
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments.clone());
    arguments.set_span(last);
    quote_spanned!(first=> #k::#check #arguments)
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
