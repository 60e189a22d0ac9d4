//! The twelve steps in which a tensor block is checked (docs/format.md, section 7).
//!
//! Which error a bad block gives is part of the format: two readers that look for faults in
//! different orders disagree on a block with two of them. So the order is written down as the
//! list that it is. [`read`] makes twelve calls; each step has a function named after it, with its
//! clause as its documentation. A step takes what the step before returned, and nobody else can
//! make that value: to leave a step out, or to swap two, does not compile.
//!
//! Steps 1 to 9 need the bytes before the payload and the length of the whole, which is why they
//! take an [`Input`] rather than a slice: [`Directory::from_prefix`](super::Directory) runs them
//! over the head of an object whose payload was not fetched.

mod directory;
mod faults;
mod header;
mod payload;
mod survey;

use super::block::Tensors;
use crate::{Error, Limits};
pub(super) use directory::{step_08_names, step_09_ranges_and_shapes};
pub(crate) use faults::{Fault, faults};
pub(super) use header::{
    step_01_magic, step_02_header_is_known, step_03_counts_are_within_the_cap,
    step_04_directory_bytes_is_the_sum, step_05_directory_is_there, step_06_block_is_there,
    step_07_padding_is_zero,
};
pub(super) use payload::{
    first_bad_bool, high_nibble_is_clear, offsets_are_canonical, quantization_is_sound,
};
use payload::{step_10_placement_is_canonical, step_11_values_and_quantization, step_12_trailing};

/// The bytes at hand, and how many there are in all. `head` is never longer than `total` says.
#[derive(Copy, Clone)]
pub(super) struct Input<'a> {
    head: &'a [u8],
    total: u64,
}

impl<'a> Input<'a> {
    pub(super) fn whole(bytes: &'a [u8]) -> Self {
        Self {
            head: bytes,
            total: bytes.len() as u64,
        }
    }

    pub(super) fn prefix(head: &'a [u8], total: u64) -> Self {
        let fits = usize::try_from(total).map_or(head.len(), |total| total.min(head.len()));
        Self {
            head: head.get(..fits).unwrap_or(head),
            total,
        }
    }

    pub(super) fn at_hand(&self) -> u64 {
        self.head.len() as u64
    }
}

/// Whether anything may follow the block.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Place {
    Standalone,
    Field,
}

/// All twelve. The bytes that the block takes are `as_bytes` of the result.
pub(super) fn read<'a>(
    input: Input<'a>,
    limits: &Limits,
    place: Place,
) -> Result<Tensors<'a>, Error> {
    let magic = step_01_magic(input)?;
    let header = step_02_header_is_known(magic)?;
    let counts = step_03_counts_are_within_the_cap(header, limits)?;
    let sum = step_04_directory_bytes_is_the_sum(counts)?;
    let directory = step_05_directory_is_there(sum)?;
    let block = step_06_block_is_there(directory)?;
    let padded = step_07_padding_is_zero(block)?;
    let named = step_08_names(padded, limits)?;
    let shaped = step_09_ranges_and_shapes(named)?;
    let placed = step_10_placement_is_canonical(shaped)?;
    let valued = step_11_values_and_quantization(placed)?;
    step_12_trailing(valued, place, limits)
}
