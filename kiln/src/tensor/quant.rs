//! Quantization as a user says it and reads it (format, section 8).
//!
//! The wire has eleven fields and fifteen rules about them. Here only what belongs together can be
//! said together: a granularity other than per tensor brings its scale tensor, a zero point is
//! inline or a tensor but not both. What is left to check needs the other tensors of the block, and
//! [`TensorsBuilder`](super::TensorsBuilder) checks it.

use super::wire::RawQuant;
use alloc::borrow::Cow;
use core::fmt;

/// Another tensor of the same block.
///
/// Reading gives indices; for building, a name will do, and need not have been added yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TensorRef<'a> {
    /// The tensor at this index, from 0.
    Index(u32),
    /// The tensor of this name.
    Name(Cow<'a, str>),
}

impl TensorRef<'_> {
    pub(super) fn to_static(&self) -> TensorRef<'static> {
        match self {
            Self::Index(index) => TensorRef::Index(*index),
            Self::Name(name) => TensorRef::Name(Cow::Owned(name.clone().into_owned())),
        }
    }
}

impl fmt::Display for TensorRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(index) => write!(f, "tensor {index}"),
            Self::Name(name) => write!(f, "{name:?}"),
        }
    }
}

impl From<u32> for TensorRef<'_> {
    fn from(index: u32) -> Self {
        Self::Index(index)
    }
}

impl<'a> From<&'a str> for TensorRef<'a> {
    fn from(name: &'a str) -> Self {
        Self::Name(Cow::Borrowed(name))
    }
}

impl From<alloc::string::String> for TensorRef<'_> {
    fn from(name: alloc::string::String) -> Self {
        Self::Name(Cow::Owned(name))
    }
}

/// How the stored numbers of a tensor stand for real ones.
///
/// ```
/// use kiln::tensor::{Quant, Scale, Zero};
/// // One scale per row, kept in the tensor "w.scale"; 3 stands for zero.
/// let quant = Quant::linear(1.0, Scale::per_axis(0, "w.scale")).with_zero(Zero::Inline(3));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Quant<'a> {
    /// x = multiplier · aux · scale · (q − zero), or with [`Zero::Added`] the zero tensor added
    /// after that.
    Linear {
        /// Finite and above 0.
        multiplier: f32,
        /// Granularity, and the scale tensor that goes with it.
        scale: Scale<'a>,
        /// What stands for zero.
        zero: Zero<'a>,
        /// A second scale, `f32`, one for each index of the first dimension; only with a scale
        /// per block.
        aux: Option<TensorRef<'a>>,
    },
    /// x = multiplier · scale · table\[q\].
    Codebook {
        /// Finite and above 0.
        multiplier: f32,
        /// Granularity, and the scale tensor that goes with it.
        scale: Scale<'a>,
        /// 16 or 256 values for `u4` or `u8`, as `f16`, `bf16` or `f32`.
        table: TensorRef<'a>,
    },
    /// Opaque structs, named by the layout string; with dtype `block`.
    Block {
        /// Elements in one struct.
        elements: u32,
        /// Bytes of one struct.
        bytes: u32,
    },
}

/// How many elements share a scale.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scale<'a> {
    /// One scale for all: the multiplier.
    PerTensor,
    /// One for each index along an axis.
    PerAxis {
        /// The axis, from 0.
        axis: u8,
        /// Of shape \[dim of the axis\].
        tensor: TensorRef<'a>,
    },
    /// One for each run of elements along an axis.
    PerBlock {
        /// The axis, from 0.
        axis: u8,
        /// Elements along the axis, at least 2; the last run may be shorter.
        size: u32,
        /// Of the shape of the tensor, the axis divided by `size` and rounded up.
        tensor: TensorRef<'a>,
    },
    /// One for each rectangle in the last two dimensions.
    PerBlock2 {
        /// Elements along the second last dimension, at least 2.
        rows: u32,
        /// Elements along the last dimension, at least 2.
        columns: u32,
        /// Of the shape of the tensor, the last two dimensions divided and rounded up.
        tensor: TensorRef<'a>,
    },
}

