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
//!
//! Every call has a form with [`Limits`](crate::Limits): a method of theirs whose name begins with
//! `frame_`.

mod slice;
mod steps;
#[cfg(feature = "std")]
mod stream;
mod wire;

pub use slice::{Options, encode_into, from_prefix, from_slice, to_vec};
#[cfg(feature = "std")]
pub use stream::{Reader, StreamError, Writer};
pub use wire::Header;
