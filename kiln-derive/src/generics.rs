//! The bounds of the generated impls, and the lifetime that decoding adds.
//!
//! One bound for each field type that mentions a type parameter (`Vec<T>: Encode`), which is what the impl needs and
//! no more: a parameter that only picks an associated type need not travel itself. A field that names the derived
//! type cannot be a bound of its own impl (the compiler would go in circles), so the parameters in it are bound
//! instead.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{
    Data, DeriveInput, Fields, GenericParam, Generics, Lifetime, LifetimeParam, Token, Type,
    TypeParamBound, WherePredicate,
};

use crate::ast::{Field, Input, Wire};
use crate::attr::Bound;
use crate::walk::{is_phantom, mentions, mentions_static, peel};

/// The three impls that are generated.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Which {
    Describe,
    Encode,
    Decode,
}

/// The lifetime of the input that is decoded: `'de`, unless the type writes a lifetime of that name, be it a parameter
/// or one that a `for<'de>` brings in, which would then shadow it.
pub(crate) fn input_lifetime(source: &DeriveInput) -> Lifetime {
    let written = names_de(source.generics.to_token_stream())
        || names_de(source.generics.where_clause.to_token_stream())
        || match &source.data {
            Data::Struct(data) => fields_name_de(&data.fields),
            Data::Enum(data) => data
                .variants
                .iter()
                .any(|variant| fields_name_de(&variant.fields)),
            Data::Union(_) => false,
        };
    // Call-site: a `bound(decode(...))` of the user may name it.
    Lifetime::new(
        if written { "'__kiln_de" } else { "'de" },
        Span::call_site(),
    )
}

fn fields_name_de(fields: &Fields) -> bool {
    fields
        .iter()
        .any(|field| names_de(field.ty.to_token_stream()))
}

/// Whether the tokens hold the lifetime `'de`.
fn names_de(tokens: TokenStream) -> bool {
    let mut quoted = false;
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => std::mem::take(&mut quoted) && ident == "de",
        TokenTree::Group(group) => names_de(group.stream()),
        TokenTree::Punct(punct) => {
            quoted = punct.as_char() == '\'';
            false
        }
        TokenTree::Literal(_) => false,
    })
}

/// The generics of the `Decode` impl: the input outlives everything that the value may borrow. The user's own
/// lifetimes stay as they are.
pub(crate) fn decode_generics(input: &Input<'_>) -> Generics {
    let mut generics = input.source.generics.clone();
    let mut param = LifetimeParam::new(input.de.clone());
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
        let de = &input.de;
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
            let de = &input.de;
            quote!(#k::Decode<#de>)
        }
    };
    if let Wire::Own(wire) | Wire::As(wire) = field.wire()
        && depends(wire)
    {
        if input.self_name().within(wire) {
            for param in input.source.generics.type_params() {
                let ident = &param.ident;
                let stated = which == Which::Decode && decodes_from_any(input, ident);
                if !stated && mentions(wire, &|mentioned| mentioned == ident) {
                    all.add(quote!(#ident: #implements));
                }
            }
        } else if !(which == Which::Decode && is_stated(input, wire)) {
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

/// Whether `wire` is a parameter whose own bounds say already that it can be decoded.
fn is_stated(input: &Input<'_>, wire: &Type) -> bool {
    matches!(peel(wire), Type::Path(path)
        if path.path.get_ident().is_some_and(|ident| decodes_from_any(input, ident)))
}

/// Whether the user's bounds say that a parameter decodes from any input: `T: Kiln`, `T: for<'a> Decode<'a>`. With
/// `T: Decode<'de>` beside that, the compiler would find two reasons why `T` can be decoded, and take neither.
fn decodes_from_any(input: &Input<'_>, ident: &Ident) -> bool {
    let any = |bounds: &Punctuated<TypeParamBound, Token![+]>, quantified: bool| {
        bounds.iter().any(|bound| {
            let TypeParamBound::Trait(bound) = bound else {
                return false;
            };
            bound.path.segments.last().is_some_and(|last| {
                last.ident == "Kiln"
                    || last.ident == "Decode" && (quantified || bound.lifetimes.is_some())
            })
        })
    };
    let generics = &input.source.generics;
    let predicates = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    generics
        .type_params()
        .any(|param| param.ident == *ident && any(&param.bounds, false))
        || predicates.into_iter().any(|predicate| {
            matches!(predicate, WherePredicate::Type(of)
            if matches!(peel(&of.bounded_ty), Type::Path(path) if path.path.is_ident(ident))
                && any(&of.bounds, of.lifetimes.is_some()))
        })
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
