//! Steps 1 to 7: header and bounds, and from there on a directory to look at.

use super::Input;
use crate::tensor::table::Table;
use crate::tensor::wire::{self, HEADER, Header, MAGIC, all_zero, get_u16, round_up};
use crate::{Error, Limits};

/// Proof of step 1.
pub(in crate::tensor) struct Magic<'a> {
    pub(super) input: Input<'a>,
    pub(super) header: &'a [u8; HEADER],
}

/// Fewer than 4 bytes: EOF. Wrong magic: FRAME. Then fewer than 64 bytes: EOF.
pub(in crate::tensor) fn step_01_magic(input: Input<'_>) -> Result<Magic<'_>, Error> {
    let magic = input.head.first_chunk::<4>().ok_or(Error::Eof)?;
    if *magic != MAGIC {
        return Err(Error::Frame);
    }
    let header = input.head.first_chunk::<HEADER>().ok_or(Error::Eof)?;
    Ok(Magic { input, header })
}

/// Proof of step 2: the fields mean what section 6 says.
pub(in crate::tensor) struct Known<'a> {
    pub(super) input: Input<'a>,
    pub(super) header: Header,
}

/// A version other than 2, an unknown flag, a clear little-endian bit, a nonzero reserved header byte: FRAME.
pub(in crate::tensor) fn step_02_header_is_known(magic: Magic<'_>) -> Result<Known<'_>, Error> {
    let Magic { input, header } = magic;
    let version = get_u16::<4, _>(header);
    let flags = get_u16::<6, _>(header);
    if version != wire::VERSION || flags != wire::FLAGS || !all_zero(&header[48..]) {
        return Err(Error::Frame);
    }
    let header = Header::parse(header);
    Ok(Known { input, header })
}

/// Proof of step 3.
pub(in crate::tensor) struct Capped<'a>(pub(super) Known<'a>);

/// tensor_count or name_bytes above the cap: LIMIT.
pub(in crate::tensor) fn step_03_counts_are_within_the_cap<'a>(
    known: Known<'a>,
    limits: &Limits,
) -> Result<Capped<'a>, Error> {
    let cap = u64::from(limits.max_count);
    if known.header.tensor_count > cap || known.header.name_bytes > cap {
        return Err(Error::Limit);
    }
    Ok(Capped(known))
}

/// Proof of step 4.
pub(in crate::tensor) struct Summed<'a>(pub(super) Known<'a>);

/// tensor_count × 128 + name_bytes overflows: LIMIT. directory_bytes is not that sum: TYPE.
pub(in crate::tensor) fn step_04_directory_bytes_is_the_sum(
    counts: Capped<'_>,
) -> Result<Summed<'_>, Error> {
    let Capped(known) = counts;
    let descriptors = known.header.tensor_count.checked_mul(128);
    let sum = descriptors.and_then(|bytes| bytes.checked_add(known.header.name_bytes));
    if sum.ok_or(Error::Limit)? != known.header.directory_bytes {
        return Err(Error::Type);
    }
    Ok(Summed(known))
}

/// Proof of step 5: where the directory ends, which is inside the buffer.
pub(in crate::tensor) struct DirectoryThere<'a> {
    pub(super) known: Known<'a>,
    pub(super) end: u64,
}

/// The directory does not lie inside the buffer: EOF. No descriptor storage has been allocated so far.
pub(in crate::tensor) fn step_05_directory_is_there(
    sum: Summed<'_>,
) -> Result<DirectoryThere<'_>, Error> {
    let Summed(known) = sum;
    // An end that no number of 64 bits can say lies outside every buffer.
    let end = known.header.directory_bytes.checked_add(HEADER as u64);
    let end = end.ok_or(Error::Eof)?;
    if end > known.input.total {
        return Err(Error::Eof);
    }
    Ok(DirectoryThere { known, end })
}

/// Proof of step 6: where the block ends, which is inside the buffer.
pub(in crate::tensor) struct BlockThere<'a> {
    pub(super) known: Known<'a>,
    pub(super) directory_end: u64,
    pub(super) end: u64,
}

impl BlockThere<'_> {
    /// How many bytes from the start the steps behind this one look at, as long as they look at no
    /// payload. A payload_base that is not canonical is refused by step 7 before it reads any.
    pub(in crate::tensor) fn head_bytes(&self) -> u64 {
        match round_up(self.directory_end) {
            Some(base) if base == self.known.header.payload_base => base,
            _ => HEADER as u64,
        }
    }
}

/// payload_base + payload_bytes overflows: LIMIT. The block does not lie inside the buffer: EOF.
pub(in crate::tensor) fn step_06_block_is_there(
    directory: DirectoryThere<'_>,
) -> Result<BlockThere<'_>, Error> {
    let DirectoryThere {
        known,
        end: directory_end,
    } = directory;
    let end = known
        .header
        .payload_base
        .checked_add(known.header.payload_bytes);
    let end = end.ok_or(Error::Limit)?;
    if end > known.input.total {
        return Err(Error::Eof);
    }
    Ok(BlockThere {
        known,
        directory_end,
        end,
    })
}

/// Proof of step 7: from here on there are descriptors and a heap to look at.
pub(in crate::tensor) struct Padded<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) table: Table<'a>,
    /// Kept apart from `bytes`, which may end before the payload does.
    pub(super) payload_base: u64,
    pub(super) payload_bytes: u64,
    pub(super) end: u64,
    pub(super) total: u64,
}

/// payload_base is not the canonical one: TYPE. A nonzero padding byte before it: TYPE.
pub(in crate::tensor) fn step_07_padding_is_zero(
    block: BlockThere<'_>,
) -> Result<Padded<'_>, Error> {
    let BlockThere {
        known: Known { input, header },
        directory_end,
        end,
    } = block;
    if round_up(directory_end) != Some(header.payload_base) {
        return Err(Error::Type);
    }
    // Steps 5 and 6 have proved, of a whole input, that all this is there; the caller has seen to
    // it, of a prefix. So neither a conversion nor a split can fail, and none can panic either.
    let base = usize::try_from(header.payload_base).map_err(|_| Error::Eof)?;
    let descriptors = usize::try_from(header.tensor_count.saturating_mul(128));
    let names = usize::try_from(header.name_bytes).map_err(|_| Error::Eof)?;
    let head = input.head.get(HEADER..base).ok_or(Error::Eof)?;
    let (descriptors, rest) = head
        .split_at_checked(descriptors.map_err(|_| Error::Eof)?)
        .ok_or(Error::Eof)?;
    let (heap, padding) = rest.split_at_checked(names).ok_or(Error::Eof)?;
    if !all_zero(padding) {
        return Err(Error::Type);
    }
    Ok(Padded {
        bytes: input.head,
        table: Table {
            descriptors: descriptors.as_chunks().0,
            heap,
        },
        payload_base: header.payload_base,
        payload_bytes: header.payload_bytes,
        end,
        total: input.total,
    })
}
