//! A block that owns its bytes, at an address where typed views work.

use super::block::{Block, Iter, Tensors};
use super::build_error::BuildError;
use super::builder::TensorsBuilder;
use super::names::NameIndex;
use super::table::Table;
use super::view::TensorView;
use super::wire::{HEADER, Header};
use crate::{Error, Limits};
use alloc::vec::Vec;
use core::fmt;

/// Where a block is put in its buffer: a multiple of this.
const ALIGN: usize = 64;

/// Bytes that start at a multiple of 64. The vector holds a few bytes more than needed in front,
/// which costs nothing and needs no `unsafe`; it never grows, so the bytes stay where they are.
struct AlignedBytes {
    buffer: Vec<u8>,
    start: usize,
}

impl AlignedBytes {
    fn copy_of(bytes: &[u8]) -> Result<Self, Error> {
        let mut copy = Self::with_room_for(bytes.len())?;
        copy.buffer.extend_from_slice(bytes);
        Ok(copy)
    }

    /// Empty, and aligned as long as no more than this many bytes are appended.
    fn with_room_for(bytes: usize) -> Result<Self, Error> {
        let mut buffer: Vec<u8> = Vec::new();
        let capacity = bytes.checked_add(ALIGN - 1).ok_or(Error::Limit)?;
        buffer
            .try_reserve_exact(capacity)
            .map_err(|_| Error::Limit)?;
        // 64 or more would mean that the machine cannot say; then the bytes just are not aligned.
        let start = match buffer.as_ptr().align_offset(ALIGN) {
            start if start < ALIGN => start,
            _ => 0,
        };
        buffer.resize(start, 0);
        Ok(Self { buffer, start })
    }

    fn get(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }
}

/// The tensors of a block that owns its bytes, for structs that must outlive the input.
///
/// The bytes start at a multiple of 64, so [`TensorView::as_slice`] always works on a little-endian
/// machine. As a field it is on the wire what [`Tensors`] is.
pub struct TensorsBuf {
    bytes: AlignedBytes,
    index: NameIndex<'static>,
    max_alloc: u64,
}

impl TensorsBuf {
    /// Checks and copies a block that is the whole of `bytes`.
    ///
    /// # Errors
    ///
    /// Those of [`Tensors::from_slice`]; [`Error::Limit`] if the copy and its index of names take more
    /// than `max_alloc`.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, Error> {
        Limits::DEFAULT.tensors_buf_from_slice(bytes)
    }

    /// The tensors, borrowed. Costs nothing: they have been checked.
    #[must_use]
    pub fn tensors(&self) -> Tensors<'_> {
        Tensors::from_checked(cut(self.bytes.get()), self.index.borrowed(), self.max_alloc)
    }

    /// The number of tensors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tensors().len()
    }

    /// True if there are no tensors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tensor of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<TensorView<'_>> {
        self.tensors().get(name)
    }

    /// The tensor at a position, from 0.
    #[must_use]
    pub fn at(&self, index: usize) -> Option<TensorView<'_>> {
        self.tensors().at(index)
    }

    /// All tensors in the order of the block.
    pub fn iter(&self) -> Iter<'_> {
        self.tensors().iter()
    }

    /// The bytes of the block.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get()
    }
}

impl TensorsBuilder<'_> {
    /// The block as one that owns its bytes, for a field.
    ///
    /// # Errors
    ///
    /// Those of [`to_vec`](Self::to_vec).
    pub fn to_buf(&self) -> Result<TensorsBuf, BuildError> {
        let plan = self.plan()?;
        let bytes = usize::try_from(plan.block_bytes()).map_err(|_| BuildError::Memory)?;
        let mut aligned = AlignedBytes::with_room_for(bytes).map_err(|_| BuildError::Memory)?;
        self.encode_into(&mut aligned.buffer)?;
        // What was just built is read like anything else; only the index of names can fail.
        let tensors = self.limits.tensors_from_slice(aligned.get());
        let (_, index, max_alloc) = tensors.map_err(|_| BuildError::Memory)?.into_checked();
        Ok(TensorsBuf {
            index: index.into_owned(),
            max_alloc,
            bytes: aligned,
        })
    }
}

impl Tensors<'_> {
    /// A copy that owns its bytes.
    ///
    /// # Errors
    ///
    /// [`Error::Limit`] if the copy and its index of names take more than the `max_alloc` of the limits
    /// that the block was opened with, or than there is.
    pub fn to_buf(&self) -> Result<TensorsBuf, Error> {
        self.clone().into_buf()
    }

    /// The same without a second copy of the index.
    pub(super) fn into_buf(self) -> Result<TensorsBuf, Error> {
        let claimed = self.as_bytes().len().saturating_add(self.index_bytes());
        let (block, index, max_alloc) = self.into_checked();
        if claimed as u64 > max_alloc {
            return Err(Error::Limit);
        }
        Ok(TensorsBuf {
            bytes: AlignedBytes::copy_of(block.bytes)?,
            index: index.into_owned(),
            max_alloc,
        })
    }
}

impl Limits {
    /// [`TensorsBuf::from_slice`] with these limits.
    ///
    /// # Errors
    ///
    /// Those of [`TensorsBuf::from_slice`].
    pub fn tensors_buf_from_slice(self, bytes: &[u8]) -> Result<TensorsBuf, Error> {
        self.tensors_from_slice(bytes)?.into_buf()
    }
}

/// The parts of a block that has been checked before, found again from its header.
fn cut(bytes: &[u8]) -> Block<'_> {
    let empty = Block {
        bytes,
        table: Table {
            descriptors: &[],
            heap: &[],
        },
        payload: &[],
    };
    // All of it fits: this is the block that the twelve steps accepted.
    let find = || {
        let header = Header::parse(bytes.first_chunk::<HEADER>()?);
        let base = usize::try_from(header.payload_base).ok()?;
        let descriptors = usize::try_from(header.tensor_count)
            .ok()?
            .checked_mul(128)?;
        let names = usize::try_from(header.name_bytes).ok()?;
        let (head, payload) = bytes.split_at_checked(base)?;
        let (descriptors, rest) = head.get(HEADER..)?.split_at_checked(descriptors)?;
        let table = Table {
            descriptors: descriptors.as_chunks().0,
            heap: rest.get(..names)?,
        };
        Some(Block {
            bytes,
            table,
            payload,
        })
    };
    find().unwrap_or(empty)
}

impl Clone for TensorsBuf {
    /// # Panics
    ///
    /// If there is no memory for another copy.
    fn clone(&self) -> Self {
        Self {
            bytes: AlignedBytes::copy_of(self.bytes.get()).expect("no memory for a copy"),
            index: self.index.clone(),
            max_alloc: self.max_alloc,
        }
    }
}

impl PartialEq for TensorsBuf {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for TensorsBuf {}

impl fmt::Debug for TensorsBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tensors().fmt(f)
    }
}

impl<'a> IntoIterator for &'a TensorsBuf {
    type Item = TensorView<'a>;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}
