//! The directory of a block whose payload was not fetched.
//!
//! A block in object storage or behind HTTP is opened with two small reads: the first 64 bytes say
//! how long the directory is, the directory says where each tensor lies.

use super::dtype::DType;
use super::names::NameIndex;
use super::new_tensor::NewTensor;
use super::quant::Quant;
use super::steps::{
    Input, offsets_are_canonical, quantization_is_sound, step_01_magic, step_02_header_is_known,
    step_03_counts_are_within_the_cap, step_04_directory_bytes_is_the_sum,
    step_05_directory_is_there, step_06_block_is_there, step_07_padding_is_zero, step_08_names,
    step_09_ranges_and_shapes,
};
use super::table::{Entry, Table};
use super::wire::HEADER;
use crate::{Error, Limits};
use alloc::borrow::Cow;
use core::fmt;
use core::ops::Range;

/// What [`Directory::from_prefix`] found.
#[derive(Clone, Debug)]
pub enum Prefix<'a> {
    /// The whole directory.
    Complete(Directory<'a>),
    /// The head is too short to say; with this many bytes from the start it would be more. After
    /// at most two of these comes a directory or an error.
    Needs(u64),
}

/// The checked directory of a block, without its payload.
///
/// Checked is all that needs no payload byte: steps 1 to 9 of the format's section 7, the offsets
/// of step 10, and the quantization of step 11. What is left for [`Tensors`](super::Tensors) are the
/// zeros between the tensors, the values of bools and the unused half of a last byte.
///
/// ```
/// use kiln::tensor::{Directory, NewTensor, Prefix, TensorsBuilder};
/// let object = TensorsBuilder::new()
///     .add(NewTensor::from_slice("a", &[3], &[1u8, 2, 3]))
///     .add(NewTensor::from_slice("b", &[2], &[0.5f32, 1.5]))
///     .to_vec()?;
/// let fetch = |range: std::ops::Range<u64>| &object[range.start as usize..range.end as usize];
///
/// let mut head = fetch(0..64);
/// let directory = loop {
///     match Directory::from_prefix(head, object.len() as u64)? {
///         Prefix::Complete(directory) => break directory,
///         Prefix::Needs(bytes) => head = fetch(0..bytes),
///     }
/// };
/// let b = directory.get("b").unwrap();
/// assert_eq!(fetch(b.range()), [0, 0, 0, 0x3f, 0, 0, 0xc0, 0x3f]);
/// # Ok::<(), kiln::Error>(())
/// ```
#[derive(Clone)]
pub struct Directory<'a> {
    table: Table<'a>,
    index: NameIndex<'static>,
    payload_base: u64,
    block_bytes: u64,
}

impl<'a> Directory<'a> {
    /// Reads the directory from the first bytes of a buffer of `total_bytes` bytes. Bytes of `head`
    /// beyond the directory are not looked at, and bytes behind the block are no fault.
    ///
    /// # Errors
    ///
    /// The first fault in the order of the format's section 7, of those that can be seen.
    pub fn from_prefix(head: &'a [u8], total_bytes: u64) -> Result<Prefix<'a>, Error> {
        Limits::DEFAULT.directory_from_prefix(head, total_bytes)
    }

    /// The number of tensors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.descriptors.len()
    }

    /// True if there are no tensors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tensor of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<DirectoryEntry<'a>> {
        let index = self.index.find(self.table, name.as_bytes())?;
        self.at(usize::try_from(index).ok()?)
    }

    /// The tensor at a position, from 0.
    #[must_use]
    pub fn at(&self, index: usize) -> Option<DirectoryEntry<'a>> {
        Some(DirectoryEntry {
            entry: Entry::new(self.table, index)?,
            payload_base: self.payload_base,
        })
    }

    /// All tensors in the order of the block.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = DirectoryEntry<'a>> + use<'a> {
        let (table, payload_base) = (self.table, self.payload_base);
        let descriptors = table.descriptors.iter().enumerate();
        descriptors.map(move |(index, descriptor)| DirectoryEntry {
            #[expect(clippy::cast_possible_truncation)] // step 3: at most the cap, a u32
            entry: Entry::at(table, index as u32, descriptor),
            payload_base,
        })
    }

    /// Where the payload starts, in bytes from the start of the block.
    #[must_use]
    pub fn payload_base(&self) -> u64 {
        self.payload_base
    }

    /// The length of the whole block in bytes.
    #[must_use]
    pub fn block_bytes(&self) -> u64 {
        self.block_bytes
    }
}

