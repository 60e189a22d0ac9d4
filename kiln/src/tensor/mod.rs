//! Tensor blocks: named arrays of numbers with shapes, dtypes and checked quantization.
//!
//! A block is a header of 64 bytes, a directory of descriptors of 128 bytes each, their names, and
//! the payload, in which each tensor starts at a multiple of 64 bytes (docs/format.md, sections 6 to
//! 8). It stands alone, or is the value of a field of type [`Tensors`] or [`TensorsBuf`].
//!
//! | to | use |
//! |---|---|
//! | open a block, borrowed or owned | [`Tensors`], [`TensorsBuf`] |
//! | look at one tensor | [`TensorView`] |
//! | write a block to memory | [`TensorsBuilder`], [`NewTensor`] |
//! | write one to a stream | `TensorsBuilder::write_to`, `TensorsBuilder::start` |
//! | read only the directory, then fetch what is wanted | [`Directory`] |
//! | say how stored numbers stand for real ones | [`Quant`] |
//!
//! Opening checks everything that the format says about a block, in the order in which it says it,
//! and copies nothing: descriptors are read where they lie. The order of the checks is in one
//! place, `steps`.

mod block;
mod build_error;
mod builder;
mod dequantize;
mod directory;
mod dtype;
mod element;
mod field;
mod hash;
mod names;
#[cfg(feature = "ndarray-0_17")]
mod ndarray_0_17;
mod new_tensor;
mod nibbles;
mod owned;
#[cfg(feature = "std")]
mod payload_writer;
mod quant;
mod quant_rules;
mod shape;
mod small_floats;
mod steps;
mod table;
mod values;
mod view;
mod wire;

pub use block::{Iter, Tensors};
pub use build_error::BuildError;
pub use builder::TensorsBuilder;
pub use directory::{Directory, DirectoryEntry, Prefix};
pub use dtype::DType;
pub use element::Element;
pub use new_tensor::NewTensor;
pub use nibbles::Nibbles;
pub use owned::TensorsBuf;
#[cfg(feature = "std")]
pub use payload_writer::PayloadWriter;
pub use quant::{Quant, Scale, TensorRef, Zero};
pub use quant_rules::QuantRule;
pub(crate) use steps::{Fault, faults};
pub use view::TensorView;
#[cfg(feature = "json")]
pub(crate) use wire::RawQuant;
