//! A checked block, borrowed.

use super::names::NameIndex;
use super::steps::{self, Input, Place};
use super::table::Table;
use super::view::TensorView;
use super::wire::Descriptor;
use crate::{Error, Limits};
use core::fmt;
use core::ops::Range;

/// The three parts of a block, cut out of its bytes.
#[derive(Copy, Clone)]
pub(super) struct Block<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) table: Table<'a>,
    pub(super) payload: &'a [u8],
}

impl<'a> Block<'a> {
    /// Where a descriptor's data lies in the payload. Only after step 9, which proves that it lies
    /// inside; a range beyond it would come out as whatever `usize` can say and be refused by `get`.
    #[inline]
    pub(super) fn range_of(&self, descriptor: Descriptor<'_>) -> Range<usize> {
        let within = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
        let start = descriptor.data_off();
        within(start)..within(start.saturating_add(descriptor.data_len()))
    }

    #[inline]
    pub(super) fn data_of(&self, descriptor: Descriptor<'_>) -> &'a [u8] {
        self.payload
            .get(self.range_of(descriptor))
            .unwrap_or_default()
    }
}

/// The tensors of a block: checked, and borrowed from the bytes that hold it.
///
/// Opening runs all the checks of the format (section 7). What it costs is a pass over the
/// directory, plus a look at every bool and at the gaps between the payloads; nothing is copied,
/// and up to eight tensors nothing is allocated.
///
/// ```
/// use kiln::tensor::{NewTensor, Tensors, TensorsBuilder};
///
/// let weights = [0.5f32, -1.0, 2.0, 0.25, 0.0, 1.5];
/// let bytes = TensorsBuilder::new()
///     .add(NewTensor::from_slice("layer.weight", &[2, 3], &weights))
///     .to_vec()?;
///
/// let tensors = Tensors::from_slice(&bytes)?;
/// let weight = tensors.get("layer.weight").unwrap();
/// assert_eq!(weight.shape(), [2, 3]);
/// assert_eq!(weight.to_vec::<f32>().unwrap(), weights);
/// # Ok::<(), kiln::Error>(())
/// ```
#[derive(Clone)]
pub struct Tensors<'a> {
    block: Block<'a>,
    index: NameIndex<'a>,
    /// What one `dequantize` may claim, from the limits that the block was opened with.
    max_alloc: u64,
}

impl<'a> Tensors<'a> {
    /// Opens a block that is the whole of `bytes`.
    ///
    /// # Errors
    ///
    /// The first fault in the order of the format's section 7; [`Error::Trailing`] if bytes are
    /// left over behind the block.
    pub fn from_slice(bytes: &'a [u8]) -> Result<Self, Error> {
        Limits::DEFAULT.tensors_from_slice(bytes)
    }

    /// Opens the block at the start of `bytes`, and gives the bytes behind it.
    ///
    /// # Errors
    ///
    /// The first fault in the order of the format's section 7.
    pub fn from_prefix(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), Error> {
        Limits::DEFAULT.tensors_from_prefix(bytes)
    }

    pub(super) fn from_checked(block: Block<'a>, index: NameIndex<'a>, max_alloc: u64) -> Self {
        Self {
            block,
            index,
            max_alloc,
        }
    }

    pub(super) fn into_checked(self) -> (Block<'a>, NameIndex<'a>, u64) {
        (self.block, self.index, self.max_alloc)
    }

    /// The bytes of all names and layouts together.
    pub(super) fn name_bytes(&self) -> usize {
        self.block.table.heap.len()
    }

    /// The memory that the index of names takes.
    pub(super) fn index_bytes(&self) -> usize {
        self.index.bytes()
    }

    /// The number of tensors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.block.table.descriptors.len()
    }

    /// True if there are no tensors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tensor of this name. Unnamed tensors have none: the empty string finds nothing.
    #[must_use]
    #[inline]
    pub fn get(&self, name: &str) -> Option<TensorView<'a>> {
        self.at(self.index(name)?)
    }

    /// The position of the tensor of this name, from 0.
    #[must_use]
    #[inline]
    pub fn index(&self, name: &str) -> Option<usize> {
        let index = self.index.find(self.block.table, name.as_bytes())?;
        usize::try_from(index).ok()
    }

    /// The tensor at a position, from 0, in the order of the block.
    #[must_use]
    #[inline]
    pub fn at(&self, index: usize) -> Option<TensorView<'a>> {
        TensorView::new(self.block, index, self.max_alloc)
    }

    /// All tensors in the order of the block.
    pub fn iter(&self) -> Iter<'a> {
        Iter {
            block: self.block,
            positions: 0..self.len(),
            max_alloc: self.max_alloc,
        }
    }

    /// All names in the order of the block; empty where a tensor has none.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        self.iter().map(|tensor| tensor.name())
    }

    /// The bytes of the block, which are also its encoding: there is no other.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.block.bytes
    }
}

impl Limits {
    /// [`Tensors::from_slice`] with these limits. The cap holds for the number of tensors and for
    /// the bytes of their names, `max_alloc` for the name index and for what one
    /// [`TensorView::dequantize`] of the result makes.
    ///
    /// # Errors
    ///
    /// Those of [`Tensors::from_slice`].
    pub fn tensors_from_slice<'a>(self, bytes: &'a [u8]) -> Result<Tensors<'a>, Error> {
        steps::read(Input::whole(bytes), &self, Place::Standalone)
    }

    /// [`Tensors::from_prefix`] with these limits.
    ///
    /// # Errors
    ///
    /// Those of [`Tensors::from_prefix`].
    pub fn tensors_from_prefix<'a>(
        self,
        bytes: &'a [u8],
    ) -> Result<(Tensors<'a>, &'a [u8]), Error> {
        let tensors = steps::read(Input::whole(bytes), &self, Place::Field)?;
        let rest = bytes.get(tensors.as_bytes().len()..).unwrap_or_default();
        Ok((tensors, rest))
    }
}

/// Tensors in the order of their block; made by [`Tensors::iter`].
#[derive(Clone)]
pub struct Iter<'a> {
    block: Block<'a>,
    positions: Range<usize>,
    max_alloc: u64,
}

impl<'a> Iterator for Iter<'a> {
    type Item = TensorView<'a>;

    #[inline]
    fn next(&mut self) -> Option<TensorView<'a>> {
        TensorView::new(self.block, self.positions.next()?, self.max_alloc)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.positions.size_hint()
    }
}

impl DoubleEndedIterator for Iter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        TensorView::new(self.block, self.positions.next_back()?, self.max_alloc)
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl<'a> IntoIterator for &Tensors<'a> {
    type Item = TensorView<'a>;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// Blocks are canonical, so equal blocks have equal bytes.
impl PartialEq for Tensors<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Tensors<'_> {}

impl fmt::Debug for Tensors<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl fmt::Debug for Iter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
