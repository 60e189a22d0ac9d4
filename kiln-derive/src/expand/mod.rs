//! Generates code.
//!
//! Everything is put into `const _: () = { ... };`, where `use` gives the one name that all other names start from:
//! neither the prelude nor anything in the user's scope is relied on. Methods are called by path, and locals have
//! names that begin with `__kiln_`.

mod checks;
mod decode;
mod encode;
mod runs;
mod schema;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Attribute;

use crate::ast::{Body, Fields, Input};
use crate::fallback::krate;
use crate::generics::{Which, decode_generics, where_clause};

/// The names that generated code uses. Mixed-site: what the user wrote cannot mean a local of ours.
pub(crate) struct Names {
    /// The module of the runtime crate from which generated code takes all names.
    pub(crate) k: Ident,
    /// The reader and the writer.
    r: Ident,
    w: Ident,
    /// What `decode_as` gives back.
    o: Ident,
    /// The value that is about to be converted, an error that is about to be returned.
    v: Ident,
    e: Ident,
    /// The sizes of the runs of fixed-size fields, and the reading of each field for its error only.
    runs: Ident,
    steps: Ident,
}

impl Names {
    pub(crate) fn new() -> Names {
        let name = |name| Ident::new(name, Span::mixed_site());
        Names {
            k: name("__kiln"),
            r: name("__kiln_r"),
            w: name("__kiln_w"),
            o: name("__KilnO"),
            v: name("__kiln_v"),
            e: name("__kiln_e"),
            runs: name("__kiln_runs"),
            steps: name("__kiln_steps"),
        }
    }
}

pub(crate) fn expand(input: &Input<'_>) -> TokenStream {
    let names = Names::new();
    let k = &names.k;
    let krate = krate(input);
    let lints = lints(input);
    let ident = &input.source.ident;
    let (impl_generics, ty_generics, _) = input.source.generics.split_for_impl();

    let marker = schema::marker(input, &names);
    let checks = checks::checks(input, &names);
    let checks_with_parameters = checks::checks_with_parameters(input, &names);
    let schema = schema::schema(input, &names);
    let image = schema::image(input, &names);
    let describe_where = where_clause(input, Which::Describe, k);

    let encode = encode::encode(input, &names);
    let encoded_size = encode::encoded_size(input, &names);
    let encode_where = where_clause(input, Which::Encode, k);

    let decode = decode::decode(input, &names);
    let upgrade = decode::upgrade(input, &names);
    let decode_where = where_clause(input, Which::Decode, k);
    let decode_generics = decode_generics(input);
    let (decode_impl_generics, _, _) = decode_generics.split_for_impl();
    let de = &input.de;
    let (r, w, o) = (&names.r, &names.w, &names.o);

    quote! {
        #lints
        const _: () = {
            use #krate::__private as #k;

            #marker
            #checks

            #[automatically_derived]
            impl #impl_generics #k::Describe for #ident #ty_generics #describe_where {
                const SCHEMA: &'static #k::Schema = { #checks_with_parameters &#schema };
                #image
            }

            #[automatically_derived]
            impl #impl_generics #k::Encode for #ident #ty_generics #encode_where {
                #[inline]
                fn encode(&self, #w: &mut #k::Writer<'_>) -> #k::Result<(), #k::Error> {
                    #encode
                }

                #[inline]
                fn encoded_size(&self) -> #k::usize {
                    #encoded_size
                }
            }

            #[automatically_derived]
            impl #decode_impl_generics #k::Decode<#de> for #ident #ty_generics #decode_where {
                #[inline]
                fn decode(#r: &mut #k::Reader<#de>) -> #k::Result<Self, #k::Error> {
                    <Self as #k::Decode<#de>>::decode_as(#r)
                }

                #[inline]
                fn decode_as<#o: #k::Outcome<Self>>(#r: &mut #k::Reader<#de>) -> #o {
                    #decode
                }
                #upgrade
            }
        };
    }
}

/// The generated code names the user's types and fields, deprecated ones too. It is allowed to where the user allowed
/// it on the type, or deprecated a part of the type. Not otherwise: under `#![forbid(deprecated)]` the attribute itself
/// would be an error.
fn lints(input: &Input<'_>) -> TokenStream {
    let source = input.source;
    let deprecated = match &source.data {
        syn::Data::Struct(data) => data
            .fields
            .iter()
            .any(|field| about_deprecated(&field.attrs)),
        syn::Data::Enum(data) => data.variants.iter().any(|variant| {
            about_deprecated(&variant.attrs)
                || variant
                    .fields
                    .iter()
                    .any(|field| about_deprecated(&field.attrs))
        }),
        syn::Data::Union(_) => false,
    };
    if deprecated || about_deprecated(&source.attrs) {
        quote!(#[allow(deprecated)])
    } else {
        TokenStream::new()
    }
}

/// Whether an attribute is `deprecated`, or allows or expects what is.
fn about_deprecated(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| {
        let path = attr.path();
        path.is_ident("deprecated")
            || ((path.is_ident("allow") || path.is_ident("expect"))
                && attr.meta.require_list().is_ok_and(|list| {
                    crate::walk::any_ident(list.tokens.clone(), &|ident| {
                        ident == "deprecated" || ident == "warnings"
                    })
                }))
    })
}

/// `match self { ... }` over the variants, with each field that travels bound to its local.
fn match_self(input: &Input<'_>, arm: impl Fn(usize, &Fields<'_>) -> TokenStream) -> TokenStream {
    let Body::Enum(variants) = &input.body else {
        return TokenStream::new();
    };
    let arms = variants.iter().enumerate().map(|(position, variant)| {
        let ident = variant.ident;
        let members = variant.fields.wire().map(|field| &field.member);
        let locals = variant.fields.wire().map(crate::ast::Field::local);
        let body = arm(position, &variant.fields);
        quote!(Self::#ident { #(#members: ref #locals,)* .. } => { #body })
    });
    quote!(match *self { #(#arms)* })
}
