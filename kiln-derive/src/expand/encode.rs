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
        Body::Struct(fields) => encode_fields(fields, None, &of_self, names),
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
                    let tag = Prefix {
                        write: quote!(#k::Writer::tag(#w, #tag, #count);),
                        size: quote!(#k::tag_size(#count)),
                    };
                    encode_fields(fields, Some(tag), &of_local, names)
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

/// What stands before the fields: the tag of a variant.
struct Prefix {
    write: TokenStream,
    size: TokenStream,
}

fn encode_fields(
    fields: &Fields<'_>,
    prefix: Option<Prefix>,
    access: &dyn Fn(&Field<'_>) -> TokenStream,
    names: &Names,
) -> TokenStream {
    let stretches = runs::stretches(fields);
    let mut prefix = prefix;
    let mut all = TokenStream::new();
    for stretch in &stretches {
        all.extend(encode_stretch(stretch, prefix.take(), access, names));
    }
    let prefix = prefix.map(|prefix| prefix.write);
    quote!(#prefix #all)
}

/// Neighbours behind one reservation: where all are of fixed size, or else where they are as far as can be seen from here.
fn encode_stretch(
    stretch: &[&Field<'_>],
    prefix: Option<Prefix>,
    access: &dyn Fn(&Field<'_>) -> TokenStream,
    names: &Names,
) -> TokenStream {
    let Names { k, w, v, .. } = names;
    let parts = stretch.len() + usize::from(prefix.is_some());
    let certain = stretch.iter().all(|field| runs::is_certain(field));
    if parts < 2 || !stretch.iter().all(|field| runs::may_be_fixed(field)) {
        let prefix = prefix.map(|prefix| prefix.write);
        let fields = stretch
            .iter()
            .map(|field| encode_field(field, &access(field), names));
        return quote!(#prefix #(#fields)*);
    }
    let start = prefix
        .as_ref()
        .map_or(quote!(0), |prefix| prefix.size.clone());
    let sizes = stretch.iter().map(|field| {
        let ty = field.wire().ty();
        // By way of constants, as in `runs::declare`.
        quote!(#k::fixed_size(<#ty as #k::Describe>::MIN_SIZE, <#ty as #k::Describe>::MAX_SIZE))
    });
    let sizes = quote!([#(#sizes),*]);
    let run = |size: TokenStream| {
        let prefix = prefix.as_ref().map(|prefix| &prefix.write);
        let fields = stretch
            .iter()
            .map(|field| encode_field(field, &access(field), names));
        let e = &names.e;
        quote! {
            if let #k::Err(#e) = #k::Writer::run(#w, #size, |#w: &mut #k::Writer<'_>| -> #k::Result<(), #k::Error> {
                #prefix
                #(#fields)*
                #k::Ok(())
            }) {
                return #k::Err(#e);
            }
        }
    };
    if certain {
        // A type that is not what its name says makes this number wrong, and the run slow.
        return run(quote!(const { #k::at_least(#start, #sizes) }));
    }
    let whole = run(quote!(#v));
    let mut prefix = prefix;
    let mut otherwise = TokenStream::new();
    if stretch.len() == 1 {
        let prefix = prefix.map(|prefix| prefix.write);
        let field = encode_field(stretch[0], &access(stretch[0]), names);
        otherwise = quote!(#prefix #field);
    } else {
        for part in stretch.chunk_by(|a, b| runs::is_certain(a) && runs::is_certain(b)) {
            otherwise.extend(encode_stretch(part, prefix.take(), access, names));
        }
    }
    quote! {
        if let #k::Some(#v) = const { #k::exactly(#start, #sizes) } {
            #whole
        } else {
            #otherwise
        }
    }
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
        Wire::With(module) => {
            let local = field.local();
            Some(quote_spanned! {span=> {
                let #local = #value;
                <_ as #k::Conv<#module::Wire>>::conv(#module::to_wire(#local))
            }})
        }
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
