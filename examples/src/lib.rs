//! Small programs to copy from. Each is one file in `src/bin`, the data that it reads is in `data`:
//!
//! | program | shows | run it |
//! |---|---|---|
//! | `quickstart` | derive, encode, decode owned and borrowed, the type hash, what broken input gives | `cargo run --bin quickstart` |
//! | `tensors` | a tiny network: trained, saved with 8-bit weights, mapped, read by name without a copy, fetched in parts | `cargo run --bin tensors` |

/// The README's code blocks, so that `cargo test` runs them.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