impl Limits {
    /// [`Directory::from_prefix`] with these limits.
    ///
    /// # Errors
    ///
    /// Those of [`Directory::from_prefix`].
    pub fn directory_from_prefix<'a>(
        self,
        head: &'a [u8],
        total_bytes: u64,
    ) -> Result<Prefix<'a>, Error> {
        let input = Input::prefix(head, total_bytes);
        // Fewer bytes than a header are looked at only when there are no more.
        let header_bytes = total_bytes.min(HEADER as u64);
        if input.at_hand() < header_bytes {
            return Ok(Prefix::Needs(header_bytes));
        }
        let magic = step_01_magic(input)?;
        let header = step_02_header_is_known(magic)?;
        let counts = step_03_counts_are_within_the_cap(header, &self)?;
        let sum = step_04_directory_bytes_is_the_sum(counts)?;
        let directory = step_05_directory_is_there(sum)?;
        let block = step_06_block_is_there(directory)?;
        if input.at_hand() < block.head_bytes() {
            return Ok(Prefix::Needs(block.head_bytes()));
        }
        let padded = step_07_padding_is_zero(block)?;
        let named = step_08_names(padded, &self)?;
        let shaped = step_09_ranges_and_shapes(named)?;
        let offsets = offsets_are_canonical(shaped)?;
        quantization_is_sound(&offsets)?;
        let (table, index, payload_base, block_bytes) = offsets.into_parts();
        Ok(Prefix::Complete(Directory {
            table,
            index,
            payload_base,
            block_bytes,
        }))
    }
}

/// What a directory says about one tensor.
#[derive(Copy, Clone)]
pub struct DirectoryEntry<'a> {
    entry: Entry<'a>,
    payload_base: u64,
}

impl<'a> DirectoryEntry<'a> {
    /// The position in the block, from 0.
    #[must_use]
    pub fn index(&self) -> u32 {
        self.entry.index
    }

    /// The name; empty where there is none.
    #[must_use]
    pub fn name(&self) -> &'a str {
        self.entry.name()
    }

    /// The layout string; empty where there is none.
    #[must_use]
    pub fn layout(&self) -> &'a str {
        self.entry.layout()
    }

    /// The type of the elements.
    #[must_use]
    pub fn dtype(&self) -> DType {
        self.entry.dtype()
    }

    /// The dimensions, outermost first.
    #[must_use]
    pub fn shape(&self) -> &[u64] {
        &self.entry.shape
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.entry.elements()
    }

    /// True if a dimension is 0.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How the stored numbers stand for real ones.
    #[must_use]
    pub fn quant(&self) -> Option<Quant<'static>> {
        self.entry.quant()
    }

    /// Where the data lies, in bytes from the start of the block. Both ends are inside the buffer.
    #[must_use]
    pub fn range(&self) -> Range<u64> {
        // Step 6 proved that no sum of these overflows.
        let start = self.payload_base + self.entry.descriptor.data_off();
        start..start + self.entry.descriptor.data_len()
    }

    /// The tensor with the data that was fetched from its [`range`](Self::range), for a block of
    /// just what is wanted. Its quantization refers by name to what has one.
    ///
    /// ```
    /// use kiln::tensor::{Directory, NewTensor, Prefix, Quant, Scale, TensorsBuilder};
    /// # let object = TensorsBuilder::new()
    /// #     .add(NewTensor::from_slice("large", &[999], &[0f32; 999]))
    /// #     .add(NewTensor::from_slice("w", &[2], &[1i8, 2])
    /// #         .quant(Quant::linear(1.0, Scale::per_axis(0, "w.scale"))))
    /// #     .add(NewTensor::from_slice("w.scale", &[2], &[0.5f32, 10.0]))
    /// #     .to_vec()?;
    /// # let fetch = |range: std::ops::Range<u64>| &object[range.start as usize..range.end as usize];
    /// # let Prefix::Complete(directory) = Directory::from_prefix(&object, object.len() as u64)? else {
    /// #     unreachable!()
    /// # };
    /// let mut wanted = TensorsBuilder::new();
    /// for name in ["w", "w.scale"] {
    ///     let entry = directory.get(name).unwrap();
    ///     wanted.add(entry.with_data(fetch(entry.range())));
    /// }
    /// let tensors = wanted.to_buf()?;
    /// assert_eq!(tensors.get("w").unwrap().dequantize()?, [0.5, 20.0]);
    /// # Ok::<(), kiln::Error>(())
    /// ```
    #[must_use]
    pub fn with_data(&self, data: impl Into<Cow<'a, [u8]>>) -> NewTensor<'a> {
        NewTensor::from_entry(&self.entry, data.into())
    }
}

impl fmt::Debug for Directory<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl fmt::Debug for DirectoryEntry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DirectoryEntry")
            .field("name", &self.name())
            .field("dtype", &self.dtype())
            .field("shape", &self.shape())
            .field("range", &self.range())
            .finish()
    }
}
