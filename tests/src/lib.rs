//! Tests of Kiln, and types for them that have to live in a library.

pub mod strict;

/// The examples of docs/derive.md, which the derive's own crate cannot run: it does not know the runtime.
#[cfg(doctest)]
#[doc = include_str!("../../docs/derive.md")]
pub struct DeriveExamples;
