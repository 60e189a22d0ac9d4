//! Steps 10 and 11 in words.

use super::Found;
use crate::Error;
use crate::tensor::dtype::DType;
use crate::tensor::quant_rules;
use crate::tensor::steps::header::Padded;
use crate::tensor::steps::{first_bad_bool, high_nibble_is_clear};
use crate::tensor::wire::{DESCRIPTOR, HEADER, round_up};
use alloc::format;

fn at(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

/// The payload, as far as it is there.
fn payload<'a>(padded: &Padded<'a>) -> &'a [u8] {
    let (start, end) = (at(padded.payload_base), at(padded.end));
    padded.bytes.get(start..end).unwrap_or_default()
}

/// `sound` says which descriptors step 9 has nothing against.
pub(super) fn placement(found: &mut Found<'_>, padded: &Padded<'_>, sound: &[bool]) {
    let table = found.table;
    let payload = payload(padded);
    let mut end = 0;
    // Whether what is before the next tensor ends where it says.
    let mut known = true;
    for (i, descriptor) in table.iter().enumerate() {
        let start = descriptor.data_off();
        let canonical = round_up(end).unwrap_or(u64::MAX);
        if sound[i] && start != canonical {
            let message = format!("data_off has to be {canonical}, it is {start}");
            found.tensor(10, Error::Type, i, HEADER + DESCRIPTOR * i + 0x10, message);
        } else if sound[i] && known {
            gap(found, padded, payload, end, start);
        }
        end = start.saturating_add(descriptor.data_len());
        known = sound[i];
    }
    if found.faults.is_empty() && end != padded.payload_bytes {
        let message = format!(
            "payload_bytes has to be {end}, it is {}",
            padded.payload_bytes
        );
        found.block(10, Error::Type, 40, message);
    }
}

fn gap(found: &mut Found<'_>, padded: &Padded<'_>, payload: &[u8], from: u64, to: u64) {
    let gap = payload.get(at(from)..at(to)).unwrap_or_default();
    if let Some(position) = gap.iter().position(|&byte| byte != 0) {
        let message = format!(
            "bytes between tensors are zero, this one is {}",
            gap[position]
        );
        let offset = at(padded.payload_base + from) + position;
        found.block(10, Error::Type, offset, message);
    }
}

pub(super) fn values(found: &mut Found<'_>, padded: &Padded<'_>, sound: &[bool]) {
    let table = found.table;
    let payload = payload(padded);
    for (i, descriptor) in table.iter().enumerate().filter(|(i, _)| sound[*i]) {
        let start = descriptor.data_off();
        let range = at(start)..at(start.saturating_add(descriptor.data_len()));
        let data = payload.get(range).unwrap_or_default();
        let begin = at(padded.payload_base.saturating_add(start));
        let odd = || {
            descriptor
                .shape()
                .product()
                .is_some_and(|p| p.elements() % 2 == 1)
        };
        match DType::from_code(descriptor.dtype_code()) {
            Some(DType::Bool) => {
                if let Some(position) = first_bad_bool(data) {
                    let message = format!("a bool is 0 or 1, this byte is {}", data[position]);
                    found.tensor(11, Error::Type, i, begin + position, message);
                }
            }
            Some(dtype) if dtype.is_packed() && !high_nibble_is_clear(data, odd()) => {
                let message =
                    "the high half of the last byte is zero behind an odd count, it is not".into();
                found.tensor(
                    11,
                    Error::Type,
                    i,
                    begin + data.len().saturating_sub(1),
                    message,
                );
            }
            _ => {}
        }
    }
    for (i, descriptor) in table.iter().enumerate().filter(|(i, _)| sound[*i]) {
        let index = u32::try_from(i).unwrap_or(u32::MAX);
        if let Err(rule) = quant_rules::check(table, index, descriptor) {
            let message = format!("quantization: {rule}");
            found.tensor(11, Error::Type, i, HEADER + DESCRIPTOR * i + 0x60, message);
        }
    }
}
