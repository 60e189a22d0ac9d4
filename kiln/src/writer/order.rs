//! The order of keys that are in no order.
//!
//! What is sorted is one word for each key: as much of its rank as fits, and its position behind that.
//! Keys are looked at again only where words tie. Words are moved by counting their first bytes, in
//! time that does not depend on the order; what shares these is compared, so that no choice of keys
//! costs more than n log n.

use crate::schema::View;
use alloc::vec::Vec;

/// How many words are sorted by comparing them.
const FEW: usize = 96;

/// Keys in ascending order, as words that hold their positions.
pub(super) struct Order<'w> {
    words: &'w [u64],
    position: u64,
}

impl Order<'_> {
    /// The positions, in key order.
    #[inline]
    pub(super) fn positions(&self) -> impl Iterator<Item = usize> {
        let mask = self.position;
        // What is below 2^32 came from a `usize`.
        self.words.iter().map(move |word| (word & mask) as usize)
    }
}

/// The order of as many keys as there are words; `None` if two are equal. `view` gives the key at a
/// position. There are at most 2^32.
pub(super) fn order<'k, 'w>(
    words: &'w mut [u64],
    view: impl Fn(usize) -> View<'k>,
) -> Option<Order<'w>> {
    let bits = usize::BITS - words.len().saturating_sub(1).leading_zeros();
    let position = (1 << bits) - 1;
    if (1..words.len()).all(|i| view(i - 1).compare(&view(i)).is_lt()) {
        for (i, word) in words.iter_mut().enumerate() {
            *word = i as u64;
        }
        return Some(Order { words, position });
    }
    let differing = ranks(words, &view);
    let unused = differing.leading_zeros();
    for (i, word) in words.iter_mut().enumerate() {
        *word = (word.unbounded_shl(unused) & !position) | i as u64;
    }
    if words.len() > FEW {
        let bytes = leading(differing.unbounded_shl(unused), bits);
        radix(words, bytes);
        let shared = 64 - 8 * bytes;
        runs(
            words,
            |a, b| a >> shared == b >> shared,
            |run| {
                run.sort_unstable();
                true
            },
        );
    } else {
        words.sort_unstable();
    }
    let at = |word: u64| view((word & position) as usize);
    let compare = |a: &u64, b: &u64| at(*a).compare(&at(*b));
    let distinct = runs(
        words,
        |a, b| (a ^ b) & !position == 0,
        |run| {
            run.sort_unstable_by(compare);
            run.windows(2)
                .all(|pair| compare(&pair[0], &pair[1]).is_lt())
        },
    );
    distinct.then_some(Order { words, position })
}

/// Makes the words the ranks of the keys, behind what begins all of them alike. Gives the bits in which
/// they differ.
#[inline]
fn ranks<'k>(words: &mut [u64], view: impl Fn(usize) -> View<'k>) -> u64 {
    let mut skip = 0;
    loop {
        let mut first = None;
        let (mut differing, mut more) = (0, false);
        for (i, word) in words.iter_mut().enumerate() {
            let key = view(i);
            *word = key.rank(skip);
            differing |= *word ^ *first.get_or_insert(*word);
            more |= key.goes_on(skip);
        }
        let common = differing.leading_zeros() / 8;
        if common < 4 || !more {
            return differing;
        }
        skip += common as usize;
    }
}

/// How many leading bytes tell most of 2^`bits` words apart, going by the bits that differ.
fn leading(differing: u64, bits: u32) -> u32 {
    let mut bytes = 1;
    while bytes < (64 - bits) / 8 {
        let rest = differing << (8 * bytes);
        let count = differing.count_ones() - rest.count_ones();
        if rest == 0 || count >= bits + 4 {
            break;
        }
        bytes += 1;
    }
    bytes
}

/// Sorts words by so many of their leading bytes.
fn radix(words: &mut [u64], bytes: u32) {
    let mut spare = Vec::from(&*words);
    let (mut from, mut to) = (words, spare.as_mut_slice());
    for byte in 8 - bytes..8 {
        let digit = |word: u64| (word >> (8 * byte)) as u8 as usize;
        let mut ends = [0_u32; 256];
        for word in from.iter() {
            ends[digit(*word)] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += core::mem::replace(end, sum);
        }
        for word in from.iter() {
            let place = &mut ends[digit(*word)];
            to[*place as usize] = *word;
            *place += 1;
        }
        core::mem::swap(&mut from, &mut to);
    }
    if bytes % 2 == 1 {
        to.copy_from_slice(from);
    }
}

/// Calls `run` for each longest run of two words and more whose neighbours are `alike`, until it says no.
#[inline]
fn runs(
    words: &mut [u64],
    alike: impl Fn(u64, u64) -> bool,
    mut run: impl FnMut(&mut [u64]) -> bool,
) -> bool {
    let mut start = 0;
    for i in 1..=words.len() {
        if i == words.len() || !alike(words[i - 1], words[i]) {
            if i - start > 1 && !run(&mut words[start..i]) {
                return false;
            }
            start = i;
        }
    }
    true
}
