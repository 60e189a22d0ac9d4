//! What the tests of schema texts hold one to.

use kiln::{Error, Schema};

/// The text is a schema, prints back, and has this minimum.
///
/// # Panics
/// If it is not so.
#[track_caller]
pub fn good(text: &str, min: u64) -> Schema {
    let schema: Schema = text.parse().unwrap_or_else(|_| panic!("{text:.200}"));
    assert_eq!(schema.to_string(), text);
    assert_eq!(schema.min_size(), min, "{text:.200}");
    schema
}

/// The text is no schema.
///
/// # Panics
/// If it is one.
#[track_caller]
pub fn bad(text: &str) {
    assert_eq!(text.parse::<Schema>(), Err(Error::Schema), "{text:.200}");
}
