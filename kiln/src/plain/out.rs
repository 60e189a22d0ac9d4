//! [`Out`]: the end of a `Vec<u8>` as a cursor.

use super::{
    Image,
    copy::{bytes_of, copy},
};
use alloc::vec::Vec;
use core::{
    mem::{ManuallyDrop, MaybeUninit},
    ptr,
};

/// The end of a `Vec<u8>`, as a cursor into its spare capacity.
///
/// Between two calls: `next` and `end` point into the buffer of `vec` or just behind it, `next` does
/// not come after `end`, and all bytes before `next` are initialized. The length of `vec` stays what it
/// was until [`Out::finish`]: an error or a panic leaves the vector without what was written.
///
/// Or `next` and `end` are null, and `grown` and `lost` are set: a [`part`](Out::part) of this one, or a part of
/// that, panicked, and somebody went on all the same. What was written is lost then, and writing begins
/// anew at the length of the vector; but `lost` stays set, and nothing of it is kept.
///
/// Growing takes and gives the pieces by value. So an `Out` whose address nobody takes lives in
/// registers, and a check against an `end` that is a constant away from `next` is settled by the
/// compiler: that is what [`Out::part`] is for.
#[derive(Debug)]
pub(crate) struct Out<'a> {
    vec: &'a mut Vec<u8>,
    next: *mut u8,
    end: *mut u8,
    /// Whether the buffer, or the end of its room, may be another one than at the beginning.
    grown: bool,
    /// Whether something that was written is lost. (Two flags: as bits of one they cost more instructions.)
    lost: bool,
}

impl<'a> Out<'a> {
    #[inline]
    pub(crate) fn new(vec: &'a mut Vec<u8>) -> Self {
        let (len, capacity) = (vec.len(), vec.capacity());
        // The pointers are the vector's own, not some into the spare part: `since` and `rewind` go
        // back from them.
        let buffer = vec.as_mut_ptr();
        // SAFETY: length and capacity are inside the buffer or just behind it.
        let (next, end) = unsafe { (buffer.add(len), buffer.add(capacity)) };
        Self {
            vec,
            next,
            end,
            grown: false,
            lost: false,
        }
    }

    /// The length of the vector with what has been written.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        if self.next.is_null() {
            return self.vec.len();
        }
        self.next.addr() - self.vec.as_ptr().addr()
    }

    /// Whether something that was written is lost: then what is there is no value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn is_lost(&self) -> bool {
        self.lost
    }

    /// How many bytes fit without growing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn room(&self) -> usize {
        self.end.addr() - self.next.addr()
    }

    /// Makes room for `n` more bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn reserve(&mut self, n: usize) {
        if self.room() < n {
            // SAFETY: this is the state between two calls.
            (self.next, self.end) = unsafe { grow(self.vec, self.next, n) };
            self.grown = true;
        }
        // SAFETY: `grow` reserves at least `n` bytes, or does not return.
        unsafe { core::hint::assert_unchecked(self.room() >= n) }
    }

    /// Lets `write` write to an `Out` of its own with room for `n` bytes. If they are enough, the
    /// checks for them are settled here.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn part<R>(&mut self, n: usize, write: impl FnOnce(Out<'_>) -> (Out<'_>, R)) -> R {
        self.reserve(n);
        // A part that grows and then panics leaves the old buffer to nobody: nor to this one, nor to
        // the one that this is a part of. Where no panic is possible, the compiler drops these stores.
        let next = core::mem::replace(&mut self.next, ptr::null_mut());
        let end = core::mem::replace(&mut self.end, ptr::null_mut());
        let was_grown = core::mem::replace(&mut self.grown, true);
        let was_lost = core::mem::replace(&mut self.lost, true);
        // SAFETY: the room is at least `n` bytes.
        let limit = unsafe { next.add(n) };
        let (part, result) = write(Out {
            vec: self.vec,
            next,
            end: limit,
            grown: false,
            lost: false,
        });
        let (next, limit, grown, lost) = (part.next, part.end, part.grown, part.lost);
        self.next = next;
        // A part that has grown has the end of all room.
        self.end = if grown { limit } else { end };
        self.grown = was_grown | grown;
        self.lost = was_lost | lost;
        result
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn put(&mut self, bytes: &[u8]) {
        self.reserve(bytes.len());
        // SAFETY: `room` is at least that many bytes, and `bytes`, being borrowed, is not the spare
        // capacity of a vector that is borrowed mutably.
        unsafe {
            copy(bytes.as_ptr(), self.next, bytes.len());
            self.next = self.next.add(bytes.len());
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn put_array<const N: usize>(&mut self, bytes: [u8; N]) {
        self.reserve(N);
        // SAFETY: `room` is at least `N` bytes.
        unsafe {
            self.next.cast::<[u8; N]>().write(bytes);
            self.next = self.next.add(N);
        }
    }

    /// Four bytes of a count, then bytes, behind one check.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn put_counted(&mut self, count: u32, bytes: &[u8]) {
        self.reserve(bytes.len().saturating_add(4));
        // SAFETY: `room` is at least four bytes more than `bytes`: a slice is at most `isize::MAX` bytes,
        // so nothing was saturated. For the copy see `put`.
        unsafe {
            self.next.cast::<[u8; 4]>().write(count.to_le_bytes());
            copy(bytes.as_ptr(), self.next.add(4), bytes.len());
            self.next = self.next.add(4 + bytes.len());
        }
    }

    /// A byte that says whether there is a value, then the value. Without a branch: of a value that is not there,
    /// some bytes are put behind the end, where the next ones overwrite them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn put_option<T>(&mut self, value: &Option<T>, image: Image<T>) {
        assert!(image.is_write());
        if self.room() <= size_of::<T>() {
            // SAFETY: this is the state between two calls.
            (self.next, self.end) =
                unsafe { grow_and_put_option(self.vec, self.next, value, image) };
            self.grown = true;
            return;
        }
        let (tag, from) = match value {
            Some(value) => (1, ptr::from_ref(value).cast()),
            None => (0, ptr::from_ref(value).cast::<MaybeUninit<u8>>()),
        };
        // SAFETY: `room` is at least a `T` and a byte. `from` points to a `T`, or to an `Option<T>`, which is no
        // smaller, and neither is in spare capacity. Bytes that may not be initialized are copied as such. Before the
        // new `next` is the tag and, where there is one, a value of which the proof says that all its bytes are
        // initialized.
        unsafe {
            self.next.write(tag);
            ptr::copy_nonoverlapping(from, self.next.add(1).cast(), size_of::<T>());
            self.next = self.next.add(1 + usize::from(tag) * size_of::<T>());
        }
    }

    /// What has been written since the vector had the length `from`.
    #[inline]
    pub(crate) fn since(&self, from: usize) -> &[u8] {
        let len = self.len();
        assert!(from <= len);
        // SAFETY: the first `len` bytes of the buffer are initialized.
        unsafe { core::slice::from_raw_parts(self.vec.as_ptr().add(from), len - from) }
    }

    /// Takes back what was written since the vector had the length `to`.
    pub(crate) fn rewind(&mut self, to: usize) {
        let len = self.len();
        assert!(self.vec.len() <= to && to <= len && !self.next.is_null());
        // SAFETY: `to` is between the vector's length and `next`, inside the buffer.
        self.next = unsafe { self.next.sub(len - to) };
    }

    /// Keeps what was written.
    #[inline]
    pub(crate) fn finish(self) {
        let len = self.len();
        // SAFETY: the first `len` bytes are initialized, and lie in the buffer.
        unsafe { self.vec.set_len(len) };
    }
}

