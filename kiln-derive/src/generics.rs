//! The bounds of the generated impls, and the lifetime that decoding adds.
//!
//! One bound for each field type that mentions a type parameter (`Vec<T>: Encode`), which is what the impl needs and
//! no more: a parameter that only picks an associated type need not travel itself. A field that names the derived
//! type cannot be a bound of its own impl (the compiler would go in circles), so the parameters in it are bound
//! instead.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{GenericParam, Generics, Lifetime, LifetimeParam, Token, Type};

use crate::ast::{Field, Input, Wire};
use crate::attr::Bound;
use crate::walk::{is_phantom, mentions, mentions_static};

/// The three impls that are generated.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Which {
    Describe,
    Encode,
    Decode,
}

/// The lifetime of the input that is decoded: `'de`, unless the type has a lifetime of that name.
pub(crate) fn input_lifetime(generics: &Generics) -> Lifetime {
    let taken = generics
        .lifetimes()
        .any(|param| param.lifetime.ident == "de");
    // Call-site: a `bound(decode(...))` of the user may name it.
    Lifetime::new(if taken { "'__kiln_de" } else { "'de" }, Span::call_site())
}

/// The generics of the `Decode` impl: the input outlives everything that the value may borrow. The user's own
/// lifetimes stay as they are.
pub(crate) fn decode_generics(input: &Input<'_>) -> Generics {
    let mut generics = input.source.generics.clone();
    let mut param = LifetimeParam::new(input_lifetime(&generics));
    param.bounds = generics
        .lifetimes()
        .map(|param| param.lifetime.clone())
        .collect();
    // A `&'static str` can only be borrowed from an input that is static.
    if input
        .wire_fields()
        .any(|field| field.is_plain() && !is_phantom(field.ty) && mentions_static(field.ty))
    {
        param
            .bounds
            .push(Lifetime::new("'static", Span::call_site()));
    }
    if !param.bounds.is_empty() {
        param.colon_token = Some(<Token![:]>::default());
    }
    generics.params.insert(0, GenericParam::Lifetime(param));
    generics
}

/// The where clause of an impl: the user's, then `bound(...)` or what is inferred.
pub(crate) fn where_clause(input: &Input<'_>, which: Which, k: &Ident) -> TokenStream {
    let mut all = Predicates::default();
    if let Some(clause) = &input.source.generics.where_clause {
        clause
            .predicates
            .iter()
            .for_each(|predicate| all.add(predicate));
    }
    let replaced = add_written(&mut all, input.attrs.bound.as_ref(), which);
    for field in input.all_fields() {
        if !add_written(&mut all, field.attrs.bound.as_ref(), which) && !replaced {
            infer(&mut all, input, field, which, k);
        }
    }
    if let Some(old) = &input.attrs.upgrade_from
        && which == Which::Decode
        && !replaced
        && mentions(old, &|ident| input.is_param(ident))
    {
        let de = input_lifetime(&input.source.generics);
        all.add(quote!(#old: #k::Decode<#de>));
        let ident = &input.source.ident;
        let (_, ty_generics, _) = input.source.generics.split_for_impl();
        all.add(quote!(#ident #ty_generics: #k::From<#old>));
    }
    all.clause()
}

/// Adds what a `bound(...)` says about an impl. Returns whether it says anything, and so replaces what would be
/// inferred.
fn add_written(all: &mut Predicates, bound: Option<&Bound>, which: Which) -> bool {
    let written = match bound {
        None => None,
        Some(Bound::All(predicates)) => Some(predicates),
        Some(Bound::Each {
            describe,
            encode,
            decode,
        }) => match which {
            Which::Describe => describe.as_ref(),
            Which::Encode => encode.as_ref(),
            Which::Decode => decode.as_ref(),
        },
    };
    written
        .into_iter()
        .flatten()
        .for_each(|predicate| all.add(predicate));
    written.is_some()
}

/// Adds the bounds that an impl needs for one field.
fn infer(all: &mut Predicates, input: &Input<'_>, field: &Field<'_>, which: Which, k: &Ident) {
    let is_type_param = |ident: &Ident| {
        input
            .source
            .generics
            .type_params()
            .any(|param| param.ident == *ident)
    };
    let depends = |ty: &Type| !is_phantom(ty) && mentions(ty, &is_type_param);
    let ty = field.ty;
    if field.attrs.skip.is_some() {
        if which == Which::Decode && depends(ty) {
            all.add(quote!(#ty: #k::Default));
        }
        return;
    }
    // The schema holds what writes the default, so what that needs is needed by all three.
    if let Some(default) = &field.attrs.default {
        if default.value.is_none() && depends(ty) {
            all.add(quote!(#ty: #k::Default));
        }
        if which != Which::Encode {
            implemented(all, input, field, Which::Encode, k);
        }
    }
    implemented(all, input, field, which, k);
}

/// Adds what an impl needs of what travels for a field.
fn implemented(
    all: &mut Predicates,
    input: &Input<'_>,
    field: &Field<'_>,
    which: Which,
    k: &Ident,
) {
    let is_type_param = |ident: &Ident| {
        input
            .source
            .generics
            .type_params()
            .any(|param| param.ident == *ident)
    };
    let depends = |ty: &Type| !is_phantom(ty) && mentions(ty, &is_type_param);
    let ty = field.ty;
    let implements = match which {
        Which::Describe => quote!(#k::Describe),
        Which::Encode => quote!(#k::Encode),
        Which::Decode => {
            let de = input_lifetime(&input.source.generics);
            quote!(#k::Decode<#de>)
        }
    };
    if let Wire::Own(wire) | Wire::As(wire) = field.wire()
        && depends(wire)
    {
        if input.self_name().within(wire) {
            for param in input.source.generics.type_params() {
                let ident = &param.ident;
                if mentions(wire, &|mentioned| mentioned == ident) {
                    all.add(quote!(#ident: #implements));
                }
            }
        } else {
            all.add(quote!(#wire: #implements));
        }
    }
    if let Wire::As(wire) = field.wire()
        && (depends(ty) || depends(wire))
    {
        match which {
            Which::Describe => {}
            Which::Encode => all.add(quote!(#ty: #k::Clone + #k::TryInto<#wire>)),
            Which::Decode => all.add(quote!(#wire: #k::TryInto<#ty>)),
        }
    }
}

/// Where-predicates, each once.
#[derive(Default)]
struct Predicates {
    list: Punctuated<TokenStream, Token![,]>,
    seen: HashSet<String>,
}

impl Predicates {
    fn add(&mut self, predicate: impl ToTokens) {
        let tokens = predicate.to_token_stream();
        if self.seen.insert(tokens.to_string()) {
            self.list.push(tokens);
        }
    }

    fn clause(self) -> TokenStream {
        let list = self.list;
        if list.is_empty() {
            TokenStream::new()
        } else {
            quote!(where #list)
        }
    }
}
