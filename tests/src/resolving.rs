//! What the tests of resolution share: reading a value of one type as that of another.

use crate::frames::Parts;
use kiln::{
    Decode, Describe, Encode, Error,
    frame::{self, Options},
};
use std::fmt::Debug;

/// With a schema text.
pub const TEXT: Options = Options {
    schema: true,
    checksum: true,
};

/// Resolves a value that was written with its schema text.
///
/// # Errors
/// Those of resolution.
///
/// # Panics
/// If it cannot be written.
pub fn resolve<T: for<'a> Decode<'a>>(value: &(impl Encode + ?Sized)) -> Result<T, Error> {
    frame::resolve(&TEXT.to_vec(value).unwrap())
}

/// A value of one type is read as that of another.
///
/// # Panics
/// If it is not.
pub fn reads<W: Encode, R: for<'a> Decode<'a> + PartialEq + Debug>(written: W, read: R) {
    assert_ne!(W::TYPE_HASH, R::TYPE_HASH, "nothing to resolve");
    let text = (W::SCHEMA, R::SCHEMA);
    assert_eq!(resolve(&written), Ok(read), "{text:?}");
}

/// No value of one type is read as one of another, and that is known before any is looked at.
///
/// # Panics
/// If one is, or it is not.
pub fn refuses<W: Describe, R: for<'a> Decode<'a> + Debug>() {
    let mut parts = Parts::of_point();
    parts.type_hash = W::TYPE_HASH;
    parts.text = W::SCHEMA.to_string().into_bytes();
    // No value of any type: it would be EOF.
    parts.body = vec![];
    let text = (W::SCHEMA, R::SCHEMA);
    let error = frame::resolve::<R>(&parts.bytes()).unwrap_err();
    assert_eq!(error, Error::Schema, "{text:?}");
}
