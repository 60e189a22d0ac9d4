//! Bytes that are nearly right.

use crate::blocks::Rng;

/// Changes something: most often a count, a tag or the length.
pub fn mutate(rng: &mut Rng, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        bytes.push(0);
        return;
    }
    let at = rng.below(bytes.len());
    match rng.below(10) {
        0 => bytes.truncate(at),
        1 => bytes.extend(std::iter::repeat_n(0, 1 + rng.below(5))),
        2 => bytes[at] ^= 1 << rng.below(8),
        3 => bytes[at] = rng.pick(&[0, 1, 2, 3, 0x7f, 0x80, 0xff]),
        4 => bytes[at] = bytes[at].wrapping_add(1),
        5 => bytes[at] = bytes[at].wrapping_sub(1),
        6 => drop(bytes.remove(at)),
        7 => bytes.insert(at, rng.pick(&[0, 1, 0xff])),
        8 => {
            let count: u32 = rng.pick(&[0, 1, 2, 5, 16_777_216, 16_777_217, u32::MAX]);
            let end = bytes.len().min(at + 4);
            bytes[at..end].copy_from_slice(&count.to_le_bytes()[..end - at]);
        }
        // Something from elsewhere: keys change places.
        _ => {
            let from = rng.below(bytes.len());
            let len = rng.below(9).min(bytes.len() - from.max(at));
            bytes.copy_within(from..from + len, at);
        }
    }
}
