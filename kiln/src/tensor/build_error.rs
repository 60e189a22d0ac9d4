//! What keeps a block from being built.

use super::quant::TensorRef;
use super::quant_rules::QuantRule;
use crate::Error;

/// Why [`TensorsBuilder`](super::TensorsBuilder) refuses: always something that a reader would
/// refuse too. Tensors are named by their position, from 0.
///
/// Converts into the [`Error`] that the format gives it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// More tensors than the cap.
    #[error("{count} tensors are more than the cap of {cap}")]
    TooManyTensors {
        /// How many there are.
        count: usize,
        /// The cap of the limits.
        cap: u32,
    },
    /// The names and layouts together are longer than the cap.
    #[error("names and layouts take {bytes} bytes, more than the cap of {cap}")]
    TooManyNameBytes {
        /// How many bytes they take.
        bytes: u64,
        /// The cap of the limits.
        cap: u32,
    },
    /// A name or a layout that its length field cannot say.
    #[error("tensor {tensor}: a name or layout of {bytes} bytes; the most is 65,535")]
    TextTooLong {
        /// The tensor.
        tensor: usize,
        /// The length of the text.
        bytes: usize,
    },
    /// A name or a layout with a control character (below U+0020, or U+007F).
    #[error("tensor {tensor}: a control character in its name or layout")]
    ControlCharacter {
        /// The tensor.
        tensor: usize,
    },
    /// Two tensors of one name.
    #[error("tensors {first} and {second} have the same name")]
    DuplicateName {
        /// The earlier tensor.
        first: usize,
        /// The later one.
        second: usize,
    },
    /// More than eight dimensions.
    #[error("tensor {tensor}: {rank} dimensions; the most is 8")]
    Rank {
        /// The tensor.
        tensor: usize,
        /// How many dimensions it has.
        rank: usize,
    },
    /// The number of elements, or of their bits, or of all bytes together, does not fit 64 bits or
    /// this machine.
    #[error("tensor {tensor}: its size overflows")]
    Overflow {
        /// The tensor.
        tensor: usize,
    },
    /// Dtype `block` without dimensions, with a block of 0 elements or bytes, with a last dimension
    /// that is no multiple of the elements, or without [`Quant::Block`](super::Quant::Block).
    #[error(
        "tensor {tensor}: dtype block wants Quant::Block, not of 0 elements or bytes, and a last dimension that its elements divide"
    )]
    BlockShape {
        /// The tensor.
        tensor: usize,
    },
    /// The data is not as long as dtype and shape ask for.
    #[error("tensor {tensor}: {found} bytes of data; dtype and shape ask for {expected}")]
    DataLength {
        /// The tensor.
        tensor: usize,
        /// What dtype and shape ask for.
        expected: u64,
        /// What was given.
        found: u64,
    },
    /// A tensor without data, where no data can follow.
    #[error("tensor {tensor}: its data was to come later")]
    NoData {
        /// The tensor.
        tensor: usize,
    },
    /// A byte of a bool tensor that is neither 0 nor 1.
    #[error("tensor {tensor}: a bool byte that is neither 0 nor 1")]
    Bool {
        /// The tensor.
        tensor: usize,
    },
    /// An odd number of 4-bit elements, and a last high nibble that is not 0.
    #[error("tensor {tensor}: the unused high nibble of the last byte is not 0")]
    HighNibble {
        /// The tensor.
        tensor: usize,
    },
    /// A reference to a tensor that is not in this block.
    #[error("tensor {tensor}: its quantization refers to {reference}, which is not there")]
    UnknownTensor {
        /// The tensor with the quantization.
        tensor: usize,
        /// What it refers to.
        reference: TensorRef<'static>,
    },
    /// A quantization that breaks a rule of the format.
    #[error("tensor {tensor}: its quantization breaks {rule}")]
    Quant {
        /// The tensor.
        tensor: usize,
        /// The rule.
        rule: QuantRule,
    },
    /// No memory for the block or for the index of its names.
    #[error("no memory for the block")]
    Memory,
}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Self {
        use BuildError as B;
        match error {
            B::TooManyTensors { .. }
            | B::TooManyNameBytes { .. }
            | B::TextTooLong { .. }
            | B::Overflow { .. }
            | B::Memory => Self::Limit,
            B::ControlCharacter { .. }
            | B::DuplicateName { .. }
            | B::Rank { .. }
            | B::BlockShape { .. }
            | B::DataLength { .. }
            | B::NoData { .. }
            | B::Bool { .. }
            | B::HighNibble { .. }
            | B::UnknownTensor { .. }
            | B::Quant { .. } => Self::Type,
        }
    }
}
