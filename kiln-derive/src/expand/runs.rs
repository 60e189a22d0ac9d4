//! One bounds check for neighbouring fields of fixed size.
//!
//! A run is a stretch of fields whose sizes are known to the compiler. Where one begins, the writer reserves, and the
//! reader checks, the bytes of the whole run: what follows is loads and stores that the compiler merges. Which fields
//! are of fixed size depends on type parameters, so the runs are computed by the compiler of the user's crate, in a
//! constant.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

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
