//! Tests of Kiln, and what several of them share.

pub mod blocks;
pub mod strict;
