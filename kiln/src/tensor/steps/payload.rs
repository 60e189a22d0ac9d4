//! Steps 10 to 12: the payload, and what comes after it.

use super::Place;
use super::directory::{Named, Shaped};
use crate::tensor::block::{Block, Tensors};
use crate::tensor::dtype::DType;
use crate::tensor::names::NameIndex;
use crate::tensor::quant_rules;
use crate::tensor::table::Table;
use crate::tensor::wire::all_zero;
use crate::{Error, Limits};

/// Proof of the part of step 10 that needs no payload: every range is where it has to be.
pub(in crate::tensor) struct Offsets<'a>(pub(super) Shaped<'a>);

/// The offsets of step 10. What the survey found irregular, and no step up to here: these.
pub(in crate::tensor) fn offsets_are_canonical(shaped: Shaped<'_>) -> Result<Offsets<'_>, Error> {
    let Named { padded, survey, .. } = &shaped.named;
    if !survey.regular || survey.end != padded.payload_bytes {
        return Err(Error::Type);
    }
    Ok(Offsets(shaped))
}

/// Proof of step 10: the payload is there, and nothing hides between the tensors.
pub(in crate::tensor) struct Placed<'a> {
    pub(super) offsets: Offsets<'a>,
    pub(super) block: Block<'a>,
}

/// data_off not canonical, an uncovered payload byte that is not 0x00, payload_bytes not canonical: TYPE.
pub(in crate::tensor) fn step_10_placement_is_canonical(
    shaped: Shaped<'_>,
) -> Result<Placed<'_>, Error> {
    let offsets = offsets_are_canonical(shaped)?;
    let padded = &offsets.0.named.padded;
    // Step 6: the block is inside the buffer, so its size is one that the machine can say.
    let end = usize::try_from(padded.end).map_err(|_| Error::Eof)?;
    let base = usize::try_from(padded.payload_base).map_err(|_| Error::Eof)?;
    let bytes = padded.bytes.get(..end).ok_or(Error::Eof)?;
    let payload = bytes.get(base..).ok_or(Error::Eof)?;
    let block = Block {
        bytes,
        table: padded.table,
        payload,
    };
    if offsets.0.named.survey.gapless {
        return Ok(Placed { offsets, block });
    }
    let mut covered = 0;
    for descriptor in block.table.iter() {
        let data = block.range_of(descriptor);
        if !all_zero(payload.get(covered..data.start).unwrap_or_default()) {
            return Err(Error::Type);
        }
        covered = data.end;
    }
    Ok(Placed { offsets, block })
}

/// Proof of step 11.
pub(in crate::tensor) struct Valued<'a>(pub(super) Placed<'a>);

/// A bool byte other than 0 or 1, a nonzero high nibble behind an odd 4-bit count, a quantization fault: TYPE.
pub(in crate::tensor) fn step_11_values_and_quantization(
    placed: Placed<'_>,
) -> Result<Valued<'_>, Error> {
    if placed.offsets.0.plain {
        return Ok(Valued(placed));
    }
    for descriptor in placed.block.table.iter() {
        let data = placed.block.data_of(descriptor);
        let fine = match DType::from_code(descriptor.dtype_code()) {
            Some(DType::Bool) => first_bad_bool(data).is_none(),
            Some(dtype) if dtype.is_packed() => high_nibble_is_clear(
                data,
                descriptor
                    .shape()
                    .product()
                    .is_some_and(|p| p.elements() % 2 == 1),
            ),
            _ => true,
        };
        if !fine {
            return Err(Error::Type);
        }
    }
    quantization_is_sound(&placed.offsets)?;
    Ok(Valued(placed))
}

/// The quantization faults of step 11: rules Q1 to Q15 of section 8, which need no payload.
pub(in crate::tensor) fn quantization_is_sound(offsets: &Offsets<'_>) -> Result<(), Error> {
    if offsets.0.plain {
        return Ok(());
    }
    let table = offsets.0.named.padded.table;
    for (index, descriptor) in table.numbered() {
        quant_rules::check(table, index, descriptor).map_err(|_| Error::Type)?;
    }
    Ok(())
}

/// Standalone: bytes after the block: TRAILING. As a field: not applied, the next field owns those bytes.
pub(in crate::tensor) fn step_12_trailing<'a>(
    valued: Valued<'a>,
    place: Place,
    limits: &Limits,
) -> Result<Tensors<'a>, Error> {
    let Valued(Placed {
        offsets:
            Offsets(Shaped {
                named: Named { padded, index, .. },
                ..
            }),
        block,
    }) = valued;
    if place == Place::Standalone && padded.total > padded.end {
        return Err(Error::Trailing);
    }
    Ok(Tensors::from_checked(block, index, limits.max_alloc))
}

impl<'a> Offsets<'a> {
    /// What a reader of the head alone gets.
    pub(in crate::tensor) fn into_parts(self) -> (Table<'a>, NameIndex<'static>, u64, u64) {
        let Named { padded, index, .. } = self.0.named;
        (padded.table, index, padded.payload_base, padded.end)
    }
}

/// Where a bool tensor has a byte other than 0 and 1. In bulk first: nearly all are fine.
pub(in crate::tensor) fn first_bad_bool(data: &[u8]) -> Option<usize> {
    if data.iter().fold(0, |seen, byte| seen | byte) <= 1 {
        return None;
    }
    data.iter().position(|byte| *byte > 1)
}

/// With an odd number of 4-bit elements the last high nibble belongs to nobody.
pub(in crate::tensor) fn high_nibble_is_clear(data: &[u8], odd: bool) -> bool {
    !odd || data.last().is_none_or(|byte| byte >> 4 == 0)
}
