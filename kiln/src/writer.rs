//! [`Writer`]: the end of a `Vec<u8>` that the caller owns, and the limits that apply to it.
//!
//! A writer appends. It applies the same cap and depth as a reader, so that it never writes what a
//! reader with the same limits refuses, and it puts sets and dicts into key order whatever their
//! order in memory (format section 4).

use crate::{
    Encode, Error, Limits,
    plain::{Image, Out, bytes_of},
    private::{fixed, require_element, require_key},
    schema::KeyOrder,
};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Appends wire bytes to a vector.
///
/// What was written is kept only when the whole value could be written: on an error, and on a panic,
/// the vector is as it was.
#[derive(Debug)]
pub struct Writer<'a> {
    out: Out<'a>,
    left: Limits,
    /// Whether what is being written is the value of a map that had to be sorted.
    careful: bool,
}

impl<'a> Writer<'a> {
    #[inline]
    pub(crate) fn new(out: &'a mut Vec<u8>, limits: Limits) -> Self {
        Self {
            out: Out::new(out),
            left: limits,
            careful: false,
        }
    }

    /// Keeps what was written.
    #[inline]
    pub(crate) fn finish(self) {
        self.out.finish();
    }

    /// Takes the vector with what was written.
    #[inline]
    pub(crate) fn into_vec(self) -> Vec<u8> {
        self.out.into_vec()
    }

    /// The length of the vector, with what has been written.
    #[inline]
    pub(crate) fn position(&self) -> usize {
        self.out.len()
    }

    /// What is left of the limits.
    #[inline]
    pub fn limits(&self) -> Limits {
        self.left
    }

    /// Makes room for `n` bytes, so that the writes up to there need no check of their own.
    #[inline]
    pub fn reserve(&mut self, n: usize) {
        self.out.reserve(n);
    }

