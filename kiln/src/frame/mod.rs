//! Frames: a value with a header that says what it is. What goes into a file or onto a wire
//! (docs/format.md, section 5).
//!
//! The wire bytes of a value carry no type: whoever reads them has to know what they are. A frame
//! puts 64 bytes in front that hold the type hash, so that the wrong type is refused before anything
//! is read, and a checksum; a schema text behind the value is optional.
//!
//! | where the frame is | to write | to read |
//! |---|---|---|
//! | in memory | [`to_vec`], [`encode_into`] | [`from_slice`], [`from_prefix`] |
//! | one after another, on a stream | [`Writer`] | [`Reader`] |
//! | in a file | [`save`] | [`load`], or `Mapped` (feature `mmap`) |
//!
//! These read frames of just one type. For those that another version of a type wrote, there are
//! [`upgrade`], by code, and [`resolve`], by name; both take the bytes of a frame, wherever it is.
//! [`Value::from_frame`](crate::Value::from_frame) reads a frame of any type that brings its schema text.
//!
//! Every call has a form with [`Limits`](crate::Limits): a method of theirs whose name begins with
//! `frame_`, or `limits` on readers and writers.

#[cfg(feature = "fs")]
mod disk;
mod faults;
#[cfg(feature = "fs")]
mod file;
mod slice;
mod steps;
#[cfg(feature = "std")]
mod stream;
mod upgrade;
mod wire;

#[cfg(feature = "mmap")]
pub use crate::plain::Mapped;
pub use crate::{diagnose::diagnose_frame as diagnose, resolve::resolve};
#[cfg(feature = "fs")]
#[doc(hidden)]
pub use disk::{Disk, System};
pub(crate) use faults::{Fault, open};
#[cfg(feature = "fs")]
#[doc(hidden)]
pub use file::save_on;
#[cfg(feature = "fs")]
pub use file::{FileError, load, save};
pub use slice::{Options, encode_into, from_prefix, from_slice, to_vec};
pub(crate) use steps::{Expected, Place, read};
#[cfg(feature = "std")]
pub use stream::{Reader, StreamError, Writer};
pub use upgrade::upgrade;
pub use wire::Header;
