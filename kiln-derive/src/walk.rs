//! Walks over the types that a user wrote: the one place that knows where types hide inside types.
//!
//! Everything the derive asks about a type ("does it mention a type parameter?", "does it name the type that is
//! derived?") is asked about the parts of a path that can be such a name, never about raw text: `module::T` does
//! not mention the parameter `T`.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    AngleBracketedGenericArguments, Expr, GenericArgument, Lifetime, Path, PathArguments,
    ReturnType, Type, TypeParamBound,
};

/// Something met on a walk, before what is inside it.
pub(crate) enum Node<'a> {
    /// A type. `false` from the visitor means: do not look inside.
    Type(&'a mut Type),
    /// A lifetime.
    Lifetime(&'a mut Lifetime),
    /// The length of an array or a constant argument. It is an expression: only its tokens can be inspected.
    Expr(&'a mut Expr),
}

/// Calls `visit` for `ty` and everything inside it, from the outside in.
pub(crate) fn walk(ty: &mut Type, visit: &mut dyn FnMut(Node<'_>) -> bool) {
    if !visit(Node::Type(ty)) {
        return;
    }
    match ty {
        Type::Array(array) => {
            walk(&mut array.elem, visit);
            visit(Node::Expr(&mut array.len));
        }
        Type::FnPtr(function) => {
            for argument in &mut function.inputs {
                walk(&mut argument.ty, visit);
            }
            walk_return(&mut function.output, visit);
        }
        Type::Group(group) => walk(&mut group.elem, visit),
        Type::Paren(paren) => walk(&mut paren.elem, visit),
        Type::Path(path) => {
            if let Some(qself) = &mut path.qself {
                walk(&mut qself.ty, visit);
            }
            walk_path(&mut path.path, visit);
        }
        Type::Ptr(pointer) => walk(&mut pointer.elem, visit),
        Type::Reference(reference) => {
            if let Some(lifetime) = &mut reference.lifetime {
                visit(Node::Lifetime(lifetime));
            }
            walk(&mut reference.elem, visit);
        }
        Type::Slice(slice) => walk(&mut slice.elem, visit),
        Type::Tuple(tuple) => tuple.elems.iter_mut().for_each(|elem| walk(elem, visit)),
        Type::TraitObject(object) => object
            .bounds
            .iter_mut()
            .for_each(|bound| walk_bound(bound, visit)),
        Type::ImplTrait(object) => object
            .bounds
            .iter_mut()
            .for_each(|bound| walk_bound(bound, visit)),
        // `!`, `_` and what this version of syn does not know: nothing in there can be told apart.
        _ => {}
    }
}

fn walk_path(path: &mut Path, visit: &mut dyn FnMut(Node<'_>) -> bool) {
    for segment in &mut path.segments {
        match &mut segment.arguments {
            PathArguments::None => {}
            PathArguments::AngleBracketed(arguments) => walk_arguments(arguments, visit),
            PathArguments::Parenthesized(call) => {
                for argument in &mut call.inputs {
                    walk(&mut argument.ty, visit);
                }
                walk_return(&mut call.output, visit);
            }
        }
    }
}

fn walk_arguments(
    arguments: &mut AngleBracketedGenericArguments,
    visit: &mut dyn FnMut(Node<'_>) -> bool,
) {
    for argument in &mut arguments.args {
        match argument {
            GenericArgument::Lifetime(lifetime) => {
                visit(Node::Lifetime(lifetime));
            }
            GenericArgument::Type(ty) => walk(ty, visit),
            GenericArgument::Const(expr) => {
                visit(Node::Expr(expr));
            }
            GenericArgument::AssocType(assoc) => walk(&mut assoc.ty, visit),
            GenericArgument::AssocConst(assoc) => {
                visit(Node::Expr(&mut assoc.value));
            }
            GenericArgument::Constraint(constraint) => {
                constraint
                    .bounds
                    .iter_mut()
                    .for_each(|bound| walk_bound(bound, visit));
            }
            _ => {}
        }
    }
}

fn walk_return(output: &mut ReturnType, visit: &mut dyn FnMut(Node<'_>) -> bool) {
    if let ReturnType::Type(_, ty) = output {
        walk(ty, visit);
    }
}

fn walk_bound(bound: &mut TypeParamBound, visit: &mut dyn FnMut(Node<'_>) -> bool) {
    match bound {
        TypeParamBound::Trait(bound) => walk_path(&mut bound.path, visit),
        TypeParamBound::Lifetime(lifetime) => {
            visit(Node::Lifetime(lifetime));
        }
        _ => {}
    }
}

/// Takes off parentheses and the invisible groups that `macro_rules!` puts around `$t:ty`.
pub(crate) fn peel(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            _ => return ty,
        };
    }
}

/// Whether `ty` is `PhantomData<…>`, by its last name: it carries no value, so nothing is asked of what is inside.
pub(crate) fn is_phantom(ty: &Type) -> bool {
    matches!(peel(ty), Type::Path(path)
        if path.qself.is_none() && path.path.segments.last().is_some_and(|last| last.ident == "PhantomData"))
}

/// Whether a generic parameter for which `is_param` holds is mentioned anywhere in `ty`.
pub(crate) fn mentions(ty: &Type, is_param: &dyn Fn(&Ident) -> bool) -> bool {
    let mut found = false;
    walk(&mut ty.clone(), &mut |node| {
        match node {
            Node::Type(Type::Path(path))
                if path.qself.is_none() && path.path.leading_colon.is_none() =>
            {
                found |= path
                    .path
                    .segments
                    .first()
                    .is_some_and(|first| is_param(&first.ident));
            }
            Node::Expr(expr) => found |= any_ident(expr.to_token_stream(), is_param),
            Node::Type(_) | Node::Lifetime(_) => {}
        }
        true
    });
    found
}

/// Whether any identifier in `tokens`, groups included, passes `test`.
pub(crate) fn any_ident(tokens: TokenStream, test: &dyn Fn(&Ident) -> bool) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => test(&ident),
        TokenTree::Group(group) => any_ident(group.stream(), test),
        _ => false,
    })
}

/// `ty` with every lifetime replaced by `'static`, for places where no lifetime is in scope.
pub(crate) fn with_static_lifetimes(ty: &Type) -> Type {
    let mut ty = ty.clone();
    walk(&mut ty, &mut |node| {
        if let Node::Lifetime(lifetime) = node {
            *lifetime = Lifetime::new("'static", lifetime.span());
        }
        true
    });
    ty
}

/// Whether `ty` holds the lifetime `'static`.
pub(crate) fn mentions_static(ty: &Type) -> bool {
    let mut found = false;
    walk(&mut ty.clone(), &mut |node| {
        if let Node::Lifetime(lifetime) = node {
            found |= lifetime.ident == "static";
        }
        true
    });
    found
}

/// Finds the places where a type names itself.
pub(crate) struct SelfName<'a> {
    pub(crate) name: &'a Ident,
}

impl SelfName<'_> {
    /// Whether `ty` itself, not something inside it, is the derived type: `Self`, or its name as a path of one
    /// segment, whatever its arguments.
    pub(crate) fn is(&self, ty: &Type) -> bool {
        let Type::Path(path) = ty else { return false };
        if path.qself.is_some()
            || path.path.leading_colon.is_some()
            || path.path.segments.len() != 1
        {
            return false;
        }
        let ident = &path.path.segments[0].ident;
        ident == "Self" || ident == self.name
    }

    /// Whether the derived type is named anywhere in `ty`.
    pub(crate) fn within(&self, ty: &Type) -> bool {
        let mut found = false;
        walk(&mut ty.clone(), &mut |node| {
            if let Node::Type(ty) = node {
                found |= self.is(ty);
                // `<Self as Trait>::Assoc` is whatever Assoc is, not the type itself.
                return !matches!(ty, Type::Path(path) if path.qself.is_some());
            }
            true
        });
        found
    }

    /// `ty` with the derived type replaced by `marker` wherever it is named.
    pub(crate) fn replaced(&self, ty: &Type, marker: &Type) -> Type {
        let mut ty = ty.clone();
        walk(&mut ty, &mut |node| {
            let Node::Type(ty) = node else { return true };
            if self.is(ty) {
                *ty = marker.clone();
                return false;
            }
            !matches!(ty, Type::Path(path) if path.qself.is_some())
        });
        ty
    }
}
