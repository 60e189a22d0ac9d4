//! Text: strict UTF-8, with a fast answer for ASCII.

use crate::{Error, plain};

/// The bytes as text. A test by words answers for ASCII; `core` answers for the rest.
#[inline]
pub(crate) fn check(bytes: &[u8]) -> Result<&str, Error> {
    match plain::text_of(bytes) {
        Some(text) => Ok(text),
        None => beyond_ascii(bytes),
    }
}

#[cold]
#[inline(never)]
fn beyond_ascii(bytes: &[u8]) -> Result<&str, Error> {
    core::str::from_utf8(bytes).map_err(|_| Error::Utf8)
}
