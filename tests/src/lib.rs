//! Tests of Kiln, and what they share: types that have to live in a library, the golden cases, tensor
//! blocks and frames put together part by part, the checks that every value goes through, and an
//! allocator that counts.

pub mod blocks;
pub mod check;
pub mod count;
pub mod frames;
pub mod golden;
pub mod hex;
pub mod resolving;
pub mod strict;
pub mod texts;
pub mod values;

/// The examples of docs/versions.md.
#[cfg(doctest)]
#[doc = include_str!("../../docs/versions.md")]
pub struct VersionsExamples;

/// The examples of docs/migrating.md.
#[cfg(doctest)]
#[doc = include_str!("../../docs/migrating.md")]
pub struct MigratingExamples;

/// The examples of docs/derive.md, which the derive's own crate cannot run: it does not know the runtime.
#[cfg(doctest)]
#[doc = include_str!("../../docs/derive.md")]
pub struct DeriveExamples;

/// The examples of docs/errors.md.
#[cfg(doctest)]
#[doc = include_str!("../../docs/errors.md")]
pub struct ErrorExamples;

/// The examples of docs/values.md.
#[cfg(doctest)]
#[doc = include_str!("../../docs/values.md")]
pub struct ValueExamples;
