//! The derive macro of Kiln.
#![forbid(unsafe_code)]

use proc_macro::TokenStream;

/// Being written.
#[proc_macro_derive(Kiln, attributes(kiln))]
pub fn derive_kiln(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
