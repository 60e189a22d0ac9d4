//! Kiln: canonical serialization for bytes that you did not write.
#![no_std]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod error;
mod limits;

pub use error::Error;
pub use limits::Limits;
