//! [`Reader`]: where a decoder stands in its input, and what it may still claim.
//!
//! A reader is the bytes that are not consumed yet together with the limits that are left. Every
//! length goes through [`Reader::list_count`], whose body is the five steps of format section 3;
//! the helpers behind it ([`Reader::list_with`], [`Reader::dict_with`], …) are what an
//! implementation for a foreign collection calls, and cannot get a count wrong.
//!
//! After an `Err` a reader is of no more use but to say how far it had come: its unread bytes begin
//! behind the last thing that could be read. [`diagnose`](crate::diagnose()) looks at that.

mod noted;

use crate::{
    Decode, Error, Limits, plain,
    private::{fixed, require_element, require_key},
    schema::KeyOrder,
};
use alloc::vec::Vec;
use core::mem::needs_drop;

/// How many bytes of memory a first reservation may exceed what the unread bytes amount to.
const RESERVE_BEYOND: usize = 4096;

/// The unread bytes of an input, and the limits that are left.
#[derive(Debug)]
pub struct Reader<'de> {
    unread: &'de [u8],
    left: Limits,
    noted: Error,
}

impl<'de> Reader<'de> {
    /// A reader of `bytes` with the default limits.
    #[inline]
    #[must_use]
    pub fn new(bytes: &'de [u8]) -> Self {
        Self::with_limits(bytes, Limits::DEFAULT)
    }

    /// A reader of `bytes` with limits of its own.
    #[inline]
    #[must_use]
    pub fn with_limits(bytes: &'de [u8], limits: Limits) -> Self {
        Self {
            unread: bytes,
            left: limits,
            noted: Error::Type,
        }
    }

