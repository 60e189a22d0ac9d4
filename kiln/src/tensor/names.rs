//! Names to indices: finds duplicates (step 8 d) and answers `get`.
//!
//! Up to eight tensors are searched one after another, without a heap. More go into a table with
//! open addressing, whose slots hold an index and some bits of the hash, so that a probe which
//! misses hardly ever touches the name. The hash has no secret, so somebody can make names that
//! collide; a chain of probes that grows longer than honest names ever make gives the table up and
//! sorts instead. Worst case: O(n log n) comparisons to build, O(log n) to look up.

use super::hash::hash;
use super::table::Table;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// No index is built up to this many tensors.
const FEW: usize = 8;
/// At a load of at most a third the longest chain among 16 million honest names stays well
/// below this.
const PROBES: usize = 256;

/// Index + 1 in the lower bits, in as many as there are tensors (see [`Split`]), and in the others
/// those of the hash; 0 is a free slot. Half of eight bytes for twice the slots: fewer names meet.
type Slot = u32;

/// Where a slot is divided.
#[derive(Copy, Clone)]
struct Split {
    index: u32,
}

impl Split {
    #[inline]
    fn of(table: Table<'_>) -> Self {
        // There are at most as many tensors as a `u32` can say (step 3).
        let count = u32::try_from(table.descriptors.len()).unwrap_or(u32::MAX);
        Self {
            index: u32::MAX.checked_shr(count.leading_zeros()).unwrap_or(0),
        }
    }

    /// The bits of a hash that a slot holds: of its upper half, as the lower one says where.
    #[inline]
    const fn tag(self, hash: u64) -> Slot {
        (hash >> 32) as u32 & !self.index
    }

    /// The index in a slot that is not free, if its tag is this one.
    #[inline]
    const fn index_if(self, slot: Slot, tag: Slot) -> Option<u32> {
        if slot & !self.index == tag {
            Some((slot & self.index).wrapping_sub(1))
        } else {
            None
        }
    }
}

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
                let (hash, split) = (hash(name), Split::of(table));
                let tag = split.tag(hash);
                let mask = slots.len().checked_sub(1)?;
                let mut at = position(hash) & mask;
                // The table is never full, and no chain in it is longer than PROBES.
                for _ in 0..=PROBES {
                    let slot = *slots.get(at)?;
                    if slot == 0 {
                        return None;
                    }
                    if let Some(index) = split.index_if(slot, tag)
                        && table.name(index) == name
                    {
                        return Some(index);
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
    let slots = (named + named / 2 + 1).next_power_of_two() * 2;
    let mut slots = zeroed::<Slot>(slots, max_alloc)?;
    let split = Split::of(table);
    let mask = slots.len() - 1;
    for (second, descriptor) in table.numbered() {
        let name = table.name_of(descriptor);
        if name.is_empty() {
            continue;
        }
        let hash = hash(name);
        let new = split.tag(hash) | (second + 1);
        match slots.get_mut(position(hash) & mask) {
            Some(slot) if *slot == 0 => *slot = new,
            _ => {
                if !probe(table, split, &mut slots, hash, second)? {
                    return Ok(None);
                }
            }
        }
    }
    Ok(Some(slots))
}

/// Puts a name behind others at its place. False if the chain of probes grows too long.
#[inline(never)]
fn probe(
    table: Table<'_>,
    split: Split,
    slots: &mut [Slot],
    hash: u64,
    second: u32,
) -> Result<bool, NamesFault> {
    let mask = slots.len() - 1;
    let tag = split.tag(hash);
    let mut at = position(hash) & mask;
    for _ in 0..=PROBES {
        let Some(slot) = slots.get_mut(at) else {
            break;
        };
        if *slot == 0 {
            *slot = tag | (second + 1);
            return Ok(true);
        }
        if let Some(first) = split.index_if(*slot, tag)
            && table.name(first) == table.name(second)
        {
            return Err(NamesFault::Duplicate { first, second });
        }
        at = (at + 1) & mask;
    }
    Ok(false)
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

/// The lower half is what it is for.
#[expect(clippy::cast_possible_truncation)]
const fn position(hash: u64) -> usize {
    hash as u32 as usize
}
