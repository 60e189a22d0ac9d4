//! The order of keys that are in no order.
//!
//! What is sorted is one word for each key: as much of its rank as fits, and its position behind that.
//! Keys are looked at again only where words tie. Many words are moved to where counting says that
//! their first bits belong, and what shares these is sorted by comparison: no choice of keys costs more
//! than n log n.

use crate::schema::View;
use alloc::vec::Vec;

/// How many words are sorted by comparing them: to count takes longer then.
const FEW: usize = 600;

/// How many bits are counted at a time.
const DIGIT: u32 = 11;

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
        self.words.iter().map(move |word| index(word & mask))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "of a position nothing is lost; of a digit, what is above it"
)]
fn index(bits: u64) -> usize {
    bits as usize
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
    let (least, most) = ranks(words, &view);
    let unused = (most - least).leading_zeros();
    let mut differing = 0;
    for (i, word) in words.iter_mut().enumerate() {
        let rank = (*word - least).unbounded_shl(unused);
        differing |= rank;
        *word = (rank & !position) | i as u64;
    }
    if words.len() > FEW {
        let digits = leading(differing, bits);
        radix(words, digits);
        let shared = 64 - DIGIT * digits;
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
    let at = |word: u64| view(index(word & position));
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

/// Makes the words the ranks of the keys, behind what begins all of them alike. Gives the least and the
/// most.
#[inline]
fn ranks<'k>(words: &mut [u64], view: impl Fn(usize) -> View<'k>) -> (u64, u64) {
    let Some(last) = words.len().checked_sub(1) else {
        return (0, 0);
    };
    let first = view(0);
    // A guess, and worth it only if it is not short: each key is held against it.
    let mut skip = first.common(&view(last / 2)).min(first.common(&view(last)));
    if skip < 4 {
        skip = 0;
    }
    loop {
        let (mut least, mut most, mut common) = (u64::MAX, 0, skip);
        for (i, word) in words.iter_mut().enumerate() {
            let key = view(i);
            if common > 0 && !first.agrees(&key, common) {
                common = first.common(&key);
            }
            *word = key.rank(skip);
            least = least.min(*word);
            most = most.max(*word);
        }
        if common == skip {
            return (least, most);
        }
        skip = common;
    }
}

/// How many leading digits tell most of 2^`bits` words apart, going by the bits that differ.
fn leading(differing: u64, bits: u32) -> u32 {
    let mut digits = 1;
    while digits < (64 - bits) / DIGIT {
        let rest = differing << (DIGIT * digits);
        if rest == 0 || differing.count_ones() - rest.count_ones() >= bits {
            break;
        }
        digits += 1;
    }
    digits
}

/// Sorts words by so many of their leading digits, the last one first.
#[inline(never)]
fn radix(words: &mut [u64], digits: u32) {
    let mut spare = Vec::from(&*words);
    let (mut from, mut to) = (words, spare.as_mut_slice());
    for digit in (1..=digits).rev() {
        let digit = |word: u64| index(word >> (64 - DIGIT * digit)) % (1 << DIGIT);
        let mut places = [0_u32; 1 << DIGIT];
        for word in from.iter() {
            places[digit(*word)] += 1;
        }
        let mut sum = 0;
        for place in &mut places {
            sum += core::mem::replace(place, sum);
        }
        for word in from.iter() {
            let place = &mut places[digit(*word)];
            to[*place as usize] = *word;
            *place += 1;
        }
        core::mem::swap(&mut from, &mut to);
    }
    if digits % 2 == 1 {
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
