//! One look at every descriptor, before steps 8 and 9.
//!
//! It judges nothing: it says whether there is any fault that steps 8 (a) and (b), 9 and the offsets
//! of 10 could find in a descriptor. If not, which is nearly always, these have no more to do. If
//! so, each goes over the descriptors itself, in its turn, so that the fault is told that comes first
//! in the text.

use super::directory::length_follows_from_shape;
use crate::tensor::table::Table;

pub(super) struct Survey {
    /// True if no descriptor has a reserved byte that is not zero, a name_off or data_off that is not
    /// canonical, a range that ends beyond the payload, or one of the faults of step 9 (a) in dtype,
    /// rank, shape and data_len.
    pub(super) regular: bool,
    /// What the lengths of all names and layouts add up to.
    pub(super) heap_used: u64,
    /// How many tensors have a name.
    pub(super) named: usize,
    /// True if no tensor has anything for step 11 to look at: all are of dtypes for which any data and
    /// no quantization will do, and none has a quantization. Holds if `regular`, as what follows.
    pub(super) plain: bool,
    /// True if every range starts where the one before ends.
    pub(super) gapless: bool,
    /// Where the last range ends.
    pub(super) end: u64,
}

impl Survey {
    pub(super) fn of(table: Table<'_>, payload_bytes: u64) -> Self {
        let (mut faults, mut plain) = (0, true);
        let (mut heap_used, mut named) = (0u64, 0);
        let (mut gaps, mut last_end) = (0, 0u64);
        for descriptor in table.iter() {
            faults |= descriptor.reserved();
            faults |= u64::from(descriptor.name_off()) ^ heap_used;
            // 2^32 sums of two `u16` do not overflow.
            heap_used += u64::from(descriptor.name_len()) + u64::from(descriptor.layout_len());
            named += usize::from(descriptor.name_len() != 0);

            let data_off = descriptor.data_off();
            let (end, overflows) = data_off.overflowing_add(descriptor.data_len());
            faults |= u64::from(overflows) | u64::from(end > payload_bytes);
            // 64 or more also of a range that starts before `last_end`, where this wraps: the payload
            // ends at least 64 below 2^64 (step 6).
            let gap = data_off.wrapping_sub(last_end);
            faults |= gap & !63 | data_off & 63;
            gaps |= gap;
            last_end = end;

            if descriptor.oddity() != 0 {
                match length_follows_from_shape(descriptor) {
                    Ok(nothing_else) => plain &= nothing_else,
                    Err(_) => faults |= 1,
                }
            }
        }
        Self {
            regular: faults == 0,
            heap_used,
            named,
            plain,
            gapless: gaps == 0,
            end: last_end,
        }
    }
}