/// What stands for zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Zero<'a> {
    /// 0 does.
    None,
    /// This value of the dtype does, for all elements. 0 is written as [`Zero::None`].
    Inline(i32),
    /// A tensor of the scale's shape, subtracted before scaling.
    Subtracted(TensorRef<'a>),
    /// A tensor of the scale's shape, added after scaling.
    Added(TensorRef<'a>),
}

impl<'a> Quant<'a> {
    /// Linear without a zero point.
    #[must_use]
    pub const fn linear(multiplier: f32, scale: Scale<'a>) -> Self {
        Self::Linear {
            multiplier,
            scale,
            zero: Zero::None,
            aux: None,
        }
    }

    /// Values looked up in `table`.
    #[must_use]
    pub fn codebook(multiplier: f32, scale: Scale<'a>, table: impl Into<TensorRef<'a>>) -> Self {
        Self::Codebook {
            multiplier,
            scale,
            table: table.into(),
        }
    }

    /// The same with another zero point; nothing changes unless linear.
    #[must_use]
    pub fn with_zero(mut self, new: Zero<'a>) -> Self {
        if let Self::Linear { zero, .. } = &mut self {
            *zero = new;
        }
        self
    }

    /// The same with a second scale per index of the first dimension; nothing changes unless
    /// linear.
    #[must_use]
    pub fn with_aux(mut self, tensor: impl Into<TensorRef<'a>>) -> Self {
        if let Self::Linear { aux, .. } = &mut self {
            *aux = Some(tensor.into());
        }
        self
    }
}

impl<'a> Scale<'a> {
    /// [`Scale::PerAxis`].
    #[must_use]
    pub fn per_axis(axis: u8, tensor: impl Into<TensorRef<'a>>) -> Self {
        let tensor = tensor.into();
        Self::PerAxis { axis, tensor }
    }

    /// [`Scale::PerBlock`].
    #[must_use]
    pub fn per_block(axis: u8, size: u32, tensor: impl Into<TensorRef<'a>>) -> Self {
        let tensor = tensor.into();
        Self::PerBlock { axis, size, tensor }
    }

    /// [`Scale::PerBlock2`].
    #[must_use]
    pub fn per_block2(rows: u32, columns: u32, tensor: impl Into<TensorRef<'a>>) -> Self {
        let tensor = tensor.into();
        Self::PerBlock2 {
            rows,
            columns,
            tensor,
        }
    }
}

impl Scale<'_> {
    fn with_reference<'b>(self, replace: impl FnOnce(TensorRef<'_>) -> TensorRef<'b>) -> Scale<'b> {
        match self {
            Self::PerTensor => Scale::PerTensor,
            Self::PerAxis { axis, tensor } => Scale::per_axis(axis, replace(tensor)),
            Self::PerBlock { axis, size, tensor } => Scale::per_block(axis, size, replace(tensor)),
            Self::PerBlock2 {
                rows,
                columns,
                tensor,
            } => Scale::per_block2(rows, columns, replace(tensor)),
        }
    }
}

impl Quant<'_> {
    /// The same with its references replaced.
    pub(super) fn with_references<'b>(
        self,
        mut replace: impl FnMut(TensorRef<'_>) -> TensorRef<'b>,
    ) -> Quant<'b> {
        match self {
            Self::Linear {
                multiplier,
                scale,
                zero,
                aux,
            } => Quant::Linear {
                multiplier,
                scale: scale.with_reference(&mut replace),
                zero: match zero {
                    Zero::None => Zero::None,
                    Zero::Inline(point) => Zero::Inline(point),
                    Zero::Subtracted(tensor) => Zero::Subtracted(replace(tensor)),
                    Zero::Added(tensor) => Zero::Added(replace(tensor)),
                },
                aux: aux.map(replace),
            },
            Self::Codebook {
                multiplier,
                scale,
                table,
            } => Quant::Codebook {
                multiplier,
                scale: scale.with_reference(&mut replace),
                table: replace(table),
            },
            Self::Block { elements, bytes } => Quant::Block { elements, bytes },
        }
    }
}

