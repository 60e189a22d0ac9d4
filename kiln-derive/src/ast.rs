//! The input as Kiln sees it: what travels, under which name, and whether the type contains itself.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, DataUnion, DeriveInput, GenericParam, Index, Lifetime, Member, Path, Type};

use crate::attr::{Case, FieldAttrs, Keyed, TypeAttrs, VariantAttrs, Via};
use crate::errors::Errors;
use crate::generics::input_lifetime;
use crate::walk::SelfName;

/// A struct or enum to derive for.
pub(crate) struct Input<'a> {
    pub(crate) source: &'a DeriveInput,
    pub(crate) attrs: TypeAttrs,
    pub(crate) body: Body<'a>,
    /// Whether a field names the type itself: the schema is a `rec` then, and its label is the type's name.
    pub(crate) recursive: bool,
    /// The lifetime that the `Decode` impl adds.
    pub(crate) de: Lifetime,
}

pub(crate) enum Body<'a> {
    Struct(Fields<'a>),
    Enum(Vec<Variant<'a>>),
    /// Refused, and kept for the message.
    Union(&'a DataUnion),
}

pub(crate) struct Variant<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) name: Name,
    pub(crate) fields: Fields<'a>,
}

/// All fields of a struct or variant, skipped ones included.
pub(crate) struct Fields<'a> {
    /// Whether they are written in braces.
    pub(crate) named: bool,
    pub(crate) all: Vec<Field<'a>>,
}

pub(crate) struct Field<'a> {
    /// The position among all fields; locals of generated code are numbered by it.
    pub(crate) index: usize,
    pub(crate) ty: &'a Type,
    pub(crate) member: Member,
    /// The name in the schema; `None` for fields that are not written in braces.
    pub(crate) name: Option<Name>,
    pub(crate) attrs: FieldAttrs,
}

/// A name in a schema and the tokens that it comes from.
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) source: TokenStream,
    /// Whether `rename_all` made it, so that a message can say so.
    pub(crate) by_case: bool,
}

/// What travels for a field.
pub(crate) enum Wire<'a> {
    /// The field's own type.
    Own(&'a Type),
    /// `as = Type`
    As(&'a Type),
    /// `with = module`
    With(&'a Path),
}

impl<'a> Input<'a> {
    pub(crate) fn parse(source: &'a DeriveInput, errors: &mut Errors) -> Input<'a> {
        let attrs = TypeAttrs::parse(&source.attrs, errors);
        let case = |keyed: &Option<Keyed<Case>>| keyed.as_ref().map(|keyed| keyed.value);
        let body = match &source.data {
            Data::Struct(data) => {
                Body::Struct(Fields::parse(&data.fields, case(&attrs.rename_all), errors))
            }
            Data::Enum(data) => {
                let (variants, fields) = (case(&attrs.rename_all), case(&attrs.rename_all_fields));
                Body::Enum(
                    data.variants
                        .iter()
                        .map(|variant| Variant::parse(variant, variants, fields, errors))
                        .collect(),
                )
            }
            Data::Union(data) => Body::Union(data),
        };
        let mut input = Input {
            source,
            attrs,
            body,
            recursive: false,
            de: input_lifetime(source),
        };
        let recursive = input.wire_fields().any(|field| input.names_itself(field));
        input.recursive = recursive;
        input
    }

    /// Every struct or variant body.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = &Fields<'a>> {
        let (one, many) = match &self.body {
            Body::Struct(fields) => (Some(fields), &[][..]),
            Body::Enum(variants) => (None, variants.as_slice()),
            Body::Union(_) => (None, &[][..]),
        };
        one.into_iter()
            .chain(many.iter().map(|variant| &variant.fields))
    }

    pub(crate) fn all_fields(&self) -> impl Iterator<Item = &Field<'a>> {
        self.bodies().flat_map(|fields| &fields.all)
    }

    pub(crate) fn wire_fields(&self) -> impl Iterator<Item = &Field<'a>> {
        self.bodies().flat_map(Fields::wire)
    }

    /// How this type can be named by its own fields.
    pub(crate) fn self_name(&self) -> SelfName<'a> {
        SelfName {
            name: &self.source.ident,
        }
    }

    /// Whether what travels for `field` names the type itself. What a `with` module carries cannot be seen from here.
    pub(crate) fn names_itself(&self, field: &Field<'_>) -> bool {
        match field.wire() {
            Wire::Own(ty) | Wire::As(ty) => self.self_name().within(ty),
            Wire::With(_) => false,
        }
    }

    /// Whether `ident` is a type or const parameter.
    pub(crate) fn is_param(&self, ident: &Ident) -> bool {
        self.source.generics.params.iter().any(|param| match param {
            GenericParam::Type(param) => param.ident == *ident,
            GenericParam::Const(param) => param.ident == *ident,
            GenericParam::Lifetime(_) => false,
        })
    }

    /// Whether there are type or const parameters.
    pub(crate) fn is_generic(&self) -> bool {
        self.source
            .generics
            .params
            .iter()
            .any(|param| !matches!(param, GenericParam::Lifetime(_)))
    }

    /// The label of the `rec`.
    pub(crate) fn label(&self) -> String {
        self.source.ident.unraw().to_string()
    }
}

