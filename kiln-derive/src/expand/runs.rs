//! One bounds check for neighbouring fields of fixed size.
//!
//! A run is a stretch of fields whose sizes are known to the compiler. Where one begins, the writer reserves, and the
//! reader checks, the bytes of the whole run: what follows is loads and stores that the compiler merges. Which fields
//! are of fixed size depends on other types, so the runs are computed by the compiler of the user's crate, in a
//! constant. The reader needs no more. What the writer writes in a run stands in a closure, so there the derive has to
//! draw the borders: it goes by the names of types, and the constant says whether the guess was right.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::Type;

use super::Names;
use crate::ast::{Field, Fields, Wire};

/// `let runs = ...;`, or nothing where there is no second field to be a neighbour.
pub(super) fn declare(fields: &Fields<'_>, names: &Names) -> TokenStream {
    if !useful(fields) {
        return TokenStream::new();
    }
    let Names { k, runs, .. } = names;
    let sizes = fields.wire().map(|field| match field.wire() {
        // By way of constants, not as an argument of `fixed`: about a type without a schema, the compiler then says the
        // same as it does elsewhere, and so says it once.
        Wire::Own(ty) => {
            quote!(#k::fixed_size(<#ty as #k::Describe>::MIN_SIZE, <#ty as #k::Describe>::MAX_SIZE))
        }
        // A conversion may fail before later bytes are missed, so it ends a run.
        Wire::As(_) | Wire::With(_) => quote!(#k::None),
    });
    let count = Literal::usize_unsuffixed(fields.wire().count());
    quote!(let #runs: &[#k::usize; #count] = const { &#k::runs([#(#sizes),*]) };)
}

/// The bytes of the run that begins at the field that travels in position `position`; `None` where runs are of no use.
pub(super) fn at(fields: &Fields<'_>, position: usize, names: &Names) -> Option<TokenStream> {
    let runs = &names.runs;
    let position = Literal::usize_unsuffixed(position);
    useful(fields).then(|| quote!(#runs[#position]))
}

/// Whether two neighbours are plain: no run could be longer than one field otherwise.
pub(super) fn useful(fields: &Fields<'_>) -> bool {
    let wire: Vec<&Field<'_>> = fields.wire().collect();
    wire.windows(2)
        .any(|pair| pair.iter().all(|field| field.is_plain()))
}

/// The fields that travel, cut where no run can go on: at conversions, and at types that vary by their name.
pub(super) fn stretches<'f, 'a>(fields: &'f Fields<'a>) -> Vec<Vec<&'f Field<'a>>> {
    let wire: Vec<&Field<'_>> = fields.wire().collect();
    wire.chunk_by(|a, b| may_be_fixed(a) && may_be_fixed(b))
        .map(<[_]>::to_vec)
        .collect()
}

/// Whether nothing that can be seen from here speaks against a fixed size.
pub(super) fn may_be_fixed(field: &Field<'_>) -> bool {
    const VARY: [&str; 14] = [
        "String", "Vec", "Option", "Box", "Rc", "Arc", "Cow", "VecDeque", "BTreeMap", "BTreeSet",
        "HashMap", "HashSet", "PathBuf", "Tensors",
    ];
    field.is_plain()
        && match field.ty {
            Type::Path(path) => path
                .path
                .segments
                .last()
                .is_none_or(|last| VARY.iter().all(|name| last.ident != name)),
            Type::Reference(_) => false,
            _ => true,
        }
}

/// Whether the size is fixed if the names of types mean what they usually mean.
pub(super) fn is_certain(field: &Field<'_>) -> bool {
    fn certain(ty: &Type) -> bool {
        const FIXED: [&str; 14] = [
            "bool", "char", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128",
            "f32", "f64",
        ];
        match ty {
            Type::Path(path) => path
                .path
                .get_ident()
                .is_some_and(|ident| FIXED.iter().any(|name| ident == name)),
            Type::Array(array) => certain(&array.elem),
            Type::Tuple(tuple) => tuple.elems.iter().all(certain),
            Type::Paren(paren) => certain(&paren.elem),
            Type::Group(group) => certain(&group.elem),
            _ => false,
        }
    }
    field.is_plain() && certain(field.ty)
}
