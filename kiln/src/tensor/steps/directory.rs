//! Steps 8 and 9: what the descriptors say, each for itself and together.

use super::header::Padded;
use super::survey::Survey;
use crate::tensor::dtype::DType;
use crate::tensor::names::{NameIndex, NamesFault};
use crate::tensor::shape::{ShapeFault, element_and_byte_count};
use crate::tensor::table::Table;
use crate::tensor::wire::{Descriptor, has_control, is_printable_ascii};
use crate::{Error, Limits};

/// Proof of step 8: names and layouts are text inside the heap, and no name is there twice.
pub(in crate::tensor) struct Named<'a> {
    pub(super) padded: Padded<'a>,
    pub(super) index: NameIndex<'static>,
    pub(super) survey: Survey,
}

/// In this order, each for all descriptors: (a) a nonzero reserved byte: FRAME. (b) name_off not canonical, or name and layout not inside the heap: TYPE; the name, then
/// the layout: not UTF-8 is UTF8, a character below U+0020 or U+007F is TYPE. (c) heap not used up: TYPE. (d) two equal names that are not empty: TYPE.
pub(in crate::tensor) fn step_08_names<'a>(
    padded: Padded<'a>,
    limits: &Limits,
) -> Result<Named<'a>, Error> {
    let table = padded.table;
    let survey = Survey::of(table, padded.payload_bytes);
    step_08a_reserved_bytes_are_zero(table, &survey)?;
    step_08b_names_and_layouts_are_text(table, &survey)?;
    step_08c_heap_is_used_up(table, &survey)?;
    let index = step_08d_names_are_unique(table, &survey, limits)?;
    Ok(Named {
        padded,
        index,
        survey,
    })
}

fn step_08a_reserved_bytes_are_zero(table: Table<'_>, survey: &Survey) -> Result<(), Error> {
    if survey.regular || table.iter().all(|descriptor| descriptor.reserved() == 0) {
        Ok(())
    } else {
        Err(Error::Frame)
    }
}

fn step_08b_names_and_layouts_are_text(table: Table<'_>, survey: &Survey) -> Result<(), Error> {
    // Nearly every heap is printable ASCII throughout, and then no part of it can be bad text.
    if !survey.regular || !is_printable_ascii(table.heap) {
        return texts_one_by_one(table);
    }
    if survey.heap_used > table.heap.len() as u64 {
        return Err(Error::Type);
    }
    Ok(())
}

/// Step 8 (b) in the order in which it names its faults.
fn texts_one_by_one(table: Table<'_>) -> Result<(), Error> {
    let mut heap_used = 0;
    for descriptor in table.iter() {
        let name_end = heap_used + usize::from(descriptor.name_len());
        let layout_end = name_end + usize::from(descriptor.layout_len());
        if descriptor.name_off() as usize != heap_used || layout_end > table.heap.len() {
            return Err(Error::Type);
        }
        is_text(table.name_of(descriptor))?;
        is_text(table.layout_of(descriptor))?;
        heap_used = layout_end;
    }
    Ok(())
}

fn step_08c_heap_is_used_up(table: Table<'_>, survey: &Survey) -> Result<(), Error> {
    if survey.heap_used != table.heap.len() as u64 {
        return Err(Error::Type);
    }
    Ok(())
}

fn step_08d_names_are_unique(
    table: Table<'_>,
    survey: &Survey,
    limits: &Limits,
) -> Result<NameIndex<'static>, Error> {
    NameIndex::build(table, survey.named, limits.max_alloc).map_err(|fault| match fault {
        NamesFault::Duplicate { .. } => Error::Type,
        NamesFault::Memory => Error::Limit,
    })
}

/// Proof of step 9: dtypes are known, ranks at most 8, lengths what the shapes ask for.
pub(in crate::tensor) struct Shaped<'a> {
    pub(super) named: Named<'a>,
    /// See [`Survey::plain`].
    pub(super) plain: bool,
}

