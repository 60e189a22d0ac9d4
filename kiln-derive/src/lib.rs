#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod ast;
mod attr;
mod errors;
mod expand;
mod fallback;
mod generics;
mod valid;
mod walk;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

#[doc = include_str!("../derive.md")]
#[proc_macro_derive(Kiln, attributes(kiln))]
pub fn derive_kiln(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive(&input).into()
}

/// The stages, in order. A stage that finds a mistake notes it and goes on, so that all mistakes of
/// one input are reported at once; only code is generated from inputs without any.
fn derive(input: &DeriveInput) -> proc_macro2::TokenStream {
    let mut errors = errors::Errors::default();
    let parsed = ast::Input::parse(input, &mut errors);
    valid::check(&parsed, &mut errors);
    match errors.finish() {
        None => expand::expand(&parsed),
        Some(error) => fallback::expand(&parsed, &error),
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    /// An enum of 65,537 variants takes the compiler minutes, so this one refusal is tested without it.
    #[test]
    fn too_many_variants() {
        for (count, refused) in [(65_536, false), (65_537, true)] {
            let mut source = "enum Many {".to_owned();
            for i in 0..count {
                write!(source, "V{i},").unwrap();
            }
            source.push('}');
            let code = super::derive(&syn::parse_str(&source).unwrap()).to_string();
            assert_eq!(
                code.contains("an enum has at most 65,536 variants"),
                refused
            );
        }
    }
}
