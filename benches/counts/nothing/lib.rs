//! Derives that derive nothing, so that the data of the benches builds without the peers.

use proc_macro::TokenStream;

#[proc_macro_derive(Encode, attributes(serde))]
pub fn encode(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

#[proc_macro_derive(Decode, attributes(serde))]
pub fn decode(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

#[proc_macro_derive(BorrowDecode, attributes(serde))]
pub fn borrow_decode(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
