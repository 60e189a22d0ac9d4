//! `encode` and `encoded_size`.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{Names, match_self, runs};
use crate::ast::{Body, Field, Fields, Input, Wire};

/// The body of `encode`.
///
/// Errors are returned by `match`, not by `?`: in debug builds each `?` leaves another copy of its operand in the
/// stack frame, and frames of recursive types add up.
pub(super) fn encode(input: &Input<'_>, names: &Names) -> TokenStream {
    let Names { k, w, .. } = names;
    let (enter, leave) = depth(input, names);
    let body = match &input.body {
        Body::Struct(fields) => encode_fields(fields, &of_self, names),
        Body::Enum(variants) => {
            let count = Literal::usize_unsuffixed(variants.len());
            if variants
                .iter()
                .all(|variant| variant.fields.wire().next().is_none())
            {
                let tag = match_self(input, |position, _| tag_literal(position));
                quote!(#k::Writer::tag(#w, #tag, #count);)
            } else {
                match_self(input, |position, fields| {
                    let tag = tag_literal(position);
                    let fields = encode_fields(fields, &of_local, names);
                    quote!(#k::Writer::tag(#w, #tag, #count); #fields)
                })
            }
        }
        Body::Union(_) => TokenStream::new(),
    };
    quote! {
        let _ = &#w;
        #enter
        #body
        #leave
        #k::Ok(())
    }
}

fn encode_fields(
    fields: &Fields<'_>,
    access: &dyn Fn(&Field<'_>) -> TokenStream,
    names: &Names,
) -> TokenStream {
    let Names { k, w, .. } = names;
    let declare = runs::declare(fields, names);
    let fields = fields.wire().enumerate().map(|(position, field)| {
        let reserve =
            runs::at(fields, position, names).map(|run| quote!(#k::Writer::reserve(#w, #run);));
        let encode = encode_field(field, &access(field), names);
        quote!(#reserve #encode)
    });
    quote!(#declare #(#fields)*)
}

/// Writes a field, a statement that returns where it fails. `value` is a reference to the field.
fn encode_field(field: &Field<'_>, value: &TokenStream, names: &Names) -> TokenStream {
    let Names { k, w, e, .. } = names;
    let ty = field.wire().ty();
    let span = field.span().resolved_at(Span::mixed_site());
    let encode = |value: TokenStream| quote_spanned!(span=> if let #k::Err(#e) = <#ty as #k::Encode>::encode(#value, #w) { return #k::Err(#e); });
    match to_wire(field, value, names) {
        None => encode(value.clone()),
        Some(converted) => {
            let v = &names.v;
            let encode = encode(quote!(&#v));
            quote! {{
                let #v: #ty = match #converted {
                    #k::Ok(#v) => #v,
                    #k::Err(#e) => return #k::Err(#e),
                };
                #encode
            }}
        }
    }
}

/// What writes the default of a field, if it has one: a closure that captures nothing.
pub(super) fn default(field: &Field<'_>, names: &Names) -> Option<TokenStream> {
    let Names { k, w, .. } = names;
    let default = field.attrs.default.as_ref()?;
    let ty = field.ty;
    let span = field.span().resolved_at(Span::mixed_site());
    let made = match &default.value {
        None => quote_spanned!(span=> <#ty as #k::Default>::default()),
        Some(path) => quote!(#path()),
    };
    let local = field.local();
    let encode = encode_field(field, &quote!(&#local), names);
    Some(quote! {
        |#w: &mut #k::Writer<'_>| -> #k::Result<(), #k::Error> {
            let #local: #ty = #made;
            #encode
            #k::Ok(())
        }
    })
}

/// The body of `encoded_size`.
pub(super) fn encoded_size(input: &Input<'_>, names: &Names) -> TokenStream {
    let Names { k, v, .. } = names;
    let sum = match &input.body {
        Body::Struct(fields) => size_of_fields(quote!(0), fields, &of_self, names),
        Body::Enum(variants) => {
            let count = Literal::usize_unsuffixed(variants.len());
            match_self(input, |_, fields| {
                size_of_fields(quote!(#k::tag_size(#count)), fields, &of_local, names)
            })
        }
        Body::Union(_) => quote!(0),
    };
    // The size of a recursive type is never fixed, and asking would ask the type itself.
    let fixed = (!input.recursive).then(|| {
        quote! {
            if let #k::Some(#v) = const { #k::fixed::<Self>() } {
                return #v;
            }
        }
    });
    quote!(#fixed #sum)
}

fn size_of_fields(
    start: TokenStream,
    fields: &Fields<'_>,
    access: &dyn Fn(&Field<'_>) -> TokenStream,
    names: &Names,
) -> TokenStream {
    let k = &names.k;
    fields.wire().fold(start, |sum, field| {
        let value = access(field);
        let ty = field.wire().ty();
        let span = field.span().resolved_at(Span::mixed_site());
        let size = match to_wire(field, &value, names) {
            None => quote_spanned!(span=> <#ty as #k::Encode>::encoded_size(#value)),
            // What does not convert is not encoded either, so any number will do.
            Some(converted) => {
                let v = &names.v;
                quote_spanned! {span=>
                    match #converted {
                        #k::Ok(#v) => <#ty as #k::Encode>::encoded_size(&#v),
                        #k::Err(_) => 0,
                    }
                }
            }
        };
        quote!(#k::usize::saturating_add(#sum, #size))
    })
}

/// Converts the value of a field to what travels: an expression of type `Result`, or `None` if it travels as it is.
fn to_wire(field: &Field<'_>, value: &TokenStream, names: &Names) -> Option<TokenStream> {
    let k = &names.k;
    let ty = field.ty;
    let span = field.span().resolved_at(Span::mixed_site());
    match field.wire() {
        Wire::Own(_) => None,
        Wire::As(wire) => Some(quote_spanned! {span=>
            #k::Result::map_err(
                <#ty as #k::TryInto<#wire>>::try_into(<#ty as #k::Clone>::clone(#value)),
                |_| #k::Error::Type,
            )
        }),
        Wire::With(module) => Some(
            quote_spanned!(span=> <_ as #k::Conv<#module::Wire>>::conv(#module::to_wire(#value))),
        ),
    }
}

/// What counts the open `rec` bodies, before and after a value.
fn depth(input: &Input<'_>, names: &Names) -> (TokenStream, TokenStream) {
    if !input.recursive {
        return (TokenStream::new(), TokenStream::new());
    }
    let Names { k, w, e, .. } = names;
    (
        quote!(if let #k::Err(#e) = #k::Writer::enter(#w) { return #k::Err(#e); }),
        quote!(#k::Writer::leave(#w);),
    )
}

fn of_self(field: &Field<'_>) -> TokenStream {
    let member = &field.member;
    quote!(&self.#member)
}

fn of_local(field: &Field<'_>) -> TokenStream {
    let local = field.local();
    quote!(#local)
}

pub(super) fn tag_literal(position: usize) -> TokenStream {
    // More variants than a tag can tell apart have been refused.
    let literal = Literal::u16_unsuffixed(u16::try_from(position).unwrap_or(u16::MAX));
    quote!(#literal)
}
