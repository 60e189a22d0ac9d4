//! One tensor of an open block.

use super::block::Block;
use super::dequantize;
use super::dtype::DType;
use super::element::{self, Element};
use super::nibbles::Nibbles;
use super::quant::Quant;
use super::table::Entry;
use crate::Error;
use alloc::vec::Vec;
use core::fmt;

/// One tensor, borrowed from its block. Cheap to make and to copy.
#[derive(Copy, Clone)]
pub struct TensorView<'a> {
    entry: Entry<'a>,
    block: Block<'a>,
    data: &'a [u8],
    max_alloc: u64,
}

impl<'a> TensorView<'a> {
    #[inline]
    pub(super) fn new(block: Block<'a>, index: usize, max_alloc: u64) -> Option<Self> {
        let entry = Entry::new(block.table, index)?;
        Some(Self {
            entry,
            block,
            data: block.data_of(entry.descriptor),
            max_alloc,
        })
    }

    /// The position in the block, from 0; what quantization references of other tensors name.
    #[must_use]
    pub fn index(&self) -> u32 {
        self.entry.index
    }

    /// The name; empty where there is none.
    #[must_use]
    pub fn name(&self) -> &'a str {
        self.entry.name()
    }

    /// The layout string; empty where there is none. The format hands it on
    /// and does not look into it: elements are row-major in any case.
    #[must_use]
    pub fn layout(&self) -> &'a str {
        self.entry.layout()
    }

    /// The type of the elements.
    #[must_use]
    #[inline]
    pub fn dtype(&self) -> DType {
        self.entry.dtype()
    }

    /// The dimensions, outermost first. A scalar has none.
    #[must_use]
    #[inline]
    pub fn shape(&self) -> &[u64] {
        &self.entry.shape
    }

    /// The number of elements: the product of the dimensions.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.entry.elements()
    }

    /// True if a dimension is 0.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of the elements, little-endian, as they lie in the block.
    #[must_use]
    #[inline]
    pub fn data(&self) -> &'a [u8] {
        self.data
    }

    /// The elements in place, without a copy. `None` if the dtype is not T's, the data does not
    /// lie at an address that T may stand at, or the machine is big-endian.
    ///
    /// Payloads lie at multiples of 64 from the start of the block, so a block that starts at such
    /// a multiple (a mapped file, a [`TensorsBuf`](super::TensorsBuf)) always works.
    #[must_use]
    #[inline]
    pub fn as_slice<T: Element>(&self) -> Option<&'a [T]> {
        (self.dtype() == T::DTYPE).then(|| element::view(self.data))?
    }

    /// The elements, copied; from any alignment, on any machine. `None` if the dtype is not T's.
    #[must_use]
    pub fn to_vec<T: Element>(&self) -> Option<Vec<T>> {
        (self.dtype() == T::DTYPE).then(|| element::copy(self.data))
    }

    /// The elements of a packed 4-bit dtype (`u4`, `i4`, `f4_e2m1`), one by one; `None` for others.
    #[must_use]
    pub fn nibbles(&self) -> Option<Nibbles<'a>> {
        self.dtype()
            .is_packed()
            .then(|| Nibbles::new(self.data, self.len()))
    }

    /// How the stored numbers stand for real ones; `None` if they are what they are. References
    /// are indices into the block.
    #[must_use]
    pub fn quant(&self) -> Option<Quant<'static>> {
        self.entry.quant()
    }

    pub(super) fn entry(&self) -> &Entry<'a> {
        &self.entry
    }

    /// The real numbers that the tensor stands for.
    ///
    /// With a linear or codebook quantization, by the formula of the format's section 8, worked
    /// out in `f64` and rounded once. Without one, the elements themselves, rounded to `f32` where
    /// they are wider; a bool is 0 or 1.
    ///
    /// # Errors
    ///
    /// [`Error::Type`] for complex numbers and for dtype `block`, whose insides the format does not
    /// know. [`Error::Limit`] if the result takes more bytes than the `max_alloc` of the limits
    /// that the block was opened with (of a field: than what was left of it), or than there are.
    pub fn dequantize(&self) -> Result<Vec<f32>, Error> {
        dequantize::dequantize(&self.block, &self.entry, self.max_alloc)
    }
}

impl fmt::Debug for TensorView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("TensorView");
        out.field("name", &self.name())
            .field("dtype", &self.dtype())
            .field("shape", &self.shape());
        if !self.layout().is_empty() {
            out.field("layout", &self.layout());
        }
        if let Some(quant) = self.quant() {
            out.field("quant", &quant);
        }
        out.field("data", &format_args!("{} bytes", self.data.len()));
        out.finish()
    }
}