    /// Lets `write` write a run of fields of fixed size, `n` bytes together. The check for them is made
    /// once, here; where `write` is inlined, none is left in it. It may write more or less: that costs
    /// time only.
    ///
    /// # Errors
    /// Those of `write`.
    #[doc(hidden)]
    #[inline(always)]
    pub fn run(
        &mut self,
        n: usize,
        write: impl FnOnce(&mut Writer<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (left, careful) = (self.left, self.careful);
        self.out.part(n, |out| {
            let mut part = Writer { out, left, careful };
            let result = write(&mut part);
            (part.out, result)
        })
    }

    /// Writes an option of a value whose memory is the wire image.
    #[inline(always)]
    pub(crate) fn option<T>(&mut self, value: &Option<T>, image: Image<T>) {
        self.out.put_option(value, image);
    }

    /// Appends bytes as they are.
    #[inline]
    pub fn put(&mut self, bytes: &[u8]) {
        self.out.put(bytes);
    }

    /// Appends the bytes of a scalar of fixed width.
    #[inline]
    pub fn put_array<const N: usize>(&mut self, bytes: [u8; N]) {
        self.out.put_array(bytes);
    }

    /// Writes a count: of elements, or of the bytes of a text.
    ///
    /// # Errors
    /// [`Error::Limit`] if it is above the cap.
    #[inline]
    pub fn count(&mut self, count: usize) -> Result<(), Error> {
        match self.counted(count) {
            Ok(count) => {
                self.put_array(count.to_le_bytes());
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// A count as it travels. One comparison: what is not above the cap fits.
    #[inline(always)]
    fn counted(&self, count: usize) -> Result<u32, Error> {
        if count as u64 <= u64::from(self.left.max_count) {
            Ok(count as u32)
        } else {
            Err(Error::Limit)
        }
    }

    /// Writes the tag of a variant of an enum of `variants` variants.
    #[inline]
    pub fn tag(&mut self, tag: u16, variants: usize) {
        let [low, high] = tag.to_le_bytes();
        if variants <= 256 {
            self.put_array([low]);
        } else {
            self.put_array([low, high]);
        }
    }

    /// Opens the body of a `rec`; each `Ok` wants a [`leave`](Self::leave).
    ///
    /// # Errors
    /// [`Error::Limit`] if `max_depth` bodies are open already.
    #[inline]
    pub fn enter(&mut self) -> Result<(), Error> {
        self.left.open_rec()
    }

    /// Closes the body of a `rec`.
    #[inline]
    pub fn leave(&mut self) {
        self.left.close_rec();
    }

    /// Writes text: a count of bytes, then the bytes.
    ///
    /// # Errors
    /// [`Error::Limit`] if it is longer than the cap.
    #[inline]
    pub fn text(&mut self, text: &str) -> Result<(), Error> {
        self.bytes(text.as_bytes())
    }

    /// Writes a `list<u8>`.
    ///
    /// # Errors
    /// [`Error::Limit`] if it is longer than the cap.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        // Nothing is reserved for what is over the cap.
        match self.counted(bytes.len()) {
            Ok(count) => {
                self.out.put_counted(count, bytes);
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Writes a `list<T>` from a slice: in one copy where memory is the wire image.
    ///
    /// # Errors
    /// [`Error::Limit`], and those of the elements.
    #[inline]
    pub fn slice<T: Encode>(&mut self, items: &[T]) -> Result<(), Error> {
        const { require_element::<T>() }
        match self.count(items.len()) {
            Ok(()) => self.elements(items),
            Err(error) => Err(error),
        }
    }

    /// The elements of a list or array.
    #[inline]
    pub(crate) fn elements<T: Encode>(&mut self, items: &[T]) -> Result<(), Error> {
        let image: Image<T> = T::IMAGE;
        if image.is_write() {
            self.put(bytes_of(items, image));
            return Ok(());
        }
        if let Some(size) = const { fixed::<T>() } {
            self.reserve(items.len().saturating_mul(size));
            for item in items {
                match self.run(size, |w| item.encode(w)) {
                    Ok(()) => {}
                    Err(error) => return Err(error),
                }
            }
            return Ok(());
        }
        for item in items {
            match item.encode(self) {
                Ok(()) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Writes a `list<T>` from any collection that knows its length.
    ///
    /// # Errors
    /// [`Error::Limit`], and those of the elements.
    #[inline]
    pub fn list<'v, T: Encode + 'v>(
        &mut self,
        items: impl ExactSizeIterator<Item = &'v T>,
    ) -> Result<(), Error> {
        const { require_element::<T>() }
        let stated = items.len();
        self.count(stated)?;
        let mut written = 0;
        for item in items {
            item.encode(self)?;
            written += 1;
        }
        // An iterator that misstates its length must not make bytes that no reader takes.
        if written == stated {
            Ok(())
        } else {
            Err(Error::Type)
        }
    }

    /// Writes a `set<K>`, in key order whatever the order of the iterator.
    ///
    /// # Errors
    /// [`Error::Limit`], those of the elements, and [`Error::Type`] if two are equal on the wire.
    #[inline]
    pub fn set<'v, K: Encode + 'v>(
        &mut self,
        items: impl ExactSizeIterator<Item = &'v K> + Clone,
    ) -> Result<(), Error> {
        let order = const { require_key::<K>() };
        self.sorted(order, items.map(|key| (key, &())), |_, ()| Ok(()))
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
        let order = const { require_key::<K>() };
        self.sorted(order, entries, |w, value| value.encode(w))
    }

    /// Writes keys, each with what `rest` writes behind it. Tried in the iterator's own order first:
    /// where that is the order of the wire, as in most `BTreeMap`s, nothing is sorted.
    ///
    /// What is found out of order is written again, and so are the maps inside it. Those are not tried
    /// but looked through first, keys only: if each level of a deep value were written twice for each
    /// time that the level around it is, that would be 2 to the depth.
    fn sorted<'v, K: Encode + 'v, V: 'v>(
        &mut self,
        order: KeyOrder,
        entries: impl ExactSizeIterator<Item = (&'v K, &'v V)> + Clone,
        mut rest: impl FnMut(&mut Self, &V) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let stated = entries.len();
        self.count(stated)?;
        let start = self.position();
        if self.careful && !self.ascend(order, entries.clone().map(|(key, _)| key))? {
            return self.sort(order, entries, rest);
        }
        let mut written = 0;
        let mut before = None;
        for (key, value) in entries.clone() {
            if !self.key(order, key, &mut before)? {
                self.out.rewind(start);
                return self.sort(order, entries, rest);
            }
            match rest(self, value) {
                Ok(()) => written += 1,
                Err(error) => return Err(error),
            }
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
        let to = self.position();
        if let Some((first, last)) = before.replace((from, to)) {
            let bytes = self.out.since(first);
            match order.compare(&bytes[..last - first], &bytes[from - first..]) {
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

    /// Writes the keys to a buffer of their own, sorts them there, and copies each to its place.
    fn sort<'v, K: Encode + 'v, V: 'v>(
        &mut self,
        order: KeyOrder,
        entries: impl ExactSizeIterator<Item = (&'v K, &'v V)>,
        mut rest: impl FnMut(&mut Self, &V) -> Result<(), Error>,
    ) -> Result<(), Error> {
        struct Entry<'v, V> {
            rank: u64,
            from: usize,
            to: usize,
            value: &'v V,
        }
        let stated = entries.len();
        let mut keys = Vec::new();
        let mut sorted = Vec::with_capacity(stated);
        let mut writer = Writer::new(&mut keys, self.left);
        for (key, value) in entries {
            let from = writer.position();
            key.encode(&mut writer)?;
            let to = writer.position();
            let rank = order.rank(writer.out.since(from));
            sorted.push(Entry {
                rank,
                from,
                to,
                value,
            });
        }
        writer.finish();
        let wire = |entry: &Entry<'_, V>| &keys[entry.from..entry.to];
        sorted.sort_unstable_by(|a, b| {
            a.rank
                .cmp(&b.rank)
                .then_with(|| order.compare(wire(a), wire(b)))
        });
        let twice = |pair: &[Entry<'_, V>]| order.compare(wire(&pair[0]), wire(&pair[1])).is_eq();
        if sorted.len() != stated || sorted.windows(2).any(twice) {
            return Err(Error::Type);
        }
        let outer = core::mem::replace(&mut self.careful, true);
        for entry in &sorted {
            self.put(&keys[entry.from..entry.to]);
            rest(self, entry.value)?;
        }
        self.careful = outer;
        Ok(())
    }
}
