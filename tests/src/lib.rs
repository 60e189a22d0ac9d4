//! Tests of Kiln, and what they share: types that have to live in a library, tensor blocks and
//! frames put together part by part, and an allocator that counts.

pub mod blocks;
pub mod count;
pub mod frames;
pub mod strict;
