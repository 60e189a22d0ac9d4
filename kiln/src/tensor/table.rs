//! The directory where it lies: descriptors and name heap, borrowed from the input.
//!
//! Nothing is parsed into storage of its own. A descriptor is 128 bytes at a place that follows
//! from its index, so a look-up reads what it needs, and opening a block allocates for the name
//! index alone (and for that only when there are more than a handful of tensors).

use super::quant::{Quant, TensorRef};
use super::shape::Shape;
use super::wire::{DESCRIPTOR, Descriptor};
use super::{DType, shape};

/// Descriptors and heap, proved to be there (steps 5 and 7) but not necessarily to be right.
#[derive(Copy, Clone)]
pub(super) struct Table<'a> {
    pub(super) descriptors: &'a [[u8; DESCRIPTOR]],
    pub(super) heap: &'a [u8],
}

impl<'a> Table<'a> {
    #[inline]
    pub(super) fn get(self, index: usize) -> Option<Descriptor<'a>> {
        self.descriptors.get(index).map(Descriptor)
    }

    #[inline]
    pub(super) fn iter(self) -> impl ExactSizeIterator<Item = Descriptor<'a>> + Clone {
        self.descriptors.iter().map(Descriptor)
    }

    /// With their positions. The number is drawn after the descriptor: behind the last of 2^32 − 1
    /// there is no next one to draw.
    #[inline]
    pub(super) fn numbered(self) -> impl Iterator<Item = (u32, Descriptor<'a>)> + Clone {
        self.iter().zip(0u32..).map(|(at, index)| (index, at))
    }

    /// The descriptor that a reference (index + 1) names.
    #[inline]
    pub(super) fn referred(self, reference: u32) -> Option<Descriptor<'a>> {
        self.get(reference.checked_sub(1)? as usize)
    }

    /// The name of a descriptor; empty if it lies outside the heap, which step 8 refuses.
    #[inline]
    pub(super) fn name_of(self, descriptor: Descriptor<'_>) -> &'a [u8] {
        let start = descriptor.name_off() as usize;
        // A sum that wraps ends before it starts, which `get` refuses.
        let end = start.wrapping_add(usize::from(descriptor.name_len()));
        self.heap.get(start..end).unwrap_or_default()
    }

    #[inline]
    pub(super) fn layout_of(self, descriptor: Descriptor<'_>) -> &'a [u8] {
        let start = descriptor.name_off() as usize;
        let rest = self.heap.get(start..).unwrap_or_default();
        let rest = rest
            .get(usize::from(descriptor.name_len())..)
            .unwrap_or_default();
        rest.get(..usize::from(descriptor.layout_len()))
            .unwrap_or_default()
    }

    /// The name at an index, bytewise.
    #[inline]
    pub(super) fn name(self, index: u32) -> &'a [u8] {
        match self.get(index as usize) {
            Some(descriptor) => self.name_of(descriptor),
            None => &[],
        }
    }
}

/// What a descriptor says about one tensor, without its data: name, layout, dtype, shape,
/// quantization. A [`TensorView`](super::TensorView) is this and the data.
#[derive(Copy, Clone)]
pub(super) struct Entry<'a> {
    pub(super) table: Table<'a>,
    pub(super) descriptor: Descriptor<'a>,
    pub(super) index: u32,
    pub(super) shape: Shape,
}

impl<'a> Entry<'a> {
    #[inline]
    pub(super) fn new(table: Table<'a>, index: usize) -> Option<Self> {
        let descriptor = table.descriptors.get(index)?;
        Some(Self::at(table, u32::try_from(index).ok()?, descriptor))
    }

    #[inline]
    pub(super) fn at(table: Table<'a>, index: u32, descriptor: &'a [u8; DESCRIPTOR]) -> Self {
        let descriptor = Descriptor(descriptor);
        Self {
            table,
            descriptor,
            index,
            shape: descriptor.shape(),
        }
    }

    /// Step 8 has proved that this is UTF-8; proving it again costs less than it is worth to
    /// carry the proof through `unsafe`.
    #[inline]
    pub(super) fn name(&self) -> &'a str {
        core::str::from_utf8(self.table.name_of(self.descriptor)).unwrap_or_default()
    }

    #[inline]
    pub(super) fn layout(&self) -> &'a str {
        core::str::from_utf8(self.table.layout_of(self.descriptor)).unwrap_or_default()
    }

    /// Step 9 has proved that the code is known.
    #[inline]
    pub(super) fn dtype(&self) -> DType {
        DType::from_code(self.descriptor.dtype_code()).unwrap_or(DType::Block)
    }

    /// Step 9 has proved that the count does not overflow.
    #[inline]
    pub(super) fn elements(&self) -> u64 {
        self.shape.product().map_or(0, shape::Product::elements)
    }

    #[inline]
    pub(super) fn quant(&self) -> Option<Quant<'static>> {
        Quant::from_raw(&self.descriptor.quant())
    }

    /// The same for another block: references by name where the tensor has one, since positions
    /// hold in this block only.
    pub(super) fn portable_quant(&self) -> Option<Quant<'a>> {
        let table = self.table;
        let quant = self.quant()?.with_references(|reference| {
            let TensorRef::Index(index) = reference else {
                return TensorRef::Index(u32::MAX); // never: `quant` gives indices
            };
            match core::str::from_utf8(table.name(index)) {
                Ok(name) if !name.is_empty() => TensorRef::from(name),
                _ => TensorRef::Index(index),
            }
        });
        Some(quant)
    }
}
