//! What a reader does for decoders inside: each gives `None` where the method of [`Reader`] of that name gives an
//! error, and the error is noted (see [`outcome`](crate::outcome)).
//!
//! In debug builds nothing is inlined: what is inlined there stays in the stack frame of a recursive type.

use super::Reader;
use crate::{Decode, Error, plain};
use core::hint::select_unpredictable;

impl<'de> Reader<'de> {
    /// Notes why there is no value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn note(&mut self, error: Error) {
        self.noted = error;
    }

    /// What was noted last.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn noted(&self) -> Error {
        self.noted
    }

    /// A value, if a result is one; else its error is noted.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn some<T>(&mut self, result: Result<T, Error>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.note(error);
                None
            }
        }
    }

    /// What was noted, if there is no value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn result<T>(&self, value: Option<T>) -> Result<T, Error> {
        match value {
            Some(value) => Ok(value),
            None => Err(self.noted),
        }
    }

    /// A value inside of another.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn read<T: Decode<'de>>(&mut self) -> Option<T> {
        T::decode_as(self)
    }

    /// [`take`](Self::take).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn next(&mut self, n: usize) -> Option<&'de [u8]> {
        let Some((bytes, rest)) = self.unread.split_at_checked(n) else {
            self.note(Error::Eof);
            return None;
        };
        self.unread = rest;
        Some(bytes)
    }

    /// [`take_array`](Self::take_array).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn next_array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let Some((bytes, rest)) = self.unread.split_first_chunk() else {
            self.note(Error::Eof);
            return None;
        };
        self.unread = rest;
        Some(*bytes)
    }

    /// [`list_count`](Self::list_count), for a minimum that a schema says, which may be more than this target's
    /// address space.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn next_count(&mut self, min_size: u64) -> Option<usize> {
        // 1. Fewer than 4 bytes unread: EOF. 2. Read the count.
        let count = u32::from_le_bytes(match self.next_array() {
            Some(bytes) => bytes,
            None => return None,
        });
        // 3. Count above the cap: LIMIT.
        if count > self.left.max_count {
            self.note(Error::Limit);
            return None;
        }
        // 4. Count × min overflows: LIMIT.
        let Some(needed) = u64::from(count).checked_mul(min_size) else {
            self.note(Error::Limit);
            return None;
        };
        // 5. Count × min exceeds the unread bytes: EOF.
        if needed > self.unread.len() as u64 {
            self.note(Error::Eof);
            return None;
        }
        Some(count as usize)
    }

    /// [`claim`](Self::claim).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn claimed(&mut self, count: usize, size: usize) -> Option<()> {
        let claimed = (count as u64).saturating_mul(size as u64);
        let Some(left) = self.left.max_alloc.checked_sub(claimed) else {
            self.note(Error::Limit);
            return None;
        };
        self.left.max_alloc = left;
        Some(())
    }

    /// [`tag`](Self::tag).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn next_tag(&mut self, variants: usize) -> Option<u16> {
        let tag = if variants <= 256 {
            match self.next_array::<1>() {
                Some([tag]) => u16::from(tag),
                None => return None,
            }
        } else {
            match self.next_array() {
                Some(bytes) => u16::from_le_bytes(bytes),
                None => return None,
            }
        };
        if usize::from(tag) < variants {
            Some(tag)
        } else {
            self.note(Error::Type);
            None
        }
    }

    /// An option of a value that may be read before it is known to be there, if the bytes of both are. Without a
    /// branch on which it is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn next_option<T: Decode<'de>>(&mut self) -> Option<Option<T>> {
        let Some((tag, rest)) = self.unread.split_first() else {
            self.note(Error::Eof);
            return None;
        };
        let Some((bytes, behind)) = rest.split_at_checked(T::MIN_SIZE) else {
            self.note(Error::Eof);
            return None;
        };
        if *tag > 1 {
            self.unread = rest;
            self.note(Error::Type);
            return None;
        }
        let mut reader = self.over(bytes);
        let value = reader.read();
        let is_none = *tag == 0;
        // Both are known, and a branch on the first alone could not be guessed.
        if value.is_none() & !is_none {
            // Where it failed, for whoever asks. A decoder can leave another reader in the place of its own.
            let read = T::MIN_SIZE.saturating_sub(reader.remaining());
            self.unread = rest.get(read..).unwrap_or_default();
            self.note(reader.noted);
            return None;
        }
        self.unread = select_unpredictable(is_none, rest, behind);
        Some(if is_none { None } else { value })
    }

    /// [`bytes`](Self::bytes).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn next_bytes(&mut self) -> Option<&'de [u8]> {
        match self.next_count(1) {
            Some(count) => self.next(count),
            None => None,
        }
    }

    /// [`text`](Self::text).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn next_text(&mut self) -> Option<&'de str> {
        match self.next_bytes() {
            Some(bytes) => self.text_of(bytes),
            None => None,
        }
    }

    /// Bytes as text.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn text_of(&mut self, bytes: &'de [u8]) -> Option<&'de str> {
        let text = plain::text_of(bytes);
        if text.is_none() {
            self.note(Error::Utf8);
        }
        text
    }
}
