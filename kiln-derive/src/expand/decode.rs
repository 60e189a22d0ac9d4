//! `decode`.
//!
//! Two things shape the generated code besides its speed. The frame of a recursive type in a debug build: each variant
//! is read in a closure of its own, so that the locals of one variant are not in the frame while another is read,
//! and its result goes straight to where the caller wants it. And the order of errors: where the bytes of a run of
//! fields are not all there, the run is read field by field, since a fault in those that are there comes first.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::encode::tag_literal;
use super::{Names, runs};
use crate::ast::{Body, Field, Fields, Input, Wire};

/// The body of `decode`.
pub(super) fn decode(input: &Input<'_>, names: &Names) -> TokenStream {
    let Names { k, r, o, v, .. } = names;
    let enter = input
        .recursive
        .then(|| quote!(if let #k::None = #k::enter(#r) { return #o::noted(#r); }));
    let body = match &input.body {
        Body::Struct(fields) => decode_fields(input, &quote!(Self), fields, names),
        Body::Enum(variants) => {
            let count = Literal::usize_unsuffixed(variants.len());
            let de = &input.de;
            let arms = variants.iter().enumerate().map(|(position, variant)| {
                let tag = tag_literal(position);
                let ident = variant.ident;
                let body = decode_fields(input, &quote!(Self::#ident), &variant.fields, names);
                // Even a variant without fields is a value of the enum's size on its way into the result.
                if variant.fields.all.is_empty() && !input.recursive {
                    return quote!(#tag => { #body });
                }
                quote!(#tag => (|#r: &mut #k::Reader<#de>| -> #o { #body })(#r),)
            });
            quote! {
                let #v: #k::u16 = match #k::tag(#r, #count) {
                    #k::Some(#v) => #v,
                    #k::None => return #o::noted(#r),
                };
                match #v {
                    #(#arms)*
                    _ => #o::fault(#r, #k::Error::Type),
                }
            }
        }
        Body::Union(_) => TokenStream::new(),
    };
    quote!(let _ = &#r; #enter #body)
}

/// Reads fields and puts them together as `constructor`: statements and a final expression of type `Result<Self, _>`.
fn decode_fields(
    input: &Input<'_>,
    constructor: &TokenStream,
    fields: &Fields<'_>,
    names: &Names,
) -> TokenStream {
    let Names { k, r, o, steps, .. } = names;
    let declare = runs::declare(fields, names);
    let declare_steps = declare_steps(input, fields, names);
    let reads = fields.wire().enumerate().map(|(position, field)| {
        let run = runs::at(fields, position, names).map(|run| {
            let position = Literal::usize_unsuffixed(position);
            quote! {
                if #k::Reader::remaining(#r) < #run {
                    #k::short(#r, #steps, #position);
                    return #o::noted(#r);
                }
            }
        });
        let read = decode_field(input, field, names);
        quote!(#run #read)
    });
    let leave = input.recursive.then(|| quote!(#k::Reader::leave(#r);));
    let members = fields.all.iter().map(|field| {
        let member = &field.member;
        if field.attrs.skip.is_some() {
            let ty = field.ty;
            let span = field.span().resolved_at(Span::mixed_site());
            quote_spanned!(span=> #member: <#ty as #k::Default>::default())
        } else {
            let local = field.local();
            quote!(#member: #local)
        }
    });
    quote! {
        #declare
        #declare_steps
        #(#reads)*
        #leave
        #o::value(#constructor { #(#members),* })
    }
}

/// `let local = ...;`
///
/// By `let ... else` and not by `match`, whose binding would be one more copy of the field in a debug build's frame.
fn decode_field(input: &Input<'_>, field: &Field<'_>, names: &Names) -> TokenStream {
    let Names { k, r, o, v, .. } = names;
    let de = &input.de;
    let local = field.local();
    let ty = field.ty;
    let wire = field.wire().ty();
    let span = field.span().resolved_at(Span::mixed_site());
    let read = quote_spanned!(span=> let #v: #k::Option<#wire> = <#wire as #k::Decode<#de>>::decode_as(#r););
    let read = quote!(#read let #k::Some(#local) = #v else { return #o::noted(#r); };);
    let from_wire = match field.wire() {
        Wire::Own(_) => return read,
        Wire::As(_) => quote_spanned! {span=>
            #k::Result::map_err(<#wire as #k::TryInto<#ty>>::try_into(#local), |_| #k::Error::Type)
        },
        Wire::With(module) => {
            quote_spanned!(span=> <_ as #k::Conv<#ty>>::conv(#module::from_wire(#local)))
        }
    };
    quote! {
        #read
        let #v = #from_wire;
        let #k::Ok(#local) = #v else { let #v = #k::fault(&#v); return #o::fault(#r, #v); };
    }
}

/// What reads values of the older type of `upgrade_from`, and of those behind it.
pub(super) fn upgrade(input: &Input<'_>, names: &Names) -> TokenStream {
    let Some(old) = &input.attrs.upgrade_from else {
        return TokenStream::new();
    };
    let Names { k, r, v, .. } = names;
    let de = &input.de;
    let span = old.span().resolved_at(Span::mixed_site());
    let turn = quote_spanned!(span=> #k::decode_older::<#old, Self>(#v, #r));
    quote! {
        const GENERATIONS: #k::u32 = <#old as #k::Decode<#de>>::GENERATIONS + 1;

        fn older_schema(#v: #k::u64) -> #k::Option<&'static #k::Schema> {
            #k::older_schema::<#old>(#v)
        }

        fn decode_older(#v: #k::u64, #r: &mut #k::Reader<#de>) -> #k::Result<Self, #k::Error> {
            #turn
        }
    }
}

/// For each field that travels, the reading of it for its error only.
fn declare_steps(input: &Input<'_>, fields: &Fields<'_>, names: &Names) -> TokenStream {
    if !runs::useful(fields) {
        return TokenStream::new();
    }
    let Names { k, steps, .. } = names;
    let de = &input.de;
    // No run contains a field that is converted, so for those the step only keeps the positions right.
    let discards = fields.wire().map(|field| {
        let wire = field.wire().ty();
        quote!(#k::discard::<#wire>)
    });
    quote!(let #steps: &[fn(&mut #k::Reader<#de>) -> #k::Option<()>] = &[#(#discards),*];)
}
