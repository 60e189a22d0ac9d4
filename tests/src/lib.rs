//! Tests of Kiln, and what they share: types that have to live in a library, tensor blocks and
//! frames put together part by part, and an allocator that counts.

pub mod blocks;
pub mod count;
pub mod frames;
pub mod strict;

/// The examples of docs/derive.md, which the derive's own crate cannot run: it does not know the runtime.
#[cfg(doctest)]
#[doc = include_str!("../../docs/derive.md")]
pub struct DeriveExamples;
