//! The schema of a type, as an expression that the compiler of the user's crate evaluates.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Type, parse_quote};

use super::Names;
use crate::ast::{Body, Field, Fields, Input, Wire};

/// What the fields of a struct or variant amount to in a schema (format section 1).
enum Shape<'f, 'a> {
    /// No field travels.
    Empty,
    /// One that has no name: its schema is the whole.
    One(&'f Field<'a>),
    Tuple,
    Struct,
}

fn shape<'f, 'a>(fields: &'f Fields<'a>) -> Shape<'f, 'a> {
    let mut wire = fields.wire();
    match (wire.next(), wire.next()) {
        (None, _) => Shape::Empty,
        (Some(_), _) if fields.named => Shape::Struct,
        (Some(field), None) => Shape::One(field),
        (Some(_), Some(_)) => Shape::Tuple,
    }
}

/// The schema, an expression of type `Schema`.
pub(super) fn schema(input: &Input<'_>, names: &Names) -> TokenStream {
    let k = &names.k;
    let body = match &input.body {
        Body::Struct(fields) => {
            of_fields(input, fields, names).unwrap_or_else(|| quote!(#k::Schema::structure(&[])))
        }
        Body::Enum(variants) => {
            let variants = variants.iter().map(|variant| {
                let name = &variant.name.text;
                match of_fields(input, &variant.fields, names) {
                    None => quote!(#k::Variant::unit(#name)),
                    Some(schema) => quote!(#k::Variant::with(#name, const { &#schema })),
                }
            });
            quote!(#k::Schema::enumeration(const { &[#(#variants),*] }))
        }
        Body::Union(_) => quote!(#k::Schema::structure(&[])),
    };
    if input.recursive {
        let label = input.label();
        quote!(#k::Schema::recursive(#label, const { &#body }))
    } else {
        body
    }
}

/// The schema of fields, an expression of type `Schema`; `None` where none travels.
fn of_fields(input: &Input<'_>, fields: &Fields<'_>, names: &Names) -> Option<TokenStream> {
    let k = &names.k;
    let of = |field: &Field<'_>| of_field(input, field, names);
    match shape(fields) {
        Shape::Empty => None,
        Shape::One(field) => {
            let schema = of(field);
            Some(quote!(*#schema))
        }
        Shape::Tuple => {
            let schemas = fields.wire().map(of);
            Some(quote!(#k::Schema::tuple(const { &[#(#schemas),*] })))
        }
        Shape::Struct => {
            let fields = fields.wire().map(|field| {
                let name = field.name.as_ref().map_or("", |name| &name.text);
                let schema = of(field);
                match super::encode::default(field, names) {
                    None => quote!(#k::Field::new(#name, #schema)),
                    Some(default) => quote!(#k::Field::with_default(#name, #schema, #default)),
                }
            });
            Some(quote!(#k::Schema::structure(const { &[#(#fields),*] })))
        }
    }
}

/// The schema of what travels for a field, an expression of type `&'static Schema`.
fn of_field(input: &Input<'_>, field: &Field<'_>, names: &Names) -> TokenStream {
    let k = &names.k;
    let ty = match field.wire() {
        Wire::Own(ty) | Wire::As(ty) if input.recursive => input
            .self_name()
            .replaced(ty, &marker_type(false))
            .into_token_stream(),
        wire => wire.ty(),
    };
    quote_spanned!(field.span().resolved_at(Span::mixed_site())=> <#ty as #k::Describe>::SCHEMA)
}

fn marker_ident() -> Ident {
    Ident::new("__KilnSelf", Span::mixed_site())
}

/// The marker; with `probe`, the one whose `ref` has a label that no type has.
pub(super) fn marker_type(probe: bool) -> Type {
    let ident = marker_ident();
    parse_quote!(#ident<#probe>)
}

/// The type that stands for the derived type where it names itself. A schema that was made of the schema of the
/// type itself would be a constant that needs its own value; this one's is a `ref`. It has the common traits, since
/// containers ask for them: `Cow<'_, [Self]>` for `Clone`, a type of the user's perhaps for `Kiln`. No value of it is
/// ever made.
pub(super) fn marker(input: &Input<'_>, names: &Names) -> TokenStream {
    if !input.recursive {
        return TokenStream::new();
    }
    let k = &names.k;
    let marker = marker_ident();
    let probe = Ident::new("__KILN_PROBE", Span::mixed_site());
    let label = input.label();
    quote! {
        #[derive(
            #k::Copy, #k::Clone, #k::fmt::Debug, #k::Default, #k::PartialEq, #k::Eq, #k::PartialOrd, #k::Ord, #k::Hash
        )]
        struct #marker<const #probe: #k::bool>;

        #[automatically_derived]
        impl<const #probe: #k::bool> #k::Describe for #marker<#probe> {
            const SCHEMA: &'static #k::Schema =
                &#k::Schema::reference(if #probe { #k::PROBE } else { #label });
        }

        #[automatically_derived]
        impl<const #probe: #k::bool> #k::Encode for #marker<#probe> {
            fn encode(&self, _: &mut #k::Writer<'_>) -> #k::Result<(), #k::Error> {
                #k::Err(#k::Error::Type)
            }
            fn encoded_size(&self) -> #k::usize {
                0
            }
        }

        #[automatically_derived]
        impl<'de, const #probe: #k::bool> #k::Decode<'de> for #marker<#probe> {
            fn decode(_: &mut #k::Reader<'de>) -> #k::Result<Self, #k::Error> {
                #k::Err(#k::Error::Type)
            }
        }
    }
}

/// Whether lists of the type may be copied whole: asked of the runtime crate, which finds out from offsets and sizes;
/// and how many tests it takes to read a value. A field that is converted, skipped or recursive rules both out.
pub(super) fn image(input: &Input<'_>, names: &Names) -> TokenStream {
    let k = &names.k;
    let fields = match &input.body {
        Body::Struct(fields) => fields,
        Body::Enum(variants) if variants.iter().all(|variant| variant.fields.all.is_empty()) => {
            return quote!(const TESTS: #k::Option<#k::usize> = #k::Some(1););
        }
        _ => return TokenStream::new(),
    };
    if input.recursive || fields.all.is_empty() || !fields.all.iter().all(Field::is_plain) {
        return TokenStream::new();
    }
    let members = fields.all.iter().map(|field| {
        let (member, ty) = (&field.member, field.ty);
        quote!(#member: #ty)
    });
    let tests = fields.all.iter().map(|field| {
        let ty = field.ty;
        quote!(<#ty as #k::Describe>::TESTS)
    });
    quote! {
        const IMAGE: #k::Image<Self> = #k::image!(Self { #(#members),* });
        const TESTS: #k::Option<#k::usize> = #k::tests(&[#(#tests),*]);
    }
}
