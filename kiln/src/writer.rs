//! [`Writer`]: the end of a `Vec<u8>` that the caller owns, and the limits that apply to it.
//!
//! A writer appends. It applies the same cap and depth as a reader, so that it never writes what a
//! reader with the same limits refuses. Sets and dicts are a matter of their own, in [`keyed`].

mod keyed;
mod order;

pub(crate) use keyed::Given;

use crate::{
    Encode, Error, Limits,
    plain::{Image, Out, bytes_of},
    private::{fixed, require_element},
};
use alloc::vec::Vec;

/// Appends wire bytes to a vector.
///
/// What was written is kept only when the whole value could be written: on an error, and on a panic,
/// the vector is as it was. So it is where an implementation catches a panic inside of a value and goes
/// on: what was written before may be lost then, and that is [`Error::Type`].
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
    ///
    /// # Errors
    /// Those of [`whole`](Self::whole).
    #[inline]
    pub(crate) fn finish(self) -> Result<(), Error> {
        self.whole()?;
        self.out.finish();
        Ok(())
    }

    /// Whether all that was written is still there.
    ///
    /// # Errors
    /// [`Error::Type`] if a panic was caught that took some of it along.
    #[inline]
    pub(crate) fn whole(&self) -> Result<(), Error> {
        if self.out.is_lost() {
            return Err(Error::Type);
        }
        Ok(())
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

    /// Makes room for `n` bytes, so that the writes up to there do not allocate. Each still compares.
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
    #[cfg_attr(not(debug_assertions), inline(always))]
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
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn option<T>(&mut self, value: &Option<T>, image: Image<T>) {
        self.out.put_option(value, image);
    }

    /// Lets `write` write with the room that there is, as [`run`](Self::run) does: behind it, a check
    /// is a comparison of two registers.
    #[inline]
    fn with_room<R>(
        &mut self,
        write: impl FnOnce(&mut Writer<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let (left, careful) = (self.left, self.careful);
        self.out.part(self.out.room(), |out| {
            let mut part = Writer { out, left, careful };
            let result = write(&mut part);
            (part.out, result)
        })
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
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[expect(clippy::cast_possible_truncation, reason = "the cap fits 32 bits")]
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
}
