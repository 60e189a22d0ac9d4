//! Kiln: canonical serialization for bytes that you did not write.
#![no_std]
#![deny(unsafe_code)]
#![allow(
    clippy::question_mark,
    reason = "in debug builds `?` copies the value once more, and decoding recurses"
)]

// Counts on the wire are 32 bits wide and become a `usize` once they are checked.
const _: () = assert!(
    usize::BITS >= 32,
    "kiln: a target of at least 32 bits is needed"
);

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod decode;
mod describe;
mod diagnose;
mod encode;
mod entry;
mod error;
#[cfg(feature = "frame")]
pub mod frame;
mod impls;
mod limits;
#[allow(unsafe_code)]
mod plain;
#[doc(hidden)]
pub mod private;
mod reader;
mod resolve;
pub mod schema;
pub mod tensor;
mod text;
mod value;
mod writer;

pub use decode::{Decode, Kiln};
pub use describe::Describe;
pub use diagnose::{Diagnosis, Step, diagnose};
pub use encode::Encode;
pub use entry::{encode_into, encoded_size, from_prefix, from_slice, to_vec};
pub use error::Error;
#[cfg(feature = "derive")]
pub use kiln_derive::Kiln;
pub use limits::Limits;
pub use reader::Reader;
pub use schema::Schema;
pub use value::Value;
pub use writer::Writer;

#[doc(hidden)]
pub use private as __private;
