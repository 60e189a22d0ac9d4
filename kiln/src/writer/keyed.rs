//! Sets and dicts: in key order on the wire, whatever their order in memory (format section 4).
//!
//! Three ways lead there. Where the collection ascends by an `Ord` that is known to be the order of the
//! wire, it is written as it comes. Where that much is known of the keys alone, they are put in order by
//! what they hold in memory. Else the bytes that a key writes are what decides: keys may be of a type
//! whose `Ord` is another, or be converted by somebody's function, which need not give the same twice.

use super::{Writer, order::order};
use crate::{
    Encode, Error,
    private::{exactly, fixed, require_key},
    schema::{KeyOrder, View},
};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// In what order an iterator gives its keys.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Given {
    /// Ascending by `Ord`, none twice.
    Ascending,
    /// Perhaps in key order, as things happen to be inserted.
    Somehow,
    /// In no order, like a hash table.
    Unordered,
}

/// What is known of the size of an entry.
#[derive(Copy, Clone, Debug)]
struct Size {
    /// Its size, if all have the same.
    fixed: Option<usize>,
    /// Whether what comes behind the key is bounded, and so can hold no map that holds this one: then the
    /// frames that a writer in registers takes do not add up.
    is_bounded: bool,
}

impl Size {
    const fn of(max: Option<usize>, fixed: Option<usize>) -> Self {
        Self {
            fixed,
            is_bounded: max.is_some(),
        }
    }
}

/// How many entries are sorted on the stack. Values are written with these still there, and may be maps
/// themselves, a hundred levels deep.
const FEW: usize = 8;

