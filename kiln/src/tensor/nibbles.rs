//! Packed 4-bit elements one by one.

use core::fmt;
use core::iter::FusedIterator;

/// The codes of a packed 4-bit tensor, 0 to 15, in row-major order; made by
/// [`TensorView::nibbles`](super::TensorView::nibbles).
#[derive(Clone)]
pub struct Nibbles<'a> {
    data: &'a [u8],
    at: u64,
    end: u64,
}

impl<'a> Nibbles<'a> {
    pub(super) const fn new(data: &'a [u8], elements: u64) -> Self {
        Self {
            data,
            at: 0,
            end: elements,
        }
    }

    /// The same codes read as two's complement, −8 to 7: the values of an `i4` tensor.
    pub fn signed(self) -> impl ExactSizeIterator<Item = i8> + FusedIterator + 'a {
        self.map(sign_extend)
    }
}

/// A 4-bit two's complement code as a number.
#[inline]
pub(super) const fn sign_extend(code: u8) -> i8 {
    (code << 4).cast_signed() >> 4
}

/// The 4-bit element at a position; 0 beyond the data.
#[inline]
pub(super) fn nibble(data: &[u8], at: u64) -> u8 {
    let byte = usize::try_from(at / 2).ok().and_then(|at| data.get(at));
    let byte = byte.copied().unwrap_or(0);
    if at.is_multiple_of(2) {
        byte & 15
    } else {
        byte >> 4
    }
}

impl Iterator for Nibbles<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.at == self.end {
            return None;
        }
        let code = nibble(self.data, self.at);
        self.at += 1;
        Some(code)
    }

    /// Two elements to a byte of a slice: on every machine the count fits.
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.end - self.at).unwrap_or(usize::MAX);
        (left, Some(left))
    }
}

impl ExactSizeIterator for Nibbles<'_> {}
impl FusedIterator for Nibbles<'_> {}

impl fmt::Debug for Nibbles<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Nibbles({} left)", self.end - self.at)
    }
}