/// (a) For each descriptor: data_off + data_len overflows or exceeds payload_bytes: TYPE. Unknown dtype: TYPE. Rank above 8 or a nonzero
/// dim past the rank: TYPE. For `block`: rank 0, a zero q_block0 or q_block1, or a last dim that q_block0 does not divide: TYPE. The product P of the
/// dims that are not zero (1 if there are none) overflows: LIMIT; P × bits overflows (`block`: ⌊P / q_block0⌋ × q_block1 overflows): LIMIT. data_len is not
/// ⌈elements × bits / 8⌉, or for `block` elements / q_block0 × q_block1, where elements is 0 if any dim is 0 and P otherwise: TYPE.
/// (b) Two ranges that are not empty overlap: TYPE (which step 10 says too, of its offsets: no reader needs to sort).
pub(in crate::tensor) fn step_09_ranges_and_shapes(named: Named<'_>) -> Result<Shaped<'_>, Error> {
    let plain = step_09a_lengths_follow_from_shapes(&named.padded, &named.survey)?;
    step_09b_ranges_do_not_overlap(named.padded.table, &named.survey)?;
    Ok(Shaped { named, plain })
}

/// Gives [`Shaped::plain`].
fn step_09a_lengths_follow_from_shapes(
    padded: &Padded<'_>,
    survey: &Survey,
) -> Result<bool, Error> {
    if survey.regular {
        return Ok(survey.plain);
    }
    let mut plain = true;
    for descriptor in padded.table.iter() {
        let end = descriptor.data_off().checked_add(descriptor.data_len());
        if end.is_none_or(|end| end > padded.payload_bytes) {
            return Err(Error::Type);
        }
        plain &= length_follows_from_shape(descriptor)?;
    }
    Ok(plain)
}

/// The rest of step 9 (a) for any dtype and shape. True if step 11 has nothing to look at.
#[inline(never)]
pub(super) fn length_follows_from_shape(descriptor: Descriptor<'_>) -> Result<bool, Error> {
    let dtype = DType::from_code(descriptor.dtype_code()).ok_or(Error::Type)?;
    if descriptor.few_bytes(dtype) != Some(descriptor.data_len()) {
        any_length_follows_from_shape(descriptor, dtype)?;
    }
    Ok(dtype.is_plain() & descriptor.quant_is_zero())
}

fn any_length_follows_from_shape(descriptor: Descriptor<'_>, dtype: DType) -> Result<(), Error> {
    let shape = descriptor.shape();
    let rank = usize::from(descriptor.rank());
    let past = shape.dims().get(rank..).ok_or(Error::Type)?;
    if past.iter().fold(0, |seen, dim| seen | dim) != 0 {
        return Err(Error::Type);
    }
    let quant = descriptor.quant();
    let counts = element_and_byte_count(dtype, &shape, quant.block0, quant.block1);
    let (_, bytes) = counts.map_err(|fault| match fault {
        ShapeFault::Block => Error::Type,
        ShapeFault::Overflow => Error::Limit,
    })?;
    if bytes != descriptor.data_len() {
        return Err(Error::Type);
    }
    Ok(())
}

/// Ranges with canonical offsets do not overlap. Others that do not ascend may not either, but then
/// step 10 says TYPE of them as well, and no step between has another error: nothing is sorted.
fn step_09b_ranges_do_not_overlap(table: Table<'_>, survey: &Survey) -> Result<(), Error> {
    if survey.regular {
        return Ok(());
    }
    let mut covered = 0;
    for descriptor in table.iter().filter(|at| at.data_len() != 0) {
        if descriptor.data_off() < covered {
            return Err(Error::Type);
        }
        // Step 9 (a): the sum does not overflow.
        covered = descriptor.data_off().saturating_add(descriptor.data_len());
    }
    Ok(())
}

/// A name or a layout: UTF-8 without control characters of ASCII.
pub(super) fn is_text(bytes: &[u8]) -> Result<(), Error> {
    let text = core::str::from_utf8(bytes).map_err(|_| Error::Utf8)?;
    if has_control(text.as_bytes()) {
        return Err(Error::Type);
    }
    Ok(())
}
