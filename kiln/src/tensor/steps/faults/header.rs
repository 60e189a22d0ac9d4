//! Steps 1 to 7 in words.

use super::Fault;
use crate::tensor::steps::header::Padded;
use crate::tensor::steps::{
    Input, step_01_magic, step_02_header_is_known, step_03_counts_are_within_the_cap,
    step_04_directory_bytes_is_the_sum, step_05_directory_is_there, step_06_block_is_there,
    step_07_padding_is_zero,
};
use crate::tensor::wire::{self, HEADER, Header, get_u16, round_up};
use crate::{Error, Limits};
use alloc::format;
use alloc::string::String;

/// The steps themselves decide; what they decided is then explained from the header.
pub(super) fn head<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Padded<'a>, Fault<'a>> {
    let fault = |step: u8| {
        move |error: Error| {
            let (offset, message) = explain(step, error, bytes, limits);
            Fault {
                step,
                error,
                offset,
                tensor: None,
                message,
            }
        }
    };
    let magic = step_01_magic(Input::whole(bytes)).map_err(fault(1))?;
    let header = step_02_header_is_known(magic).map_err(fault(2))?;
    let counts = step_03_counts_are_within_the_cap(header, limits).map_err(fault(3))?;
    let sum = step_04_directory_bytes_is_the_sum(counts).map_err(fault(4))?;
    let directory = step_05_directory_is_there(sum).map_err(fault(5))?;
    let block = step_06_block_is_there(directory).map_err(fault(6))?;
    step_07_padding_is_zero(block).map_err(fault(7))
}

fn explain(step: u8, error: Error, bytes: &[u8], limits: &Limits) -> (usize, String) {
    let there = bytes.len();
    let Some(first) = bytes.first_chunk::<HEADER>() else {
        let message = match error {
            Error::Frame => {
                let magic = bytes.get(..4).unwrap_or(bytes).escape_ascii();
                format!("a tensor block begins with KLNT, this begins with \"{magic}\"")
            }
            _ => format!("a tensor block has a header of {HEADER} bytes, {there} are unread"),
        };
        return (0, message);
    };
    let header = Header::parse(first);
    let Header {
        tensor_count,
        name_bytes,
        directory_bytes,
        payload_base,
        payload_bytes,
    } = header;
    let cap = limits.max_count;
    let directory_end = u128::from(directory_bytes) + HEADER as u128;
    let end = u128::from(payload_base) + u128::from(payload_bytes);
    match step {
        1 => {
            let magic = first[..4].escape_ascii();
            (
                0,
                format!("a tensor block begins with KLNT, this begins with \"{magic}\""),
            )
        }
        2 => second(first),
        3 if tensor_count > u64::from(cap) => (
            8,
            format!("a count of {tensor_count} tensors is above the cap of {cap}"),
        ),
        3 => (
            16,
            format!("{name_bytes} bytes of names are above the cap of {cap}"),
        ),
        4 => {
            let sum = u128::from(tensor_count) * 128 + u128::from(name_bytes);
            (
                24,
                format!(
                    "directory_bytes has to be {tensor_count} × 128 + {name_bytes} = {sum}, it is {directory_bytes}"
                ),
            )
        }
        5 => (
            HEADER,
            format!("the directory ends at byte {directory_end} of the block, {there} are there"),
        ),
        6 if error == Error::Limit => (
            32,
            format!(
                "payload_base {payload_base} and payload_bytes {payload_bytes} add up to more than 64 bits"
            ),
        ),
        6 => (
            32,
            format!("the block ends at its byte {end}, {there} are there"),
        ),
        _ => {
            let directory_end = HEADER as u64 + directory_bytes;
            match round_up(directory_end) {
                Some(base) if base == payload_base => {
                    let padding = usize::try_from(directory_end).unwrap_or(there);
                    let rest = bytes.get(padding..).unwrap_or_default();
                    let at = padding + rest.iter().position(|&byte| byte != 0).unwrap_or(0);
                    let byte = bytes.get(at).copied().unwrap_or_default();
                    (
                        at,
                        format!("padding before the payload is zero, this byte is {byte}"),
                    )
                }
                base => (
                    32,
                    format!(
                        "payload_base has to be {}, it is {payload_base}",
                        base.unwrap_or(u64::MAX)
                    ),
                ),
            }
        }
    }
}

fn second(header: &[u8; HEADER]) -> (usize, String) {
    let version = get_u16::<4, _>(header);
    let flags = get_u16::<6, _>(header);
    if version != wire::VERSION {
        return (
            4,
            format!("the version has to be {}, it is {version}", wire::VERSION),
        );
    }
    if flags != wire::FLAGS {
        return (
            6,
            format!("the flags have to be {}, they are {flags}", wire::FLAGS),
        );
    }
    let at = 48 + header[48..].iter().position(|&byte| byte != 0).unwrap_or(0);
    (
        at,
        format!("reserved bytes are zero, this one is {}", header[at]),
    )
}
