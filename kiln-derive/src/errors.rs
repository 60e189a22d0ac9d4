//! Collects mistakes, so that one run of the compiler shows all of them.

use std::fmt::Display;

use proc_macro2::Span;
use quote::ToTokens;

/// The mistakes found so far, in the order in which they were found.
#[derive(Default)]
pub(crate) struct Errors(Option<syn::Error>);

impl Errors {
    /// Notes a mistake that the compiler underlines at `tokens`.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Notes a mistake at a span, for tokens that are long or gone.
    pub(crate) fn at_span(&mut self, span: Span, message: impl Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Notes what a parser of `syn` reported.
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(all) => all.combine(error),
            none => *none = Some(error),
        }
    }

    /// All mistakes as one error, or `None` if there were none.
    pub(crate) fn finish(self) -> Option<syn::Error> {
        self.0
    }
}
