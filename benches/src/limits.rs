//! The bytes copied, the values cloned: no crate can be faster by much.

use crate::{Case, Mode, Who};
use std::hint::black_box;

/// What the machine takes by itself. `wire` is Kiln's; `plain` the memory of the one value where that is all there
/// is to copy.
pub(crate) fn add_limits<T: Clone>(
    case: &mut Case,
    values: &'static [T],
    wire: &'static [Vec<u8>],
    plain: Option<&'static [u8]>,
) {
    match (plain, wire) {
        (Some(plain), [wire]) => add_plain(case, wire, plain),
        _ => add_wire(case, wire),
    }
    case.add(Who::limit("clone"), Mode::Owned, move || {
        for value in values {
            black_box(&black_box(value).clone());
        }
    });
}

const MEMCPY: Who = Who::limit("memcpy");

/// The bytes, from one buffer to another.
fn add_wire(case: &mut Case, wire: &'static [Vec<u8>]) {
    let output = case.output.clone();
    case.add(MEMCPY, Mode::Reuse, move || {
        output.with(|out| {
            for bytes in wire {
                out.clear();
                out.extend_from_slice(black_box(bytes));
                black_box(&*out);
            }
        });
    });
    case.add(MEMCPY, Mode::Fresh, move || {
        for bytes in wire {
            black_box(&black_box(bytes).to_vec());
        }
    });
}

/// The same copies that Kiln has to make: from the memory of the value to behind a count, and from behind the count
/// to a fresh `Vec`, so that nobody has the better alignment.
fn add_plain(case: &mut Case, wire: &'static [u8], plain: &'static [u8]) {
    let count = wire.len() - plain.len();
    let write = move |out: &mut Vec<u8>| {
        let head = &black_box(wire)[..count];
        out.extend_from_slice(head);
        out.extend_from_slice(black_box(plain));
    };
    let output = case.output.clone();
    case.add(MEMCPY, Mode::Reuse, move || {
        output.with(|out| {
            out.clear();
            write(out);
            black_box(&*out);
        });
    });
    case.add(MEMCPY, Mode::Fresh, move || {
        let mut out = Vec::with_capacity(wire.len());
        write(&mut out);
        black_box(&out);
    });
    let input = case.input.clone();
    case.add(MEMCPY, Mode::Owned, move || {
        input.with(wire, |bytes| {
            black_box(&black_box(&bytes[count..]).to_vec());
        });
    });
}