impl Quant<'static> {
    /// What fields that keep Q1 to Q15 say; `None` for scheme 0.
    pub(crate) fn from_raw(raw: &RawQuant) -> Option<Self> {
        let reference = |field: u32| TensorRef::Index(field.wrapping_sub(1));
        let multiplier = f32::from_bits(raw.scale_bits);
        let tensor = reference(raw.scale_ref);
        let scale = match raw.gran {
            2 => Scale::PerAxis {
                axis: raw.axis,
                tensor,
            },
            3 => Scale::PerBlock {
                axis: raw.axis,
                size: raw.block0,
                tensor,
            },
            4 => Scale::PerBlock2 {
                rows: raw.block0,
                columns: raw.block1,
                tensor,
            },
            _ => Scale::PerTensor,
        };
        match raw.scheme {
            1 => Some(Self::Linear {
                multiplier,
                scale,
                zero: match raw.zero {
                    1 => Zero::Inline(raw.zero_point),
                    2 => Zero::Subtracted(reference(raw.zero_ref)),
                    3 => Zero::Added(reference(raw.zero_ref)),
                    _ => Zero::None,
                },
                aux: (raw.aux_ref != 0).then(|| reference(raw.aux_ref)),
            }),
            2 => Some(Self::Codebook {
                multiplier,
                scale,
                table: reference(raw.aux_ref),
            }),
            3 => Some(Self::Block {
                elements: raw.block0,
                bytes: raw.block1,
            }),
            _ => None,
        }
    }
}

impl Quant<'_> {
    /// The fields that say this. `resolve` gives index + 1 of a reference, or its own error.
    pub(crate) fn to_raw<E>(
        &self,
        mut resolve: impl FnMut(&TensorRef<'_>) -> Result<u32, E>,
    ) -> Result<RawQuant, E> {
        let mut raw = RawQuant::default();
        let (multiplier, scale) = match self {
            Self::Block { elements, bytes } => {
                raw.scheme = 3;
                raw.block0 = *elements;
                raw.block1 = *bytes;
                return Ok(raw);
            }
            Self::Linear {
                multiplier,
                scale,
                zero,
                aux,
            } => {
                raw.scheme = 1;
                match zero {
                    Zero::None | Zero::Inline(0) => {}
                    Zero::Inline(point) => (raw.zero, raw.zero_point) = (1, *point),
                    Zero::Subtracted(tensor) => (raw.zero, raw.zero_ref) = (2, resolve(tensor)?),
                    Zero::Added(tensor) => (raw.zero, raw.zero_ref) = (3, resolve(tensor)?),
                }
                if let Some(tensor) = aux {
                    raw.aux_ref = resolve(tensor)?;
                }
                (multiplier, scale)
            }
            Self::Codebook {
                multiplier,
                scale,
                table,
            } => {
                raw.scheme = 2;
                raw.aux_ref = resolve(table)?;
                (multiplier, scale)
            }
        };
        raw.scale_bits = multiplier.to_bits();
        match scale {
            Scale::PerTensor => raw.gran = 1,
            Scale::PerAxis { axis, tensor } => {
                (raw.gran, raw.axis, raw.scale_ref) = (2, *axis, resolve(tensor)?);
            }
            Scale::PerBlock { axis, size, tensor } => {
                (raw.gran, raw.axis, raw.scale_ref) = (3, *axis, resolve(tensor)?);
                raw.block0 = *size;
            }
            Scale::PerBlock2 {
                rows,
                columns,
                tensor,
            } => {
                (raw.gran, raw.scale_ref) = (4, resolve(tensor)?);
                (raw.block0, raw.block1) = (*rows, *columns);
            }
        }
        Ok(raw)
    }
}
