//! Names to indices: finds duplicates (step 8 d) and answers `get`.
//!
//! Up to eight tensors are searched one after another, without a heap. More go into a table with
//! open addressing, whose slots hold an index and 32 bits of the hash, so that a probe which
//! misses does not touch the name. The hash has no secret, so somebody can make names that
//! collide; a chain of probes that grows longer than honest names ever make gives the table up and
//! sorts instead. Worst case: O(n log n) comparisons to build, O(log n) to look up.

use super::hash::hash;
use super::table::Table;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// No index is built up to this many tensors.
const FEW: usize = 8;
/// At a load of at most two thirds the longest chain among 16 million honest names stays well
/// below this.
const PROBES: usize = 256;

/// Index + 1 below, 32 bits of the hash above; 0 is a free slot.
type Slot = u64;

#[derive(Clone)]
pub(super) enum NameIndex<'a> {
    Few,
    Table(Cow<'a, [Slot]>),
    /// Indices of the named tensors in bytewise order of their names.
    Sorted(Cow<'a, [u32]>),
}

pub(super) enum NamesFault {
    Duplicate {
        first: u32,
        second: u32,
    },
    /// The index would take more memory than the limit allows, or than there is.
    Memory,
}

impl NameIndex<'static> {
    /// The index of all names that are not empty; `named` says how many these are.
    pub(super) fn build(
        table: Table<'_>,
        named: usize,
        max_alloc: u64,
    ) -> Result<Self, NamesFault> {
        if table.descriptors.len() <= FEW {
            return few_are_unique(table).map(|()| Self::Few);
        }
        match hashed(table, named, max_alloc)? {
            Some(slots) => Ok(Self::Table(Cow::Owned(slots))),
            None => sorted(table, named, max_alloc).map(|order| Self::Sorted(Cow::Owned(order))),
        }
    }
}

impl NameIndex<'_> {
    pub(super) fn borrowed(&self) -> NameIndex<'_> {
        match self {
            Self::Few => NameIndex::Few,
            Self::Table(slots) => NameIndex::Table(Cow::Borrowed(slots)),
            Self::Sorted(order) => NameIndex::Sorted(Cow::Borrowed(order)),
        }
    }

    pub(super) fn into_owned(self) -> NameIndex<'static> {
        match self {
            Self::Few => NameIndex::Few,
            Self::Table(slots) => NameIndex::Table(Cow::Owned(slots.into_owned())),
            Self::Sorted(order) => NameIndex::Sorted(Cow::Owned(order.into_owned())),
        }
    }

    /// The memory that it takes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Few => 0,
            Self::Table(slots) => size_of_val(&**slots),
            Self::Sorted(order) => size_of_val(&**order),
        }
    }

    /// The index of the tensor with this name. The empty name is nobody's.
    pub(super) fn find(&self, table: Table<'_>, name: &[u8]) -> Option<u32> {
        if name.is_empty() {
            return None;
        }
        match self {
            Self::Few => table
                .numbered()
                .find(|(_, descriptor)| table.name_of(*descriptor) == name)
                .map(|(index, _)| index),
            Self::Table(slots) => {
                let hash = hash(name);
                let mask = slots.len().checked_sub(1)?;
                let mut at = position(hash) & mask;
                // The table is never full, and no chain in it is longer than PROBES.
                for _ in 0..=PROBES {
                    let slot = *slots.get(at)?;
                    if slot == 0 {
                        return None;
                    }
                    if tag_of(slot) == tag(hash) && table.name(index_of(slot)) == name {
                        return Some(index_of(slot));
                    }
                    at = (at + 1) & mask;
                }
                None
            }
            Self::Sorted(order) => order
                .binary_search_by(|&index| table.name(index).cmp(name))
                .ok()
                .and_then(|at| order.get(at).copied()),
        }
    }
}

fn few_are_unique(table: Table<'_>) -> Result<(), NamesFault> {
    for (second, descriptor) in table.numbered() {
        let name = table.name_of(descriptor);
        if name.is_empty() {
            continue;
        }
        for (first, earlier) in (0..second).zip(table.iter()) {
            if table.name_of(earlier) == name {
                return Err(NamesFault::Duplicate { first, second });
            }
        }
    }
    Ok(())
}

/// `None` if a chain of probes grew too long.
fn hashed(table: Table<'_>, named: usize, max_alloc: u64) -> Result<Option<Vec<Slot>>, NamesFault> {
    if named == 0 {
        return Ok(Some(Vec::new()));
    }
    let slots = (named + named / 2 + 1).next_power_of_two();
    let mut slots = zeroed::<Slot>(slots, max_alloc)?;
    let mask = slots.len() - 1;
    for (second, descriptor) in table.numbered() {
        let name = table.name_of(descriptor);
        if name.is_empty() {
            continue;
        }
        let hash = hash(name);
        let mut at = position(hash) & mask;
        let mut left = PROBES;
        loop {
            let Some(slot) = slots.get_mut(at) else {
                return Ok(None);
            };
            if *slot == 0 {
                *slot = u64::from(tag(hash)) << 32 | u64::from(second + 1);
                break;
            }
            if tag_of(*slot) == tag(hash) {
                let first = index_of(*slot);
                if table.name(first) == name {
                    return Err(NamesFault::Duplicate { first, second });
                }
            }
            if left == 0 {
                return Ok(None);
            }
            left -= 1;
            at = (at + 1) & mask;
        }
    }
    Ok(Some(slots))
}

fn sorted(table: Table<'_>, named: usize, max_alloc: u64) -> Result<Vec<u32>, NamesFault> {
    let mut order = zeroed::<u32>(named, max_alloc)?;
    order.clear();
    order.extend(
        table
            .numbered()
            .filter(|(_, descriptor)| descriptor.name_len() != 0)
            .map(|(index, _)| index),
    );
    // By name, then by index: of equal names the earlier tensor comes first.
    order.sort_unstable_by(|&a, &b| table.name(a).cmp(table.name(b)).then(a.cmp(&b)));
    for pair in order.windows(2) {
        if table.name(pair[0]) == table.name(pair[1]) {
            return Err(NamesFault::Duplicate {
                first: pair[0],
                second: pair[1],
            });
        }
    }
    Ok(order)
}

fn zeroed<T: Clone + Default>(count: usize, max_alloc: u64) -> Result<Vec<T>, NamesFault> {
    let bytes = (count as u64).saturating_mul(size_of::<T>() as u64);
    if bytes > max_alloc {
        return Err(NamesFault::Memory);
    }
    let mut items = Vec::new();
    items
        .try_reserve_exact(count)
        .map_err(|_| NamesFault::Memory)?;
    items.resize(count, T::default());
    Ok(items)
}

const fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}
const fn tag_of(slot: Slot) -> u32 {
    (slot >> 32) as u32
}
/// The lower half is what it is for.
#[expect(clippy::cast_possible_truncation)]
const fn position(hash: u64) -> usize {
    hash as u32 as usize
}
/// Only for slots that are not free.
#[expect(clippy::cast_possible_truncation)]
const fn index_of(slot: Slot) -> u32 {
    (slot as u32).wrapping_sub(1)
}
