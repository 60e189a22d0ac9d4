//! Serialization for programs that read bytes they did not write.
//!
//! `#[derive(Kiln)]` gives a type its schema, a 64-bit type hash, and encode and decode. A value has
//! one encoding; a count is checked against the bytes that are there before memory is claimed; a
//! faulty input has one error, in a published order.
//!
//! ```
//! use kiln::{Describe, Error, Kiln};
//!
//! #[derive(Kiln, Debug, PartialEq)]
//! struct Reading<'a> {
//!     station: &'a str,
//!     celsius: Option<f32>,
//! }
//!
//! let bytes = kiln::to_vec(&Reading { station: "TAM", celsius: Some(-4.5) })?;
//! let back: Reading = kiln::from_slice(&bytes)?; // `station` is borrowed from `bytes`
//! assert_eq!(back, Reading { station: "TAM", celsius: Some(-4.5) });
//! assert_eq!(kiln::from_slice::<Reading>(&bytes[..9]), Err(Error::Eof));
//! assert_eq!(Reading::SCHEMA.to_string(), "struct{station:string,celsius:option<f32>,}");
//! # Ok::<(), Error>(())
//! ```
//!
//! # Where to look
//!
//! | to | see |
//! |---|---|
//! | write and read values | [`to_vec`], [`encode_into`], [`from_slice`], [`from_prefix`]; [`Limits`] for others than the defaults |
//! | make a type travel | the derive `Kiln`; by hand [`Describe`], [`Encode`] and [`Decode`] with [`Writer`] and [`Reader`] |
//! | know a type without a value | [`Describe`]: schema, hash, smallest and largest size, in const context |
//! | put values into files and onto wires | the module `frame` (feature `frame`): type hash, checksum, streams, older versions |
//! | hold tensors | [`tensor`]: blocks of named, typed arrays, borrowed from the input |
//! | read bytes of any schema | [`Schema::decode`] and [`Value`] |
//! | say why bytes were refused | [`diagnose()`], [`Schema::diagnose`] |
//!
//! The wire format is a text of its own, docs/format.md in the repository; "format section 3" in
//! these pages is a section of it.
//!
//! # Features
//!
//! No feature changes a byte on the wire or what is accepted.
//!
//! | feature | gives | default |
//! |---|---|---|
//! | `std` | `HashMap`, `HashSet`, `SystemTime`, `PathBuf`, streams; without it the crate is `no_std` and needs an allocator | yes |
//! | `derive` | `#[derive(Kiln)]` | yes |
//! | `frame` | the module `frame` | yes |
//! | `fs` | frames in files, replaced as a whole | yes |
//! | `mmap` | frames in mapped files | |
//! | `json` | [`Value`] to JSON and back | |
//! | `half-2`, `bytes-1`, `uuid-1`, `smallvec-1`, `indexmap-2`, `ndarray-0_17` | types of these crates, in these versions | |
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
mod drift;
mod encode;
mod entry;
mod error;
#[cfg(feature = "frame")]
pub mod frame;
mod impls;
mod limits;
mod natural;
mod outcome;
#[allow(unsafe_code)]
mod plain;
#[doc(hidden)]
pub mod private;
mod reader;
#[cfg(feature = "frame")]
mod resolve;
pub mod schema;
pub mod tensor;
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
#[doc(inline)]
pub use schema::Schema;
pub use value::Value;
pub use writer::Writer;

#[doc(hidden)]
pub use private as __private;
