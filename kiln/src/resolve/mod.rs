//! Reading values by a schema that is not the writer's.
//!
//! A frame with schema text says what its bytes are, whoever reads them. Where that is another
//! version of the type that the reader has, the two schemas are laid side by side: fields and
//! variants by name, the rest by position. What comes of it is a list of [`link`]s, one for each pair
//! of nodes that meet, made before a byte of the value is read; what cannot be linked is SCHEMA.
//!
//! Then the value is walked by the writer's schema, which checks every byte of it, and written as a
//! value of the reader's ([`transcode`]); the reader's own `Decode` does the rest. So a type needs no
//! code of its own to be resolved, and what it refuses in a value it refuses here too.
//!
//! | file | what |
//! |---|---|
//! | [`link`] | which part of the writer's value becomes which part of the reader's |
//! | [`fields`] | the same for the fields of a struct: order, defaults |
//! | [`numbers`] | which numbers widen to which, and how |
//! | [`report`] | the differences as text, for people and for CI |
//! | [`transcode`] | from one wire to the other |
//! | [`entry`] | `frame::resolve` |

mod entry;
mod fields;
mod link;
mod numbers;
mod report;
mod transcode;
mod widening;

pub use entry::resolve;
pub use report::{Difference, Effect};