impl Writer<'_> {
    /// Writes a `set<K>`, in key order whatever the order of the iterator.
    ///
    /// # Errors
    /// [`Error::Limit`], those of the elements, and [`Error::Type`] if two are equal on the wire.
    #[inline]
    pub fn set<'v, K: Encode + 'v>(
        &mut self,
        items: impl ExactSizeIterator<Item = &'v K> + Clone,
    ) -> Result<(), Error> {
        self.set_given(Given::Somehow, items)
    }

    /// Writes a `dict<K,V>`, in key order whatever the order of the iterator.
    ///
    /// # Errors
    /// [`Error::Limit`], those of keys and values, and [`Error::Type`] if two keys are equal on the
    /// wire.
    #[inline]
    pub fn dict<'v, K: Encode + 'v, V: Encode + 'v>(
        &mut self,
        entries: impl ExactSizeIterator<Item = (&'v K, &'v V)> + Clone,
    ) -> Result<(), Error> {
        self.dict_given(Given::Somehow, entries)
    }

    /// [`set`](Self::set), from an iterator of which more is known.
    #[inline]
    pub(crate) fn set_given<'v, K: Encode + 'v>(
        &mut self,
        given: Given,
        items: impl ExactSizeIterator<Item = &'v K> + Clone,
    ) -> Result<(), Error> {
        let size = const { Size::of(Some(0), fixed::<K>()) };
        self.keyed(given, size, items.map(|key| (key, &())), |_, ()| Ok(()))
    }

    /// [`dict`](Self::dict), from an iterator of which more is known.
    #[inline]
    pub(crate) fn dict_given<'v, K: Encode + 'v, V: Encode + 'v>(
        &mut self,
        given: Given,
        entries: impl ExactSizeIterator<Item = (&'v K, &'v V)> + Clone,
    ) -> Result<(), Error> {
        let size = const { Size::of(V::MAX_SIZE, exactly(0, [fixed::<K>(), fixed::<V>()])) };
        self.keyed(given, size, entries, |w, value| value.encode(w))
    }

    /// Writes keys, each with what `rest` writes behind it.
    #[inline]
    fn keyed<'v, K: Encode + 'v, V: 'v>(
        &mut self,
        given: Given,
        size: Size,
        mut entries: impl ExactSizeIterator<Item = (&'v K, &'v V)> + Clone,
        mut rest: impl FnMut(&mut Writer<'_>, &V) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let wire = const { require_key::<K>() };
        let stated = entries.len();
        self.count(stated)?;
        let natural = const { K::NATURAL_KEY.is_known() };
        if stated <= 1 || (natural && given == Given::Ascending) {
            if size.is_bounded {
                self.entries_in_registers(stated, size, entries, &mut rest)
            } else {
                self.entries(stated, &mut entries, &mut rest)
            }
        } else if natural {
            self.by_view(stated, size, &mut entries, &mut rest)
        } else if given == Given::Unordered {
            self.by_wire(wire, stated, &mut entries, &mut rest)
        } else {
            self.tried(wire, stated, &entries, &mut rest)
        }
    }

    /// Writes entries as they come.
    #[inline]
    fn entries<'v, K: Encode + 'v, V: 'v>(
        &mut self,
        stated: usize,
        entries: &mut impl Iterator<Item = (&'v K, &'v V)>,
        rest: &mut impl FnMut(&mut Writer<'_>, &V) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut written = 0;
        for (key, value) in entries {
            match key.encode(self) {
                Ok(()) => {}
                Err(error) => return Err(error),
            }
            match rest(self, value) {
                Ok(()) => written += 1,
                Err(error) => return Err(error),
            }
        }
        // An iterator that misstates its length must not make bytes that no reader takes.
        if written == stated {
            Ok(())
        } else {
            Err(Error::Type)
        }
    }

    /// [`entries`](Self::entries), by a writer of its own, that can live in registers.
    #[inline]
    fn entries_in_registers<'v, K: Encode + 'v, V: 'v>(
        &mut self,
        stated: usize,
        size: Size,
        entries: impl Iterator<Item = (&'v K, &'v V)>,
        rest: &mut impl FnMut(&mut Writer<'_>, &V) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if let Some(size) = size.fixed {
            self.reserve(stated.saturating_mul(size));
        }
        // The loop is written out: a call of it might not be inlined.
        let written = self.with_room(|w| {
            let mut written = 0;
            for (key, value) in entries {
                key.encode(w)?;
                rest(w, value)?;
                written += 1;
            }
            Ok(written)
        })?;
        if written == stated {
            Ok(())
        } else {
            Err(Error::Type)
        }
    }

    /// Writes entries in the order of what their keys are in memory.
    fn by_view<'v, K: Encode + 'v, V: 'v>(
        &mut self,
        stated: usize,
        size: Size,
        entries: &mut impl Iterator<Item = (&'v K, &'v V)>,
        rest: &mut impl FnMut(&mut Writer<'_>, &V) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut few = [None; FEW];
        let mut many = Vec::new();
        let all = gather(stated, entries, &mut few, &mut many)?;
        let mut few = [0; FEW];
        let mut many = Vec::new();
        let words = words(stated, &mut few, &mut many);
        let order = order(words, |i| {
            all[i].map_or(View::Number(0), |(key, _)| K::NATURAL_KEY.view(key))
        });
        let positions = order.as_ref().ok_or(Error::Type)?.positions();
        let mut sorted = positions.filter_map(|i| all[i]);
        if size.is_bounded {
            self.entries_in_registers(stated, size, sorted, rest)
        } else {
            self.entries(stated, &mut sorted, rest)
        }
    }

    /// Writes entries in the iterator's own order first: where that is the order of the wire, as in most
    /// `BTreeMap`s, nothing is sorted.
    ///
    /// What is found out of order is written again, and so are the maps inside it. Those are not tried
    /// but looked through first, keys only: if each level of a deep value were written twice for each
    /// time that the level around it is, that would be 2 to the depth.
    fn tried<'v, K: Encode + 'v, V: 'v>(
        &mut self,
        order: KeyOrder,
        stated: usize,
        entries: &(impl Iterator<Item = (&'v K, &'v V)> + Clone),
        rest: &mut impl FnMut(&mut Writer<'_>, &V) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let start = self.position();
        if self.careful && !self.ascend(order, entries.clone().map(|(key, _)| key))? {
            return self.by_wire(order, stated, &mut entries.clone(), rest);
        }
        let (mut written, mut before) = (0, None);
        for (key, value) in entries.clone() {
            if !self.key(order, key, &mut before)? {
                self.out.rewind(start);
                let outer = core::mem::replace(&mut self.careful, true);
                let result = self.by_wire(order, stated, &mut entries.clone(), rest);
                self.careful = outer;
                return result;
            }
            rest(self, value)?;
            written += 1;
        }
        if written == stated {
            Ok(())
        } else {
            Err(Error::Type)
        }
    }

    /// Writes a key; whether it comes after the one before it, whose extent is in `before`.
    #[inline]
    fn key<K: Encode>(
        &mut self,
        order: KeyOrder,
        key: &K,
        before: &mut Option<(usize, usize)>,
    ) -> Result<bool, Error> {
        let from = self.position();
        key.encode(self)?;
        self.whole()?;
        let to = self.position();
        if let Some((first, last)) = before.replace((from, to)) {
            let bytes = self.out.since(first);
            let (before, key) = (&bytes[..last - first], &bytes[from - first..]);
            match order.view(before).compare(&order.view(key)) {
                Ordering::Less => {}
                Ordering::Equal => return Err(Error::Type),
                Ordering::Greater => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Whether keys come in the order of the wire. Writes nothing.
    #[cold]
    #[inline(never)]
    fn ascend<'v, K: Encode + 'v>(
        &mut self,
        order: KeyOrder,
        keys: impl Iterator<Item = &'v K>,
    ) -> Result<bool, Error> {
        let start = self.position();
        let mut before = None;
        let mut ascending = true;
        for key in keys {
            ascending = self.key(order, key, &mut before)?;
            if !ascending {
                break;
            }
        }
        self.out.rewind(start);
        Ok(ascending)
    }

    /// Writes the keys where they are not to stay, sorts a copy of that, and copies each key to its place:
    /// what is written is what was compared.
    fn by_wire<'v, K: Encode + 'v, V: 'v>(
        &mut self,
        wire: KeyOrder,
        stated: usize,
        entries: &mut impl Iterator<Item = (&'v K, &'v V)>,
        rest: &mut impl FnMut(&mut Writer<'_>, &V) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let start = self.position();
        let mut few = [None; FEW];
        let mut many = Vec::new();
        let mut fault = Ok(());
        let entries = entries.map_while(|(key, value)| {
            let from = self.position() - start;
            fault = key.encode(self).and_then(|()| self.whole());
            fault
                .is_ok()
                .then(|| (from, self.position() - start, value))
        });
        let all = gather(stated, entries, &mut few, &mut many);
        fault?;
        let all = all?;
        let keys = self.out.since(start).to_vec();
        self.out.rewind(start);
        let mut few = [0; FEW];
        let mut many = Vec::new();
        let words = words(stated, &mut few, &mut many);
        let at = |i: usize| all[i].map_or(&[][..], |(from, to, _)| &keys[from..to]);
        let order = order(words, |i| wire.view(at(i)));
        for i in order.as_ref().ok_or(Error::Type)?.positions() {
            if let Some((_, _, value)) = all[i] {
                self.put(at(i));
                rest(self, value)?;
            }
        }
        Ok(())
    }
}

/// What an iterator gives, all of it, in one of two places: [`Error::Type`] unless that is as much as was
/// stated.
#[inline]
fn gather<'a, E>(
    stated: usize,
    entries: impl Iterator<Item = E>,
    few: &'a mut [Option<E>; FEW],
    many: &'a mut Vec<Option<E>>,
) -> Result<&'a [Option<E>], Error> {
    let all = if stated <= FEW {
        let mut len = 0;
        for entry in entries {
            *few.get_mut(len).ok_or(Error::Type)? = Some(entry);
            len += 1;
        }
        &few[..len]
    } else {
        many.reserve_exact(stated);
        many.extend(entries.map(Some));
        &many[..]
    };
    if all.len() == stated {
        Ok(all)
    } else {
        Err(Error::Type)
    }
}

/// So many words, in one of two places.
#[inline]
fn words<'a>(n: usize, few: &'a mut [u64; FEW], many: &'a mut Vec<u64>) -> &'a mut [u64] {
    if n <= FEW {
        &mut few[..n]
    } else {
        many.resize(n, 0);
        many
    }
}
