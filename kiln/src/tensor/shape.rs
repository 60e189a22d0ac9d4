//! The dimensions of one tensor, copied out of a descriptor so that they can be a slice of `u64`
//! whatever the alignment of the input.

use super::dtype::DType;
use core::fmt;
use core::ops::Deref;

/// The most dimensions a tensor may have.
pub(super) const MAX_RANK: usize = 8;

/// Up to eight dimensions, outermost first; used as a `[u64]`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Shape {
    /// Those past the rank are zero, as on the wire; equality of shapes is equality of this and
    /// the rank.
    dims: [u64; MAX_RANK],
    rank: u8,
}

impl Shape {
    /// The shape with these dimensions; `None` if they are more than eight.
    #[inline]
    pub(super) fn new(dims: &[u64]) -> Option<Self> {
        let mut shape = Self {
            rank: u8::try_from(dims.len()).ok()?,
            ..Self::default()
        };
        shape.dims.get_mut(..dims.len())?.copy_from_slice(dims);
        Some(shape)
    }

    /// The caller knows that the rank is at most 8 and the rest is zero (steps 9 and 11 come
    /// after the check); a rank that lies is cut to 8 when the shape is used.
    #[inline]
    pub(super) const fn from_wire(dims: [u64; MAX_RANK], rank: u8) -> Self {
        Self { dims, rank }
    }

    #[inline]
    pub(super) const fn rank(&self) -> u8 {
        self.rank
    }

    #[inline]
    pub(super) const fn dims(&self) -> &[u64; MAX_RANK] {
        &self.dims
    }

    /// The same shape with one dimension replaced; `at` beyond the rank changes nothing.
    pub(super) fn with(mut self, at: usize, dim: u64) -> Self {
        if let Some(slot) = self.dims[..].get_mut(at)
            && at < usize::from(self.rank)
        {
            *slot = dim;
        }
        self
    }

    /// See [`product`].
    #[inline]
    pub(super) fn product(&self) -> Option<Product> {
        product(self)
    }
}

/// The number of elements as the format counts them: the product of the dimensions that are
/// not zero, and whether one is zero. `None` if the product overflows 64 bits, in whatever
/// order one multiplies.
#[inline]
fn product(dims: &[u64]) -> Option<Product> {
    let mut nonzero = 1u64;
    let mut any_zero = false;
    for &dim in dims {
        any_zero |= dim == 0;
        nonzero = nonzero.checked_mul(dim.max(1))?;
    }
    Some(Product { nonzero, any_zero })
}

/// See [`product`].
#[derive(Copy, Clone)]
pub(super) struct Product {
    nonzero: u64,
    any_zero: bool,
}

impl Product {
    #[inline]
    pub(super) const fn elements(self) -> u64 {
        if self.any_zero { 0 } else { self.nonzero }
    }

    /// The bytes that the elements of a dtype with `bits` bits take. `None` if the bits overflow
    /// even where a zero dimension means that there are none: an overflow must not depend on
    /// where the zero stands.
    #[inline]
    pub(super) const fn bytes(self, bits: u32) -> Option<u64> {
        match self.nonzero.checked_mul(bits as u64) {
            Some(_) if self.any_zero => Some(0),
            Some(bits) => Some(bits.div_ceil(8)),
            None => None,
        }
    }

    /// The bytes of [`DType::Block`] with `per` elements in `size` bytes; `per` is not zero.
    #[inline]
    pub(super) const fn block_bytes(self, per: u32, size: u32) -> Option<u64> {
        match (self.nonzero / per as u64).checked_mul(size as u64) {
            Some(_) if self.any_zero => Some(0),
            bytes => bytes,
        }
    }
}

/// Not zero if a dimension is, or is so large that the product of two and the bits of an element may
/// overflow.
#[inline]
pub(super) const fn huge_or_zero(dim: u64) -> u64 {
    dim.wrapping_sub(1) >> 28
}

/// The product of two dimensions, if none is zero and it is so small that its bits overflow in no
/// dtype.
#[inline]
pub(super) const fn few_elements(first: u64, second: u64) -> Option<u64> {
    if huge_or_zero(first) | huge_or_zero(second) == 0 {
        Some(first * second)
    } else {
        None
    }
}

/// What is wrong with a shape for its dtype.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum ShapeFault {
    /// `block` without a dimension, with a zero block, or a last dimension that is no multiple.
    Block,
    /// The product, or the size in bits or bytes, overflows 64 bits.
    Overflow,
}

/// The element count and the exact data_len that a dtype and a shape ask for. `block0` and
/// `block1` are looked at for [`DType::Block`] only.
#[inline]
pub(super) fn element_and_byte_count(
    dtype: DType,
    shape: &[u64],
    block0: u32,
    block1: u32,
) -> Result<(u64, u64), ShapeFault> {
    // Nearly all shapes are these; for them nothing can overflow.
    let few = match shape {
        [first] => few_elements(*first, 1),
        [first, second] => few_elements(*first, *second),
        _ => None,
    };
    if let (Some(elements), Some(bits)) = (few, dtype.bits()) {
        return Ok((elements, (elements * u64::from(bits)).div_ceil(8)));
    }
    let Some(bits) = dtype.bits() else {
        let last = shape.last().ok_or(ShapeFault::Block)?;
        if block0 == 0 || block1 == 0 || !last.is_multiple_of(u64::from(block0)) {
            return Err(ShapeFault::Block);
        }
        let product = product(shape).ok_or(ShapeFault::Overflow)?;
        let bytes = product.block_bytes(block0, block1);
        return Ok((product.elements(), bytes.ok_or(ShapeFault::Overflow)?));
    };
    let product = product(shape).ok_or(ShapeFault::Overflow)?;
    let bytes = product.bytes(bits).ok_or(ShapeFault::Overflow)?;
    Ok((product.elements(), bytes))
}

impl Deref for Shape {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        &self.dims[..usize::from(self.rank).min(MAX_RANK)]
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
