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
    // The last sixteen bytes, overlapping what has been mixed, are cheaper than a short copy.
    let (low, high) = match name.last_chunk::<16>() {
        Some(tail) => {
            let mut left = name;
            while let Some((block, rest)) = left.split_first_chunk::<16>()
                && !rest.is_empty()
            {
                let (low, high) = halves(block);
                state = fold(state ^ low, high ^ B);
                left = rest;
            }
            halves(tail)
        }
        None => short(name),
    };
    fold(fold(state ^ low, high ^ A) ^ B, A)
}

/// Up to fifteen bytes as two words, by overlapping loads of fixed size.
#[inline]
fn short(bytes: &[u8]) -> (u64, u64) {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (u64::from_le_bytes(*first), u64::from_le_bytes(*last))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let word = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
        (word(first), word(last))
    } else {
        let byte = |low: u64, byte: &u8| low << 8 | u64::from(*byte);
        (bytes.iter().fold(0, byte), 0)
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
