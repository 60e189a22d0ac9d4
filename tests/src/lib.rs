//! Tests of Kiln, and what they share: types that have to live in a library, frames put together
//! part by part, and an allocator that counts.

pub mod count;
pub mod frames;
pub mod strict;
