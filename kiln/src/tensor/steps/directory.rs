//! Steps 8 and 9: what the descriptors say, each for itself and together.

use super::header::Padded;
use crate::tensor::dtype::DType;
use crate::tensor::names::{NameIndex, NamesFault};
use crate::tensor::shape::{ShapeFault, element_and_byte_count};
use crate::tensor::table::Table;
use crate::tensor::wire::{Descriptor, has_control, round_up};
use crate::{Error, Limits};

/// Proof of step 8: names and layouts are text inside the heap, and no name is there twice.
pub(in crate::tensor) struct Named<'a> {
    pub(super) padded: Padded<'a>,
    pub(super) index: NameIndex<'static>,
}

/// In this order, each for all descriptors: (a) a nonzero reserved byte: FRAME. (b) name_off not canonical, or name and layout not inside the heap: TYPE; the name, then
/// the layout: not UTF-8 is UTF8, a character below U+0020 or U+007F is TYPE. (c) heap not used up: TYPE. (d) two equal names that are not empty: TYPE.
pub(in crate::tensor) fn step_08_names<'a>(
    padded: Padded<'a>,
    limits: &Limits,
) -> Result<Named<'a>, Error> {
    let table = padded.table;
    step_08a_reserved_bytes_are_zero(table)?;
    let texts = step_08b_names_and_layouts_are_text(table)?;
    step_08c_heap_is_used_up(table, &texts)?;
    let index = step_08d_names_are_unique(table, &texts, limits)?;
    Ok(Named { padded, index })
}

fn step_08a_reserved_bytes_are_zero(table: Table<'_>) -> Result<(), Error> {
    let seen = table
        .iter()
        .fold(0, |seen, descriptor| seen | descriptor.reserved());
    if seen != 0 { Err(Error::Frame) } else { Ok(()) }
}

/// What step 8 (b) counted on its way.
struct Texts {
    pub(super) heap_used: usize,
    pub(super) named: usize,
}

fn step_08b_names_and_layouts_are_text(table: Table<'_>) -> Result<Texts, Error> {
    // Nearly every heap is printable ASCII throughout, and then no part of it can be bad text.
    let plain = is_printable_ascii(table.heap);
    let mut texts = Texts {
        heap_used: 0,
        named: 0,
    };
    for descriptor in table.iter() {
        let name_end = texts.heap_used + usize::from(descriptor.name_len());
        let layout_end = name_end + usize::from(descriptor.layout_len());
        if descriptor.name_off() as usize != texts.heap_used || layout_end > table.heap.len() {
            return Err(Error::Type);
        }
        if !plain {
            is_text(table.name_of(descriptor))?;
            is_text(table.layout_of(descriptor))?;
        }
        texts.named += usize::from(descriptor.name_len() != 0);
        texts.heap_used = layout_end;
    }
    Ok(texts)
}

fn step_08c_heap_is_used_up(table: Table<'_>, texts: &Texts) -> Result<(), Error> {
    if texts.heap_used != table.heap.len() {
        return Err(Error::Type);
    }
    Ok(())
}

fn step_08d_names_are_unique(
    table: Table<'_>,
    texts: &Texts,
    limits: &Limits,
) -> Result<NameIndex<'static>, Error> {
    NameIndex::build(table, texts.named, limits.max_alloc).map_err(|fault| match fault {
        NamesFault::Duplicate { .. } => Error::Type,
        NamesFault::Memory => Error::Limit,
    })
}

/// Proof of step 9: dtypes are known, ranks at most 8, lengths what the shapes ask for.
pub(in crate::tensor) struct Shaped<'a> {
    pub(super) named: Named<'a>,
    /// What step 10 asks of the offsets, noticed in passing.
    pub(super) offsets: Seen,
    /// True if no tensor has anything for step 11 to look at: all are of dtypes for which any data
    /// and no quantization will do, and none has a quantization.
    pub(super) plain: bool,
}

