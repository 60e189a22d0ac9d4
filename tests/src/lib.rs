//! Tests of Kiln, and types for them that have to live in a library.

pub mod strict;
