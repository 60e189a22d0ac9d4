//! Refuses field types that have no schema, as far as their syntax shows it. What only the types' schemas show (an
//! element without a byte, a key that is none) is found by the checks that `expand::checks` emits.

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, GenericArgument, GenericParam, PathArguments, Type, TypePath, TypeReference};

use super::is_size;
use crate::ast::{Body, Input, Wire};
use crate::errors::Errors;
use crate::walk::{Node, is_phantom, peel, walk};

pub(super) fn check(input: &Input<'_>, errors: &mut Errors) {
    around_itself(input, errors);
    for field in input.wire_fields().filter(|field| !field.attrs.unclear) {
        match field.wire() {
            Wire::Own(ty) | Wire::As(ty) => check_type(input, ty, errors),
            Wire::With(_) => {}
        }
    }
}

/// A newtype has the schema of its field; around itself that would be a `ref` to nothing, and a type without values.
fn around_itself(input: &Input<'_>, errors: &mut Errors) {
    let Body::Struct(fields) = &input.body else {
        return;
    };
    let mut wire = fields.wire();
    if let (false, Some(field), None) = (fields.named, wire.next(), wire.next())
        && let Wire::Own(ty) | Wire::As(ty) = field.wire()
        && input.self_name().is(pointee(ty))
    {
        errors.at(
            ty,
            "a type that is nothing but itself has no values; use an enum or an `Option` to end it",
        );
    }
}

/// What a pointer that does not show on the wire points to.
fn pointee(ty: &Type) -> &Type {
    let ty = peel(ty);
    if let Type::Path(path) = ty
        && let Some(last) = path.path.segments.last()
        && ["Box", "Rc", "Arc", "Cow"]
            .iter()
            .any(|pointer| last.ident == pointer)
        && let PathArguments::AngleBracketed(list) = &last.arguments
        && let Some(GenericArgument::Type(inner)) = list.args.last()
    {
        return pointee(inner);
    }
    ty
}

fn check_type(input: &Input<'_>, ty: &Type, errors: &mut Errors) {
    match peel(ty) {
        Type::Slice(_) => errors.at(
            ty,
            "a slice has no size of its own; use `Vec<T>`, `Box<[T]>`, or `&'a [u8]` for bytes",
        ),
        Type::Path(path) if is_primitive(path, "str") => {
            errors.at(
                ty,
                "`str` has no size of its own; use `String`, `Box<str>` or `&'a str`",
            );
        }
        _ => {}
    }
    walk(&mut ty.clone(), &mut |node| {
        let Node::Type(ty) = node else { return true };
        if is_phantom(ty) {
            return false;
        }
        if input.self_name().is(ty) {
            self_arguments(input, ty, errors);
            return false;
        }
        refuse(input, ty, errors)
    });
}

/// Refuses `ty` itself. Returns whether its inside is worth a look.
fn refuse(input: &Input<'_>, ty: &Type, errors: &mut Errors) -> bool {
    match ty {
        Type::Path(path) => {
            if let Some(last) = path.path.segments.last()
                && is_size(&last.ident)
                && is_primitive(path, &last.ident.to_string())
                && !input.is_param(&last.ident)
            {
                let fixed = if last.ident == "usize" { "u64" } else { "i64" };
                errors.at(
                    path,
                    format!(
                        "`{0}` has no fixed width, so it cannot travel; use `{fixed}`, or keep a field of type `{0}` and \
                         write `#[kiln(as = {fixed})]` on it",
                        last.ident
                    ),
                );
            }
        }
        Type::Ptr(_) => {
            errors.at(
                ty,
                "a raw pointer means nothing to another process; use `Box<T>`, or `#[kiln(skip)]`",
            );
            return false;
        }
        Type::FnPtr(_) => {
            errors.at(ty, "a function pointer means nothing to another process; use an enum that names the function, or `#[kiln(skip)]`");
            return false;
        }
        Type::TraitObject(_) | Type::ImplTrait(_) => {
            errors.at(ty, "a trait object does not say which type it holds; use an enum of the types that travel, or `#[kiln(with = module)]`");
            return false;
        }
        Type::Never(_) => errors.at(ty, "`!` has no values to travel; remove the field"),
        Type::Reference(reference) => return refuse_reference(reference, errors),
        _ => {}
    }
    true
}

/// Only text and bytes are borrowed from the input.
fn refuse_reference(reference: &TypeReference, errors: &mut Errors) -> bool {
    if reference.mutability.is_some() {
        errors.at(reference, "a mutable reference cannot point into the input; own the value, for instance as a `Box<T>`");
        return false;
    }
    let message = match peel(&reference.elem) {
        Type::Path(path) if is_primitive(path, "str") => return true,
        Type::Slice(slice) if matches!(peel(&slice.elem), Type::Path(path) if is_primitive(path, "u8") || is_primitive(path, "i8")) =>
        {
            return true;
        }
        Type::Slice(_) => {
            "only text and bytes are borrowed from the input (`&'a str`, `&'a [u8]`, `&'a [i8]`); use `Vec<T>`, or `Cow<'a, [T]>`, \
             which borrows numbers where the input happens to be aligned"
        }
        Type::TraitObject(_) => return true,
        _ => {
            "only text and bytes are borrowed from the input (`&'a str`, `&'a [u8]`, `&'a [i8]`); own the value instead"
        }
    };
    errors.at(reference, message);
    false
}

/// Whether `path` is the primitive type `name`, as far as syntax shows it.
fn is_primitive(path: &TypePath, name: &str) -> bool {
    let segments = &path.path.segments;
    let last = segments.len() - 1;
    path.qself.is_none()
        && segments[last].ident == name
        && (last == 0 || segments[last - 1].ident == "primitive")
}

/// A `ref` stands for the whole type again, so a type may only contain itself with the arguments that it has.
fn self_arguments(input: &Input<'_>, ty: &Type, errors: &mut Errors) {
    let Type::Path(path) = ty else { return };
    let segment = &path.path.segments[0];
    if segment.ident == "Self" {
        return;
    }
    let params: Vec<String> = input
        .source
        .generics
        .params
        .iter()
        .filter_map(|param| match param {
            GenericParam::Type(param) => Some(param.ident.to_string()),
            GenericParam::Const(param) => Some(param.ident.to_string()),
            GenericParam::Lifetime(_) => None,
        })
        .collect();
    let arguments: Vec<String> = match &segment.arguments {
        PathArguments::AngleBracketed(list) => list.args.iter().filter_map(argument_name).collect(),
        _ => Vec::new(),
    };
    if params != arguments {
        let own = if params.is_empty() {
            String::new()
        } else {
            format!("<{}>", params.join(", "))
        };
        errors.at_span(
            ty.span(),
            format!(
                "a type contains itself only with its own arguments, `{0}{own}`: with others it would be another type \
                 under the same name; write `Self`, or use a type of another name",
                segment.ident
            ),
        );
    }
}

/// How an argument reads, without what `macro_rules!` and braces put around it; `None` for a lifetime.
fn argument_name(argument: &GenericArgument) -> Option<String> {
    match argument {
        GenericArgument::Lifetime(_) => None,
        GenericArgument::Type(ty) => Some(peel(ty).to_token_stream().to_string()),
        GenericArgument::Const(expr) => Some(bare(expr)),
        other => Some(other.to_token_stream().to_string()),
    }
}

fn bare(expr: &Expr) -> String {
    let text = expr.to_token_stream().to_string();
    let inner = text
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'));
    inner.unwrap_or(&text).trim().to_owned()
}
