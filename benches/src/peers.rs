//! How contenders are checked and timed. What they call is in `ways`.
//!
//! Results are shown to `black_box` by reference: a move of them right after they were written would be measured
//! along, and a load of 16 bytes over two fresh stores of 8 costs more than a tiny message.

use crate::{Case, Mode, Who};
use std::hint::black_box;

/// Adds a contender that encodes to a fresh buffer and decodes to owned values, after trying it once.
///
/// The values are messages that travel one at a time; most cases have just one.
pub(crate) fn add<T: PartialEq, B: AsRef<[u8]> + 'static>(
    case: &mut Case,
    who: Who,
    values: &'static [T],
    fresh: impl FnMut(&T) -> B + 'static,
    mut decode: impl FnMut(&[u8]) -> T + 'static,
) -> &'static [B] {
    let wire = add_fresh(case, who, values, fresh);
    for (value, bytes) in values.iter().zip(wire) {
        let back = case.input.with(bytes.as_ref(), &mut decode);
        assert!(back == *value, "{who:?}: another value came back");
    }
    case.wire
        .push((who, wire.iter().flat_map(AsRef::as_ref).copied().collect()));
    if let [message] = wire {
        let input = case.input.clone();
        case.add(who, Mode::Owned, move || {
            input.with(message.as_ref(), |bytes| {
                black_box(&decode(black_box(bytes)));
            });
        });
    } else {
        case.add(who, Mode::Owned, move || {
            for bytes in wire {
                black_box(&decode(black_box(bytes.as_ref())));
            }
        });
    }
    wire
}

/// Adds a contender that encodes to a fresh buffer. Returns what it wrote.
pub(crate) fn add_fresh<T, B: AsRef<[u8]> + 'static>(
    case: &mut Case,
    who: Who,
    values: &'static [T],
    mut fresh: impl FnMut(&T) -> B + 'static,
) -> &'static [B] {
    let wire = wire(values, &mut fresh);
    case.add(who, Mode::Fresh, move || {
        for value in values {
            black_box(&fresh(black_box(value)));
        }
    });
    wire
}

/// Adds a contender that appends to a `Vec<u8>`, the common one.
pub(crate) fn add_reuse<T>(
    case: &mut Case,
    who: Who,
    values: &'static [T],
    wire: &[Vec<u8>],
    mut write: impl FnMut(&T, &mut Vec<u8>) + 'static,
) {
    let output = case.output.clone();
    output.with(|out| {
        for (value, bytes) in values.iter().zip(wire) {
            out.clear();
            write(value, out);
            assert!(out == bytes, "{who:?}: two encodings of one value");
        }
    });
    case.add(who, Mode::Reuse, move || {
        output.with(|out| {
            for value in values {
                out.clear();
                write(black_box(value), out);
                black_box(&*out);
            }
        });
    });
}

/// Adds a contender that writes over a slice, which is the common buffer made large enough beforehand, and says
/// how much of it there is to look at.
pub(crate) fn add_slice<T>(
    case: &mut Case,
    who: Who,
    values: &'static [T],
    wire: &[Vec<u8>],
    mut write: impl FnMut(&T, &mut [u8]) -> usize + 'static,
) {
    let needed = wire.iter().map(Vec::len).max().unwrap_or(0);
    let mut slice = move |out: &mut Vec<u8>, value: &T| -> usize {
        // After another contender. Not while it is timed.
        if out.len() < needed {
            out.resize(needed, 0);
        }
        write(value, out)
    };
    let output = case.output.clone();
    output.with(|out| {
        for (value, bytes) in values.iter().zip(wire) {
            let n = slice(out, value);
            assert!(
                out[..n].starts_with(bytes),
                "{who:?}: two encodings of one value"
            );
        }
    });
    case.add(who, Mode::Reuse, move || {
        output.with(|out| {
            for value in values {
                let n = slice(out, black_box(value));
                black_box(&out[..n]);
            }
        });
    });
}

/// Adds a contender that encodes into a buffer of a type of its own, and shows what it wrote.
pub(crate) fn add_own<T>(
    case: &mut Case,
    who: Who,
    values: &'static [T],
    wire: &[impl AsRef<[u8]>],
    mut write: impl FnMut(&T, &mut dyn FnMut(&[u8])) + 'static,
) {
    for (value, bytes) in values.iter().zip(wire) {
        let mut same = false;
        write(value, &mut |written| same = written == bytes.as_ref());
        assert!(same, "{who:?}: two encodings of one value");
    }
    case.add(who, Mode::Reuse, move || {
        for value in values {
            write(black_box(value), &mut |written| {
                black_box(written);
            });
        }
    });
}

/// Adds a contender in the mode for borrowed values.
pub(crate) fn add_borrowed<R, B: AsRef<[u8]> + 'static>(
    case: &mut Case,
    who: Who,
    wire: &'static [B],
    mut decode: impl FnMut(&'static [u8]) -> R + 'static,
) {
    case.add(who, Mode::Borrowed, move || {
        for bytes in wire {
            black_box(&decode(black_box(bytes.as_ref())));
        }
    });
}

/// Each value encoded, for as long as the program runs.
pub(crate) fn wire<T, B>(values: &[T], encode: impl FnMut(&T) -> B) -> &'static [B] {
    values.iter().map(encode).collect::<Vec<B>>().leak()
}