/// (a) For each descriptor: data_off + data_len overflows or exceeds payload_bytes: TYPE. Unknown dtype: TYPE. Rank above 8 or a nonzero
/// dim past the rank: TYPE. For `block`: rank 0, a zero q_block0 or q_block1, or a last dim that q_block0 does not divide: TYPE. The product P of the
/// dims that are not zero (1 if there are none) overflows: LIMIT; P × bits overflows (`block`: ⌊P / q_block0⌋ × q_block1 overflows): LIMIT. data_len is not
/// ⌈elements × bits / 8⌉, or for `block` elements / q_block0 × q_block1, where elements is 0 if any dim is 0 and P otherwise: TYPE.
/// (b) Two ranges that are not empty overlap: TYPE (which step 10 says too, of its offsets: no reader needs to sort).
pub(in crate::tensor) fn step_09_ranges_and_shapes(named: Named<'_>) -> Result<Shaped<'_>, Error> {
    let table = named.padded.table;
    let seen = step_09a_lengths_follow_from_shapes(table, named.padded.payload_bytes)?;
    step_09b_ranges_do_not_overlap(&seen)?;
    Ok(Shaped {
        plain: seen.plain,
        offsets: seen,
        named,
    })
}

/// What step 9 (a) noticed on its way, of tensors that it found nothing wrong with.
pub(in crate::tensor) struct Seen {
    /// Every range that is not empty starts where the one before ends, or later.
    ascending: bool,
    /// Every range starts where the one before ends, rounded up to a multiple of 64.
    pub(super) canonical: bool,
    /// Every range starts where the one before ends.
    pub(super) gapless: bool,
    /// Where the last range ends.
    pub(super) end: u64,
    /// See [`Shaped::plain`].
    plain: bool,
}

fn step_09a_lengths_follow_from_shapes(
    table: Table<'_>,
    payload_bytes: u64,
) -> Result<Seen, Error> {
    let mut seen = Seen {
        ascending: true,
        canonical: true,
        gapless: true,
        end: 0,
        plain: true,
    };
    let mut last_end = 0;
    for descriptor in table.iter() {
        let (data_off, data_len) = (descriptor.data_off(), descriptor.data_len());
        let end = data_off.checked_add(data_len);
        let Some(end) = end.filter(|end| *end <= payload_bytes) else {
            return Err(Error::Type);
        };
        let dtype = DType::from_code(descriptor.dtype_code()).ok_or(Error::Type)?;
        if descriptor.few_bytes(dtype) != Some(data_len) {
            length_follows_from_shape(descriptor, dtype)?;
        }
        if data_len != 0 {
            seen.ascending &= data_off >= last_end;
            last_end = end;
        }
        seen.canonical &= round_up(seen.end) == Some(data_off);
        seen.gapless &= seen.end == data_off;
        seen.end = end;
        seen.plain &= dtype.is_plain() & descriptor.quant_is_zero();
    }
    Ok(seen)
}

/// The rest of step 9 (a) for any dtype and shape.
fn length_follows_from_shape(descriptor: Descriptor<'_>, dtype: DType) -> Result<(), Error> {
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

/// Ranges that do not ascend may not overlap, but then step 10 says TYPE of them as well, and no
/// step between has another error: one pass does, and (a) has made it.
fn step_09b_ranges_do_not_overlap(seen: &Seen) -> Result<(), Error> {
    if seen.ascending {
        Ok(())
    } else {
        Err(Error::Type)
    }
}

/// No byte outside U+0020 to U+007E: neither a control character nor a part of a longer one.
fn is_printable_ascii(bytes: &[u8]) -> bool {
    let outside = |byte: &u8| u8::from(byte.wrapping_sub(0x20) > 0x7e - 0x20);
    bytes.iter().fold(0, |seen, byte| seen | outside(byte)) == 0
}

/// A name or a layout: UTF-8 without control characters of ASCII.
pub(super) fn is_text(bytes: &[u8]) -> Result<(), Error> {
    let text = core::str::from_utf8(bytes).map_err(|_| Error::Utf8)?;
    if has_control(text.as_bytes()) {
        return Err(Error::Type);
    }
    Ok(())
}
