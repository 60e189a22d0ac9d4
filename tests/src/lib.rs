//! Placeholder crate root.
pub mod blocks;
