//! Steps 8 and 9 in words, descriptor by descriptor.

use super::Found;
use crate::tensor::dtype::DType;
use crate::tensor::names::{NameIndex, NamesFault};
use crate::tensor::shape::{ShapeFault, element_and_byte_count};
use crate::tensor::steps::directory::is_text;
use crate::tensor::wire::{DESCRIPTOR, Descriptor, HEADER};
use crate::{Error, Limits};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Where a field of a descriptor lies in the block.
fn field(tensor: usize, at: usize) -> usize {
    HEADER + DESCRIPTOR * tensor + at
}

pub(super) fn names(found: &mut Found<'_>, limits: &Limits) {
    let table = found.table;
    for (i, descriptor) in table.iter().enumerate() {
        if descriptor.reserved() != 0 {
            let message = "reserved bytes of a descriptor are zero, these are not".into();
            found.tensor(8, Error::Frame, i, field(i, 0x0b), message);
        }
    }
    let reserved = found.count_of(8);
    let heap = HEADER + DESCRIPTOR * table.descriptors.len();
    let mut used = 0;
    for (i, descriptor) in table.iter().enumerate() {
        let start = used;
        used += usize::from(descriptor.name_len()) + usize::from(descriptor.layout_len());
        let offset = descriptor.name_off();
        if offset as usize != start {
            let message = format!("name_off has to be {start}, it is {offset}");
            found.tensor(8, Error::Type, i, field(i, 0), message);
        } else if used > table.heap.len() {
            let message = format!(
                "name and layout end at byte {used} of the heap, which has {}",
                table.heap.len()
            );
            found.tensor(8, Error::Type, i, field(i, 4), message);
        } else {
            let texts = [
                ("name", table.name_of(descriptor)),
                ("layout", table.layout_of(descriptor)),
            ];
            let mut at = heap + start;
            for (what, text) in texts {
                if let Err(error) = is_text(text) {
                    let message = match error {
                        Error::Utf8 => format!("the {what} is no UTF-8"),
                        _ => format!("the {what} holds a control character"),
                    };
                    found.tensor(8, error, i, at, message);
                    // The reader stops at the first of the two.
                    break;
                }
                at += text.len();
            }
        }
    }
    if found.count_of(8) > reserved {
        // Without knowing where names are, no more can be said of them.
        return;
    }
    if used != table.heap.len() {
        let message = format!(
            "names and layouts take {used} bytes, the heap has {}",
            table.heap.len()
        );
        found.block(8, Error::Type, heap + used, message);
    }
    let named = table
        .iter()
        .filter(|descriptor| descriptor.name_len() != 0)
        .count();
    if let Err(NamesFault::Memory) = NameIndex::build(table, named, limits.max_alloc) {
        let message = format!(
            "the index of names is above the budget of {} bytes",
            limits.max_alloc
        );
        found.block(8, Error::Limit, HEADER, message);
        return;
    }
    let mut seen: BTreeMap<&[u8], usize> = BTreeMap::new();
    for (i, descriptor) in table.iter().enumerate() {
        let name = table.name_of(descriptor);
        if name.is_empty() {
            continue;
        }
        match seen.get(name) {
            Some(first) => {
                let message = format!("the name is that of tensor {first} as well");
                found.tensor(8, Error::Type, i, field(i, 0), message);
            }
            None => drop(seen.insert(name, i)),
        }
    }
}

/// Which descriptors have nothing wrong with their shape and place in themselves.
pub(super) fn shapes(found: &mut Found<'_>, payload_bytes: u64) -> Vec<bool> {
    let table = found.table;
    let mut sound = Vec::with_capacity(table.descriptors.len());
    for (i, descriptor) in table.iter().enumerate() {
        let fault = shape(descriptor, payload_bytes);
        sound.push(fault.is_none());
        if let Some((error, at, message)) = fault {
            found.tensor(9, error, i, field(i, at), message);
        }
    }
    let mut end = 0;
    for (i, descriptor) in table.iter().enumerate() {
        if !sound[i] || descriptor.data_len() == 0 {
            continue;
        }
        let start = descriptor.data_off();
        if start < end {
            let message = format!(
                "the data begins at byte {start} of the payload, the data before it ends at {end}"
            );
            found.tensor(9, Error::Type, i, field(i, 0x10), message);
            sound[i] = false;
        }
        // Beyond all before it, not only the last: what is sound does not overlap, and is looked at
        // once.
        end = end.max(start.saturating_add(descriptor.data_len()));
    }
    sound
}

/// What step 9 (a) says of one descriptor: the error, the field and a sentence.
fn shape(descriptor: Descriptor<'_>, payload_bytes: u64) -> Option<(Error, usize, String)> {
    let (start, length) = (descriptor.data_off(), descriptor.data_len());
    let end = u128::from(start) + u128::from(length);
    if end > u128::from(payload_bytes) {
        let message =
            format!("the data ends at byte {end} of the payload, which has {payload_bytes}");
        return Some((Error::Type, 0x10, message));
    }
    let code = descriptor.dtype_code();
    let Some(dtype) = DType::from_code(code) else {
        return Some((Error::Type, 8, format!("there is no dtype {code:#04x}")));
    };
    let rank = descriptor.rank();
    let shape = descriptor.shape();
    let Some(past) = shape.dims().get(usize::from(rank)..) else {
        return Some((
            Error::Type,
            0x0a,
            format!("the rank is at most 8, it is {rank}"),
        ));
    };
    if let Some(at) = past.iter().position(|&dim| dim != 0) {
        let at = usize::from(rank) + at;
        let message = format!(
            "dims past the rank of {rank} are zero, number {at} is {}",
            shape.dims()[at]
        );
        return Some((Error::Type, 0x20 + 8 * at, message));
    }
    let quant = descriptor.quant();
    let name = dtype.name();
    match element_and_byte_count(dtype, &shape, quant.block0, quant.block1) {
        Err(ShapeFault::Block) => Some((
            Error::Type,
            0x64,
            format!(
                "a last dim of {:?} does not divide into blocks of {} elements in {} bytes",
                shape.last(),
                quant.block0,
                quant.block1
            ),
        )),
        Err(ShapeFault::Overflow) => Some((
            Error::Limit,
            0x20,
            format!(
                "a shape of {:?} of {name} is more than 64 bits count",
                &shape[..]
            ),
        )),
        Ok((_, bytes)) if bytes != length => Some((
            Error::Type,
            0x18,
            format!(
                "a shape of {:?} of {name} takes {bytes} bytes, data_len is {length}",
                &shape[..]
            ),
        )),
        Ok(_) => None,
    }
}
