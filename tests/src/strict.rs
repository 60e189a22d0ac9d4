//! Types in a crate as strict as can be.
//!
//! Whatever a user denies or forbids, the generated code is no reason to allow it.
//! `unused_qualifications` and the like are not on by default; some users turn everything on.

#![deny(
    warnings,
    missing_docs,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::cargo
)]
#![forbid(
    unsafe_code,
    deprecated,
    unused_qualifications,
    unreachable_pub,
    single_use_lifetimes
)]
#![deny(
    unused_results,
    unused_lifetimes,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements
)]
#![deny(
    missing_debug_implementations,
    missing_copy_implementations,
    let_underscore_drop,
    trivial_casts
)]
#![deny(
    unit_bindings,
    variant_size_differences,
    redundant_lifetimes,
    ambiguous_negative_literals
)]

use kiln::Kiln;

/// A struct.
#[derive(Kiln, PartialEq, Eq, Debug, Clone)]
pub struct Documented<'a> {
    /// A field.
    pub text: &'a str,
    /// Another.
    pub numbers: Vec<u32>,
    /// A third.
    #[kiln(as = u64)]
    pub size: usize,
    /// A cache.
    #[kiln(skip)]
    pub cache: u8,
}

/// An enum.
#[derive(Kiln, PartialEq, Eq, Debug, Clone)]
pub enum Choice<T> {
    /// Nothing.
    Nothing,
    /// Two.
    Two(T, T),
    /// More.
    More {
        /// Of it.
        of_it: Vec<Self>,
    },
}

/// A unit.
#[derive(Kiln, PartialEq, Eq, Debug, Clone, Copy)]
pub struct Unit;

/// A struct whose lists are copied whole.
#[derive(Kiln, PartialEq, Eq, Debug, Clone, Copy)]
pub struct Plain {
    /// Across.
    pub x: u32,
    /// Down.
    pub y: u32,
}

#[derive(Kiln, PartialEq, Eq, Debug, Clone)]
struct Private<T>(Vec<T>);

/// A private type in a field of a public one: its bound is in the where clause of the impls.
#[derive(Kiln, PartialEq, Eq, Debug, Clone)]
pub struct Public<T> {
    private: Private<T>,
}
