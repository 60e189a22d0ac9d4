//! The hash of the name index. Never on the wire, so it may change.
//!
//! It is fast and has no secret: whoever reads this can make names that collide, and the index has
//! to live with it.

/// Sixteen bytes at a time through a multiplication to 128 bits, whose halves are folded together.
#[inline]
pub(super) fn hash(name: &[u8]) -> u64 {
    const A: u64 = 0x9e37_79b9_7f4a_7c15;
    const B: u64 = 0xd1b5_4a32_d192_ed03;
    let mut state = A ^ name.len() as u64;
    let (blocks, rest) = name.as_chunks::<16>();
    for block in blocks {
        let (low, high) = halves(block);
        state = fold(state ^ low, high ^ B);
    }
    if !rest.is_empty() {
        let mut last = [0; 16];
        // The last sixteen bytes, overlapping what has been mixed, are cheaper than a short copy.
        match name.last_chunk::<16>() {
            Some(tail) => last = *tail,
            None => short(rest, &mut last),
        }
        let (low, high) = halves(&last);
        state = fold(state ^ low, high ^ A);
    }
    fold(state ^ B, A)
}

/// Up to fifteen bytes into two words by overlapping moves of fixed size.
#[inline]
fn short(bytes: &[u8], into: &mut [u8; 16]) {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        into[..8].copy_from_slice(first);
        into[8..].copy_from_slice(last);
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        into[..4].copy_from_slice(first);
        into[8..12].copy_from_slice(last);
    } else {
        for (to, from) in into.iter_mut().zip(bytes) {
            *to = *from;
        }
    }
}

#[inline]
fn halves(block: &[u8; 16]) -> (u64, u64) {
    let both = u128::from_le_bytes(*block);
    #[expect(clippy::cast_possible_truncation)]
    (both as u64, (both >> 64) as u64)
}

#[inline]
#[expect(clippy::cast_possible_truncation)]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}
