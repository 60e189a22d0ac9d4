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

/// How many entries are sorted on the stack.
const FEW: usize = 16;

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
        let size = const { fixed::<K>() };
        self.keyed(given, size, items.map(|key| (key, &())), |_, ()| Ok(()))
    }

    /// [`dict`](Self::dict), from an iterator of which more is known.
    #[inline]
    pub(crate) fn dict_given<'v, K: Encode + 'v, V: Encode + 'v>(
        &mut self,
        given: Given,
        entries: impl ExactSizeIterator<Item = (&'v K, &'v V)> + Clone,
    ) -> Result<(), Error> {
        let size = const { exactly(0, [fixed::<K>(), fixed::<V>()]) };
        self.keyed(given, size, entries, |w, value| value.encode(w))
    }

    /// Writes keys, each with what `rest` writes behind it. `size` is that of an entry, where that is
    /// fixed.
    #[inline]
    fn keyed<'v, K: Encode + 'v, V: 'v>(
        &mut self,
        given: Given,
        size: Option<usize>,
        entries: impl ExactSizeIterator<Item = (&'v K, &'v V)> + Clone,
        mut rest: impl FnMut(&mut Writer<'_>, &V) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let wire = const { require_key::<K>() };
        let stated = entries.len();
        self.count(stated)?;
        let natural = const { K::NATURAL_KEY.is_known() };
        if stated <= 1 || (natural && given == Given::Ascending) {
            return self.entries(stated, size, entries, rest);
        }
        if natural {
            self.by_view(stated, size, entries, rest)
        } else if given == Given::Unordered {
            self.by_wire(wire, stated, entries, &mut rest)
        } else {
            self.tried(wire, stated, entries, rest)
        }
    }

    /// Writes entries as they come.
    #[inline]
    fn entries<'v, K: Encode + 'v, V: 'v>(
        &mut self,
        stated: usize,
        size: Option<usize>,
        entries: impl Iterator<Item = (&'v K, &'v V)>,
        mut rest: impl FnMut(&mut Writer<'_>, &V) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if let Some(size) = size {
            self.reserve(stated.saturating_mul(size));
        }
        // A writer of its own can live in registers.
        let written = self.with_room(|w| {
            let mut written = 0;
            for (key, value) in entries {
                key.encode(w)?;
                rest(w, value)?;
                written += 1;
            }
            Ok(written)
        })?;
        // An iterator that misstates its length must not make bytes that no reader takes.
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
        size: Option<usize>,
        entries: impl Iterator<Item = (&'v K, &'v V)>,
        rest: impl FnMut(&mut Writer<'_>, &V) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (mut few, mut many) = ([None; FEW], Vec::new());
        let all = gather(stated, entries, &mut few, &mut many)?;
        let (mut few, mut many) = ([0; FEW], Vec::new());
        let words = words(stated, &mut few, &mut many);
        let order = order(words, |i| {
            all[i].map_or(View::Number(0), |(key, _)| K::NATURAL_KEY.view(key))
        });
        let positions = order.as_ref().ok_or(Error::Type)?.positions();
        self.entries(stated, size, positions.filter_map(|i| all[i]), rest)
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
        entries: impl Iterator<Item = (&'v K, &'v V)> + Clone,
        mut rest: impl FnMut(&mut Writer<'_>, &V) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let start = self.position();
        if self.careful && !self.ascend(order, entries.clone().map(|(key, _)| key))? {
            return self.by_wire(order, stated, entries, &mut rest);
        }
        let written = self.with_room(|w| {
            let (mut written, mut before) = (0, None);
            for (key, value) in entries.clone() {
                if !w.key(order, key, &mut before)? {
                    return Ok(None);
                }
                rest(w, value)?;
                written += 1;
            }
            Ok(Some(written))
        })?;
        match written {
            Some(written) if written == stated => Ok(()),
            Some(_) => Err(Error::Type),
            None => {
                self.out.rewind(start);
                let outer = core::mem::replace(&mut self.careful, true);
                let result = self.by_wire(order, stated, entries, &mut rest);
                self.careful = outer;
                result
            }
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
        entries: impl Iterator<Item = (&'v K, &'v V)>,
        rest: &mut impl FnMut(&mut Writer<'_>, &V) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let start = self.position();
        let (mut few, mut many) = ([None; FEW], Vec::new());
        let mut fault = Ok(());
        let entries = entries.map_while(|(key, value)| {
            let from = self.position() - start;
            fault = key.encode(self);
            fault
                .is_ok()
                .then(|| (from, self.position() - start, value))
        });
        let all = gather(stated, entries, &mut few, &mut many);
        fault?;
        let all = all?;
        let keys = self.out.since(start).to_vec();
        self.out.rewind(start);
        let (mut few, mut many) = ([0; FEW], Vec::new());
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
