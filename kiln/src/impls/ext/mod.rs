//! Types of other crates, one file and one feature each.

#[cfg(feature = "bytes-1")]
mod bytes_1;
#[cfg(feature = "half-2")]
mod half_2;
#[cfg(feature = "indexmap-2")]
mod indexmap_2;
#[cfg(feature = "smallvec-1")]
mod smallvec_1;
#[cfg(feature = "uuid-1")]
mod uuid_1;
