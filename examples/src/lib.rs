//! Small programs to copy from. Each is one file in `src/bin`, the data that it reads is in `data`:
//!
//! | program | shows | run it |
//! |---|---|---|
//! | `quickstart` | derive, encode, decode owned and borrowed, the type hash, what broken input gives | `cargo run --bin quickstart` |
//! | `versions` | three generations of a settings file, read by the newest: by hash, by `upgrade_from`, by name | `cargo run --bin versions` |
//! | `stream` | an append-only log of events, cut in the middle, read up to the cut and gone on with | `cargo run --bin stream` |
//! | `tensors` | a tiny network: trained, saved with 8-bit weights, mapped, read by name without a copy, fetched in parts | `cargo run --bin tensors` |

/// The README's code blocks, so that `cargo test` runs them.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
