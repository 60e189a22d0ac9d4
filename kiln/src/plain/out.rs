//! [`Out`]: the end of a `Vec<u8>` as a cursor.

use super::copy::copy;
use alloc::vec::Vec;

/// The end of a `Vec<u8>`, as a cursor into its spare capacity.
///
/// Between two calls: `next` points into the buffer of `vec`, `room` bytes follow it there, and all
/// bytes before it are initialized. The length of `vec` is brought up to date only by
/// [`Out::finish`]; without it, [`Drop`] takes back what was written, so that an error or a panic
/// leaves the vector as it was.
#[derive(Debug)]
pub(crate) struct Out<'a> {
    vec: &'a mut Vec<u8>,
    start: usize,
    next: *mut u8,
    room: usize,
}

impl<'a> Out<'a> {
    #[inline]
    pub(crate) fn new(vec: &'a mut Vec<u8>) -> Self {
        let start = vec.len();
        let room = vec.capacity() - start;
        // SAFETY: the length of a vector is inside its buffer.
        let next = unsafe { vec.as_mut_ptr().add(start) };
        Self {
            vec,
            start,
            next,
            room,
        }
    }

    /// The length of the vector with what has been written.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.vec.capacity() - self.room
    }

    /// Makes room for `n` more bytes.
    #[inline(always)]
    pub(crate) fn reserve(&mut self, n: usize) {
        if self.room < n {
            self.grow(n);
        }
        // SAFETY: `grow` reserves at least `n` bytes, or does not return.
        unsafe { core::hint::assert_unchecked(self.room >= n) }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, n: usize) {
        let len = self.len();
        // SAFETY: all bytes before `next` are initialized, and they are `len` bytes.
        unsafe { self.vec.set_len(len) };
        self.vec.reserve(n);
        self.room = self.vec.capacity() - len;
        // SAFETY: the length of a vector is inside its buffer. The pointer is the vector's own, not
        // one into the spare part: `since` and `rewind` go back from it.
        self.next = unsafe { self.vec.as_mut_ptr().add(len) };
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, bytes: &[u8]) {
        self.reserve(bytes.len());
        // SAFETY: `room` is at least that many bytes, and `bytes`, being borrowed, is not the spare
        // capacity of a vector that is borrowed mutably.
        unsafe {
            copy(bytes.as_ptr(), self.next, bytes.len());
            self.next = self.next.add(bytes.len());
        }
        self.room -= bytes.len();
    }

    #[inline(always)]
    pub(crate) fn put_array<const N: usize>(&mut self, bytes: [u8; N]) {
        self.reserve(N);
        // SAFETY: `room` is at least `N` bytes.
        unsafe {
            self.next.cast::<[u8; N]>().write(bytes);
            self.next = self.next.add(N);
        }
        self.room -= N;
    }

    /// What has been written since the vector had the length `from`.
    #[inline]
    pub(crate) fn since(&self, from: usize) -> &[u8] {
        let len = self.len();
        assert!(from <= len);
        // SAFETY: the first `len` bytes of the buffer are initialized; `next` is just behind them.
        unsafe { core::slice::from_raw_parts(self.next.sub(len - from), len - from) }
    }

    /// Takes back what was written since the vector had the length `to`.
    pub(crate) fn rewind(&mut self, to: usize) {
        let len = self.len();
        assert!(self.start <= to && to <= len);
        // SAFETY: `to` is between the start and `next`, inside the buffer.
        self.next = unsafe { self.next.sub(len - to) };
        self.room += len - to;
    }

    /// Keeps what was written.
    #[inline]
    pub(crate) fn finish(mut self) {
        self.start = self.len();
        // SAFETY: the first `len` bytes are initialized. `Drop` then finds nothing to take back.
        unsafe { self.vec.set_len(self.start) };
    }
}

impl Drop for Out<'_> {
    #[inline]
    fn drop(&mut self) {
        self.vec.truncate(self.start);
    }
}
