//! The bytes copied, the values cloned: no crate can be faster by much.

use crate::{Case, Mode, Who};
use std::hint::black_box;

/// What the machine takes by itself. `wire` is Kiln's; `plain` the memory of the values where that is all there is
/// to copy, so that the limit reads what encoders read.
pub(crate) fn add_limits<T: Clone>(
    case: &mut Case,
    values: &'static [T],
    wire: &'static [Vec<u8>],
    plain: Option<&'static [u8]>,
) {
    let memcpy = Who::limit("memcpy");
    let sources: &'static [&'static [u8]] = match plain {
        Some(bytes) => vec![bytes].leak(),
        None => wire.iter().map(Vec::as_slice).collect::<Vec<_>>().leak(),
    };
    let output = case.output.clone();
    case.add(memcpy, Mode::Reuse, move || {
        output.with(|out| {
            for bytes in sources {
                out.clear();
                out.extend_from_slice(black_box(bytes));
                black_box(&*out);
            }
        });
    });
    case.add(memcpy, Mode::Fresh, move || {
        for bytes in sources {
            black_box(&black_box(bytes).to_vec());
        }
    });
    case.add(Who::limit("clone"), Mode::Owned, move || {
        for value in values {
            black_box(&black_box(value).clone());
        }
    });
    // For other data, a copy of the bytes is far from what decoding has to do.
    if plain.is_some() {
        let input = case.input.clone();
        case.add(memcpy, Mode::Owned, move || {
            for bytes in wire {
                input.with(bytes, |bytes| black_box(&black_box(bytes).to_vec()).len());
            }
        });
    }
}