/// Makes room for `n` bytes behind `next`; gives the new `next` and `end`.
///
/// # Safety
/// `next` is null, or points into the buffer of `vec`, or just behind it, and not before the end of its
/// contents; then all bytes before it are initialized.
#[cold]
#[inline(never)]
unsafe fn grow(vec: &mut Vec<u8>, next: *mut u8, n: usize) -> (*mut u8, *mut u8) {
    /// Gives the vector its length back, also when there is no memory.
    struct Shorten<'a>(&'a mut Vec<u8>, usize);
    impl Drop for Shorten<'_> {
        fn drop(&mut self) {
            self.0.truncate(self.1);
        }
    }
    let written = if next.is_null() {
        vec.len()
    } else {
        next.addr() - vec.as_ptr().addr()
    };
    let grown = Shorten(vec, vec.len());
    // SAFETY: by this function's contract the first `written` bytes are inside the buffer and
    // initialized. The vector has to know of them while it moves its contents.
    unsafe { grown.0.set_len(written) };
    grown.0.reserve(n);
    let capacity = grown.0.capacity();
    let buffer = grown.0.as_mut_ptr();
    // SAFETY: both are inside the buffer or just behind it.
    unsafe { (buffer.add(written), buffer.add(capacity)) }
}

/// An option where there may be no room for a value: only what it takes is made, since a buffer may have just that.
/// Gives the new `next` and `end`.
///
/// # Safety
/// That of [`grow`].
#[cold]
#[inline(never)]
unsafe fn grow_and_put_option<T>(
    vec: &mut Vec<u8>,
    next: *mut u8,
    value: &Option<T>,
    image: Image<T>,
) -> (*mut u8, *mut u8) {
    let bytes = bytes_of(value.as_slice(), image);
    // SAFETY: by this function's contract.
    let (next, end) = unsafe { grow(vec, next, bytes.len().saturating_add(1)) };
    // SAFETY: `grow` has made room for a byte and these, which are borrowed, and so are not in it.
    let next = unsafe {
        next.write(u8::from(value.is_some()));
        copy(bytes.as_ptr(), next.add(1), bytes.len());
        next.add(1 + bytes.len())
    };
    (next, end)
}

/// The same vector, put together anew from its parts, and its length from a register: to move a vector whole right
/// after it was written to would stall on loads that span two stores.
#[inline]
pub(crate) fn with_len(vec: Vec<u8>, len: usize) -> Vec<u8> {
    assert!(vec.len() == len);
    let mut taken = ManuallyDrop::new(vec);
    // SAFETY: these are the parts of a vector that is forgotten.
    unsafe { Vec::from_raw_parts(taken.as_mut_ptr(), len, taken.capacity()) }
}
