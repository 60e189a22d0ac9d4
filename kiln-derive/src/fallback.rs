//! The impls for an input that was refused: they describe nothing and do nothing, but they are there, so that code
//! which uses the type does not report a second time that it cannot travel.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Path, Type};

use crate::ast::{Body, Input};
use crate::expand::Names;
use crate::generics::decode_generics;
use crate::walk::peel;

pub(crate) fn expand(input: &Input<'_>, error: &syn::Error) -> TokenStream {
    let messages = error.to_compile_error();
    let Names { k, .. } = Names::new();
    let krate = krate(input);
    let ident = &input.source.ident;
    let (impl_generics, ty_generics, where_clause) = input.source.generics.split_for_impl();
    let decode_generics = decode_generics(input);
    let (decode_impl_generics, _, _) = decode_generics.split_for_impl();
    let de = &input.de;
    // A type that has no size has been refused for it, and would be again.
    let decode = (!is_unsized(input)).then(|| {
        quote! {
            #[automatically_derived]
            impl #decode_impl_generics #k::Decode<#de> for #ident #ty_generics #where_clause {
                fn decode(_: &mut #k::Reader<#de>) -> #k::Result<Self, #k::Error> {
                    #k::Err(#k::Error::Type)
                }
            }
        }
    });
    quote! {
        #messages
        const _: () = {
            use #krate::__private as #k;

            #[automatically_derived]
            impl #impl_generics #k::Describe for #ident #ty_generics #where_clause {
                // One that breaks no rule wherever it stands: as an element, as a key.
                const SCHEMA: &'static #k::Schema = <#k::bool as #k::Describe>::SCHEMA;
            }

            #[automatically_derived]
            impl #impl_generics #k::Encode for #ident #ty_generics #where_clause {
                fn encode(&self, _: &mut #k::Writer<'_>) -> #k::Result<(), #k::Error> {
                    #k::Err(#k::Error::Type)
                }
                fn encoded_size(&self) -> #k::usize {
                    0
                }
            }

            #decode
        };
    }
}

/// Where kiln lives: `crate = path`, or `::kiln`.
pub(crate) fn krate(input: &Input<'_>) -> Path {
    input
        .attrs
        .krate
        .clone()
        .unwrap_or_else(|| syn::parse_quote!(::kiln))
}

/// Whether the last field has no size, as far as syntax shows it.
fn is_unsized(input: &Input<'_>) -> bool {
    let Body::Struct(fields) = &input.body else {
        return false;
    };
    fields.all.last().is_some_and(|field| match peel(field.ty) {
        Type::Slice(_) | Type::TraitObject(_) => true,
        Type::Path(path) => path.path.is_ident("str"),
        _ => false,
    })
}