impl<'a> Variant<'a> {
    fn parse(
        source: &'a syn::Variant,
        case: Option<Case>,
        fields_case: Option<Case>,
        errors: &mut Errors,
    ) -> Variant<'a> {
        let attrs = VariantAttrs::parse(&source.attrs, errors);
        Variant {
            ident: &source.ident,
            name: Name::new(
                &source.ident,
                attrs.rename.as_ref(),
                case.map(|case| move |name: &str| case.variant(name)),
            ),
            fields: Fields::parse(&source.fields, fields_case, errors),
        }
    }
}

impl<'a> Fields<'a> {
    fn parse(source: &'a syn::Fields, case: Option<Case>, errors: &mut Errors) -> Fields<'a> {
        let all = source
            .iter()
            .enumerate()
            .map(|(index, field)| Field::parse(index, field, case, errors))
            .collect();
        Fields {
            named: matches!(source, syn::Fields::Named(_)),
            all,
        }
    }

    /// The fields that travel, in order.
    pub(crate) fn wire(&self) -> impl Iterator<Item = &Field<'a>> {
        self.all.iter().filter(|field| field.attrs.skip.is_none())
    }
}

impl<'a> Field<'a> {
    fn parse(
        index: usize,
        source: &'a syn::Field,
        case: Option<Case>,
        errors: &mut Errors,
    ) -> Field<'a> {
        let attrs = FieldAttrs::parse(&source.attrs, errors);
        let name = source.ident.as_ref().map(|ident| {
            Name::new(
                ident,
                attrs.rename.as_ref(),
                case.map(|case| move |name: &str| case.field(name)),
            )
        });
        if let (None, Some(rename)) = (&name, &attrs.rename) {
            errors.at(
                &rename.key,
                "a field without a name has none in the schema either; remove `rename`",
            );
        }
        if let (None, Some(default)) = (&name, &attrs.default) {
            errors.at(
                &default.key,
                "a field without a name is not looked for by name, so nothing is ever filled in; remove `default`",
            );
        }
        let member = match &source.ident {
            Some(ident) => Member::Named(ident.clone()),
            None => Member::Unnamed(Index {
                index: u32::try_from(index).unwrap_or(u32::MAX),
                span: source.ty.span(),
            }),
        };
        Field {
            index,
            ty: &source.ty,
            member,
            name,
            attrs,
        }
    }

    pub(crate) fn wire(&self) -> Wire<'_> {
        match &self.attrs.via {
            None => Wire::Own(self.ty),
            Some(Via::As(ty)) => Wire::As(ty),
            Some(Via::With(module)) => Wire::With(module),
        }
    }

    /// Whether the field travels as its own type.
    pub(crate) fn is_plain(&self) -> bool {
        self.attrs.via.is_none() && self.attrs.skip.is_none()
    }

    /// The local that holds this field in generated code. A name of its own, so that no constant, unit struct or
    /// function of the user's can be meant, and mixed-site, so that the user's tokens cannot mean it.
    pub(crate) fn local(&self) -> Ident {
        // Located at what travels: that is where a function of a `with` module takes it, and where a message about
        // the function's argument points.
        let span = self.span().resolved_at(Span::mixed_site());
        format_ident!("__kiln_{}", self.index, span = span)
    }

    /// The first and the last token of what travels, for messages that underline all of it.
    pub(crate) fn ends(&self) -> (Span, Span) {
        let tokens = match self.wire() {
            Wire::Own(ty) | Wire::As(ty) => ty.to_token_stream(),
            Wire::With(module) => module.to_token_stream(),
        };
        let last = tokens
            .into_iter()
            .last()
            .map_or_else(Span::mixed_site, |token| token.span());
        (
            self.span().resolved_at(Span::mixed_site()),
            last.resolved_at(Span::mixed_site()),
        )
    }

    /// Where messages about what travels belong.
    pub(crate) fn span(&self) -> Span {
        match self.wire() {
            Wire::Own(ty) | Wire::As(ty) => ty.span(),
            Wire::With(module) => module.span(),
        }
    }
}

impl Wire<'_> {
    /// The type that travels.
    pub(crate) fn ty(&self) -> TokenStream {
        match self {
            Wire::Own(ty) | Wire::As(ty) => ty.to_token_stream(),
            Wire::With(module) => quote!(#module::Wire),
        }
    }
}

impl Name {
    fn new(
        ident: &Ident,
        rename: Option<&Keyed<syn::LitStr>>,
        case: Option<impl Fn(&str) -> String>,
    ) -> Name {
        if let Some(rename) = rename {
            let text = rename.value.value();
            return Name {
                text,
                source: rename.value.to_token_stream(),
                by_case: false,
            };
        }
        let plain = ident.unraw().to_string();
        let by_case = case.is_some();
        let text = case.map_or(plain.clone(), |case| case(&plain));
        Name {
            text,
            source: ident.to_token_stream(),
            by_case,
        }
    }
}
