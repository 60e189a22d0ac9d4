//! What one call may claim, and the entry points that take it (docs/format.md, section 9).

use crate::Error;

/// The three limits of format section 9, the same at every entry point, reading and writing.
///
/// A limit that is passed is [`Error::Limit`](crate::Error::Limit).
///
/// ```
/// let limits = kiln::Limits::default().max_count(1_000).max_alloc(1 << 20);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Limits {
    pub(crate) max_count: u32,
    pub(crate) max_depth: u32,
    pub(crate) max_alloc: u64,
}

impl Limits {
    /// The defaults of the format: 16,777,216 elements, 128 open `rec` bodies, 4 GiB.
    pub const DEFAULT: Self = Self {
        max_count: 16_777_216,
        max_depth: 128,
        max_alloc: 4 << 30,
    };

    /// The cap, in elements (bytes for text): the largest count of a list, set or dict, the longest
    /// string, the most tensors of a block and the longest name heap. Applies to reading and writing.
    pub const fn max_count(mut self, elements: u32) -> Self {
        self.max_count = elements;
        self
    }

    /// How many `rec` bodies may be open at once. Applies to reading and writing. Decoding and
    /// dropping recurse, so a limit far above the default wants a larger stack.
    pub const fn max_depth(mut self, levels: u32) -> Self {
        self.max_depth = levels;
        self
    }

    /// How many bytes of memory one decode may claim: count × the size of an element in memory, added
    /// up over all that is not borrowed, and the size of each value that is boxed. Applies to reading.
    pub const fn max_alloc(mut self, bytes: u64) -> Self {
        self.max_alloc = bytes;
        self
    }

    /// Counts one more open `rec` body: LIMIT if that is one too many.
    #[inline]
    pub(crate) const fn open_rec(&mut self) -> Result<(), Error> {
        let Some(left) = self.max_depth.checked_sub(1) else {
            return Err(Error::Limit);
        };
        self.max_depth = left;
        Ok(())
    }

    /// Counts one less.
    #[inline]
    pub(crate) const fn close_rec(&mut self) {
        self.max_depth = self.max_depth.saturating_add(1);
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