    /// The bytes that have not been consumed.
    #[inline]
    #[must_use]
    pub fn unread(&self) -> &'de [u8] {
        self.unread
    }

    /// How many bytes have not been consumed.
    #[inline]
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.unread.len()
    }

    /// What is left of the limits: the depth and the memory that may still be claimed.
    #[inline]
    pub fn limits(&self) -> Limits {
        self.left
    }

    /// Consumes `n` bytes.
    ///
    /// # Errors
    /// [`Error::Eof`] if fewer are unread.
    #[inline]
    pub fn take(&mut self, n: usize) -> Result<&'de [u8], Error> {
        let bytes = self.next(n);
        self.result(bytes)
    }

    /// Consumes `N` bytes, for a scalar of fixed width.
    ///
    /// # Errors
    /// [`Error::Eof`] if fewer are unread.
    #[inline]
    pub fn take_array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let bytes = self.next_array();
        self.result(bytes)
    }

    /// The count of a list, set, dict or text whose elements take at least `min_size` bytes each: the
    /// five steps of format section 3. When this is `Ok`, so many elements may be there.
    ///
    /// # Errors
    /// [`Error::Eof`] or [`Error::Limit`], the first in the order of the steps.
    #[inline]
    pub fn list_count(&mut self, min_size: usize) -> Result<usize, Error> {
        self.list_count_of(min_size as u64)
    }

    /// [`list_count`](Self::list_count) for a minimum that a schema says, which may be more than
    /// this target's address space.
    #[inline]
    pub(crate) fn list_count_of(&mut self, min_size: u64) -> Result<usize, Error> {
        let count = self.next_count(min_size);
        self.result(count)
    }

    /// Charges `count` elements of `size` bytes in memory to the allocation budget (format section
    /// 9). Call it after [`list_count`](Self::list_count) and before allocating.
    ///
    /// # Errors
    /// [`Error::Limit`] if the budget does not hold so much.
    #[inline]
    pub fn claim(&mut self, count: usize, size: usize) -> Result<(), Error> {
        let claimed = self.claimed(count, size);
        self.result(claimed)
    }

    /// How many of `count` elements of `size` bytes in memory to reserve at first: no more than the
    /// unread bytes amount to, plus 4 KiB. A collection of larger elements grows as they come.
    #[inline]
    #[must_use]
    pub fn first_reservation(&self, count: usize, size: usize) -> usize {
        let justified = self.unread.len().saturating_add(RESERVE_BEYOND);
        count.min(justified / size.max(1))
    }

    /// Opens the body of a `rec` (format section 2). Each `Ok` wants a [`leave`](Self::leave) when
    /// the body has been read.
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

    /// The tag of an enum of `variants` variants: one byte for up to 256 of them, else two.
    ///
    /// # Errors
    /// [`Error::Eof`]; [`Error::Type`] for a tag past the last variant.
    #[inline]
    pub fn tag(&mut self, variants: usize) -> Result<u16, Error> {
        let tag = self.next_tag(variants);
        self.result(tag)
    }

    /// Text, borrowed from the input: a count of bytes, then UTF-8.
    ///
    /// # Errors
    /// Those of [`list_count`](Self::list_count); [`Error::Utf8`].
    #[inline]
    pub fn text(&mut self) -> Result<&'de str, Error> {
        let text = self.next_text();
        self.result(text)
    }

    /// A `list<u8>`, borrowed from the input.
    ///
    /// # Errors
    /// Those of [`list_count`](Self::list_count).
    #[inline]
    pub fn bytes(&mut self) -> Result<&'de [u8], Error> {
        let bytes = self.next_bytes();
        self.result(bytes)
    }

    /// A reader of other bytes with what is left of the limits.
    #[inline]
    pub(crate) fn over(&self, bytes: &'de [u8]) -> Self {
        Self {
            unread: bytes,
            left: self.left,
            noted: self.noted,
        }
    }

    /// Goes to where another reader of the same bytes stands.
    #[inline]
    pub(crate) fn stand_at(&mut self, unread: &'de [u8]) {
        self.unread = unread;
    }

    /// Decodes a `list<T>` into any collection: `new` makes it, with the capacity to reserve,
    /// `push` adds an element.
    ///
    /// # Errors
    /// Those of [`list_count`](Self::list_count) and of the elements; [`Error::Limit`] if the budget
    /// is used up.
    #[inline]
    pub fn list_with<T: Decode<'de>, C>(
        &mut self,
        new: impl FnOnce(usize) -> C,
        push: impl FnMut(&mut C, T),
    ) -> Result<C, Error> {
        const { require_element::<T>() }
        let items = match self.next_count(T::MIN_SIZE as u64) {
            Some(count) if self.claimed(count, size_of::<T>()).is_some() => {
                self.elements(count, new, push)
            }
            _ => None,
        };
        self.result(items)
    }

    /// The elements of a list whose count has been read, checked and claimed.
    #[inline]
    pub(crate) fn vec<T: Decode<'de>>(&mut self, count: usize) -> Option<Vec<T>> {
        // In place pays for small elements. The guard over large ones costs more than to push them.
        if const { fixed::<T>().is_some() || size_of::<T>() <= 16 && !needs_drop::<T>() } {
            self.vec_in_place(count)
        } else {
            self.elements(count, Vec::with_capacity, Vec::push)
        }
    }

    /// The elements of a list, each made where it will lie.
    #[inline]
    fn vec_in_place<T: Decode<'de>>(&mut self, count: usize) -> Option<Vec<T>> {
        let reserve = self.first_reservation(count, size_of::<T>());
        match const { fixed::<T>() } {
            Some(size) => match self.fixed_elements(count, size) {
                Some(next) => plain::vec_with(count, reserve, next),
                None => None,
            },
            None => plain::vec_with(count, reserve, || self.read()),
        }
    }

    /// The elements of a list whose count has been read, checked and claimed.
    #[inline]
    pub(crate) fn elements<T: Decode<'de>, C>(
        &mut self,
        count: usize,
        new: impl FnOnce(usize) -> C,
        mut push: impl FnMut(&mut C, T),
    ) -> Option<C> {
        let mut items = new(self.first_reservation(count, size_of::<T>()));
        if let Some(size) = const { fixed::<T>() } {
            return self
                .push_fixed(count, size, &mut items, push)
                .map(|()| items);
        }
        for _ in 0..count {
            match self.read() {
                Some(item) => push(&mut items, item),
                None => return None,
            }
        }
        Some(items)
    }

    /// Elements of a fixed size, pushed one by one.
    #[inline]
    fn push_fixed<T: Decode<'de>, C>(
        &mut self,
        count: usize,
        size: usize,
        items: &mut C,
        mut push: impl FnMut(&mut C, T),
    ) -> Option<()> {
        let mut next = match self.fixed_elements(count, size) {
            Some(next) => next,
            None => return None,
        };
        for _ in 0..count {
            match next() {
                Some(item) => push(items, item),
                None => return None,
            }
        }
        Some(())
    }

    /// Takes the bytes of `count` elements of `size` bytes each, and gives what decodes one after the
    /// other: the five steps have shown that all are there, so no check per element is left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fixed_elements<T: Decode<'de>>(
        &mut self,
        count: usize,
        size: usize,
    ) -> Option<impl FnMut() -> Option<T>> {
        let before = self.unread;
        let mut rest = match self.next(count.saturating_mul(size)) {
            Some(bytes) => bytes,
            None => return None,
        };
        Some(move || {
            let Some((element, behind)) = rest.split_at_checked(size) else {
                self.note(Error::Eof);
                return None;
            };
            rest = behind;
            let mut reader = self.over(element);
            let value = reader.read();
            match &value {
                // An implementation that reads less than its schema says.
                Some(_) if reader.remaining() != 0 => {
                    self.note(Error::Type);
                    return None;
                }
                // What the element has claimed on the heap stays claimed.
                Some(_) => self.left.max_alloc = reader.left.max_alloc,
                None => {
                    self.note(reader.noted);
                    // Where it failed, for whoever asks: diagnosis does.
                    let to_come = reader.remaining() + behind.len() + self.unread.len();
                    let read = before.len().saturating_sub(to_come);
                    self.unread = before.get(read..).unwrap_or_default();
                }
            }
            value
        })
    }

    /// Decodes a `set<K>` into any collection. `insert` says whether the element was new.
    ///
    /// # Errors
    /// Those of [`list_with`](Self::list_with); [`Error::Type`] if the elements do not ascend, or
    /// `insert` says that one was there already.
    #[inline]
    pub fn set_with<K: Decode<'de>, C>(
        &mut self,
        new: impl FnOnce(usize) -> C,
        mut insert: impl FnMut(&mut C, K) -> bool,
    ) -> Result<C, Error> {
        let order = const { require_key::<K>() };
        let count = self.list_count(K::MIN_SIZE)?;
        self.claim(count, size_of::<K>())?;
        let mut items = new(self.first_reservation(count, size_of::<K>()));
        let mut before = None;
        for _ in 0..count {
            let (key, wire) = self.key(order, before)?;
            before = Some(wire);
            if !insert(&mut items, key) {
                return Err(Error::Type);
            }
        }
        Ok(items)
    }

    /// Decodes a `dict<K,V>` into any collection. `insert` says whether the key was new.
    ///
    /// # Errors
    /// Those of [`list_with`](Self::list_with); [`Error::Type`] if the keys do not ascend, or
    /// `insert` says that one was there already.
    #[inline]
    pub fn dict_with<K: Decode<'de>, V: Decode<'de>, C>(
        &mut self,
        new: impl FnOnce(usize) -> C,
        mut insert: impl FnMut(&mut C, K, V) -> bool,
    ) -> Result<C, Error> {
        let order = const { require_key::<K>() };
        let count = self.list_count(const { K::MIN_SIZE.saturating_add(V::MIN_SIZE) })?;
        self.claim(count, size_of::<(K, V)>())?;
        let mut items = new(self.first_reservation(count, size_of::<(K, V)>()));
        let mut before = None;
        for _ in 0..count {
            let (key, wire) = self.key(order, before)?;
            before = Some(wire);
            let value = self.read();
            let value = match self.result(value) {
                Ok(value) => value,
                Err(error) => return Err(error),
            };
            if !insert(&mut items, key, value) {
                return Err(Error::Type);
            }
        }
        Ok(items)
    }

    /// A key and its wire image, which must come after the one before it.
    #[inline]
    fn key<K: Decode<'de>>(
        &mut self,
        order: KeyOrder,
        before: Option<&[u8]>,
    ) -> Result<(K, &'de [u8]), Error> {
        let start = self.unread;
        let key = self.read();
        let key = match self.result(key) {
            Ok(key) => key,
            Err(error) => return Err(error),
        };
        let read = start.len().wrapping_sub(self.unread.len());
        let Some(wire) = start.get(..read) else {
            return Err(Error::Type);
        };
        match before {
            Some(before) if order.compare(before, wire).is_ge() => Err(Error::Type),
            _ => Ok((key, wire)),
        }
    }
}
