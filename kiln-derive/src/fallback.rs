//! The impls for an input that was refused: they describe nothing and do nothing, but they are there, so that code
//! which uses the type does not report a second time that it cannot travel.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;

use crate::ast::Input;
use crate::expand::Names;
use crate::generics::{decode_generics, input_lifetime};

pub(crate) fn expand(input: &Input<'_>, error: &syn::Error) -> TokenStream {
    let messages = error.to_compile_error();
    let Names { k, .. } = Names::new();
    let krate = krate(input);
    let ident = &input.source.ident;
    let (impl_generics, ty_generics, where_clause) = input.source.generics.split_for_impl();
    let decode_generics = decode_generics(input);
    let (decode_impl_generics, _, _) = decode_generics.split_for_impl();
    let de = input_lifetime(&input.source.generics);
    quote! {
        #messages
        const _: () = {
            use #krate::__private as #k;

            #[automatically_derived]
            impl #impl_generics #k::Describe for #ident #ty_generics #where_clause {
                const SCHEMA: &'static #k::Schema = &#k::Schema::structure(&[]);
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

            #[automatically_derived]
            impl #decode_impl_generics #k::Decode<#de> for #ident #ty_generics #where_clause {
                fn decode(_: &mut #k::Reader<#de>) -> #k::Result<Self, #k::Error> {
                    #k::Err(#k::Error::Type)
                }
            }
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
