//! [`Outcome`]: how a decoder that was called says what came of it.
//!
//! Outside, decoding gives a `Result`. Inside, where a value is read for another one, it gives an `Option`, and the
//! fault is noted in the reader: an error of one byte next to a value makes compilers take the value apart into its
//! first byte and the others, in every function that passes it on. What decodes is written once, for both.

use crate::{Error, Reader};

/// What a decoder gives back: `Result<T, Error>`, or `Option<T>` with the fault noted in the reader.
///
/// Not to be implemented elsewhere.
pub trait Outcome<T>: Sized {
    /// There is a value.
    fn value(value: T) -> Self;

    /// There is none, for this reason.
    fn fault(r: &mut Reader<'_>, error: Error) -> Self;

    /// There is none, and the reader knows why.
    fn noted(r: &Reader<'_>) -> Self;
}

impl<T> Outcome<T> for Result<T, Error> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(value: T) -> Self {
        Ok(value)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fault(_: &mut Reader<'_>, error: Error) -> Self {
        Err(error)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn noted(r: &Reader<'_>) -> Self {
        Err(r.noted())
    }
}

impl<T> Outcome<T> for Option<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(value: T) -> Self {
        Some(value)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fault(r: &mut Reader<'_>, error: Error) -> Self {
        r.note(error);
        None
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn noted(_: &Reader<'_>) -> Self {
        None
    }
}
