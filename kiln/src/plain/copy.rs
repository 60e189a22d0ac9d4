//! Copies between memory and wire, each resting on an [`Image`].

use super::Image;
use crate::Describe;
use alloc::{boxed::Box, vec::Vec};
use core::{mem::MaybeUninit, ptr};

/// The wire image of a slice, in place.
#[inline]
pub(crate) fn bytes_of<T>(items: &[T], image: Image<T>) -> &[u8] {
    assert!(image.is_write());
    // SAFETY: the proof says that all bytes of each `T` are initialized; elements of a slice follow
    // each other without gaps. The lifetime is that of `items`.
    unsafe { core::slice::from_raw_parts(items.as_ptr().cast(), size_of_val(items)) }
}

/// The elements whose wire image is `bytes`, copied into memory that was not cleared first. Bytes
/// past the last whole element are left out.
#[inline]
pub(crate) fn vec_of<T>(bytes: &[u8], image: Image<T>) -> Vec<T> {
    assert!(image.is_read() && size_of::<T>() != 0);
    // SAFETY: the proof says that any bytes are a valid `T`, and a `T` has bytes.
    unsafe { copied(bytes) }.into_vec()
}

/// The elements whose wire image is `bytes`, if the test of their image says that they are valid. Bytes
/// past the last whole element are left out.
#[inline]
pub(crate) fn tested_vec_of<T: Describe>(bytes: &[u8]) -> Option<Vec<T>> {
    tested::<T>(bytes).map(Vec::from)
}

/// Tests and copies in turns, so that the copy finds near what the test has read. As a box: see [`copied`].
#[inline(never)]
fn tested<T: Describe>(bytes: &[u8]) -> Option<Box<[T]>> {
    const AT_ONCE: usize = 4096;
    let image: Image<T> = T::IMAGE;
    let size = size_of::<T>();
    assert!(image.is_write() && size != 0);
    let valid = image.valid?;
    let count = bytes.len() / size;
    let whole = &bytes[..count * size];
    let step = (AT_ONCE / size).max(1) * size;
    let mut items = Box::<[T]>::new_uninit_slice(count);
    let mut to = items.as_mut_ptr().cast::<u8>();
    for part in whole.chunks(step) {
        if !valid(part) {
            return None;
        }
        // SAFETY: the parts are `whole` in order, and the box, which is a fresh allocation, has room for just that.
        unsafe {
            copy(part.as_ptr(), to, part.len());
            to = to.add(part.len());
        }
    }
    // SAFETY: all of it was written, and the test, which the image has, says that each part is whole valid values.
    Some(unsafe { items.assume_init() })
}

/// As a box, since a box goes back in registers, where a `Vec` would go by way of memory.
///
/// # Safety
/// A `T` has bytes, and as many of these as whole elements have are valid ones.
#[inline(never)]
unsafe fn copied<T>(bytes: &[u8]) -> Box<[T]> {
    let count = bytes.len() / size_of::<T>();
    let mut items = Box::<[T]>::new_uninit_slice(count);
    // SAFETY: the box has room for `count` elements, that many are copied from `bytes`, which
    // cannot overlap a fresh allocation, and by this function's contract they are valid.
    unsafe {
        copy(
            bytes.as_ptr(),
            items.as_mut_ptr().cast(),
            count * size_of::<T>(),
        );
        items.assume_init()
    }
}

/// One value from its wire image, if there are just so many bytes.
#[inline]
pub(crate) fn value_of<T>(bytes: &[u8], image: Image<T>) -> Option<T> {
    if !image.is_read() || bytes.len() != size_of::<T>() {
        return None;
    }
    // SAFETY: `bytes` holds `size_of::<T>()` bytes, unaligned reads are allowed, and the proof says
    // that any bytes are a valid `T`.
    Some(unsafe { ptr::read_unaligned(bytes.as_ptr().cast()) })
}

/// One value on the heap from its wire image, without a stop on the stack.
#[inline]
pub(crate) fn boxed_of<T>(bytes: &[u8], image: Image<T>) -> Option<Box<T>> {
    if !image.is_read() || bytes.len() != size_of::<T>() {
        return None;
    }
    let mut value = Box::<T>::new_uninit();
    // SAFETY: the box holds `size_of::<T>()` bytes, as many are copied, and the proof says that any
    // bytes are a valid `T`.
    Some(unsafe {
        ptr::copy_nonoverlapping(bytes.as_ptr(), value.as_mut_ptr().cast(), bytes.len());
        value.assume_init()
    })
}

/// The elements whose wire image is `bytes`, borrowed, if they are aligned.
#[inline]
pub(crate) fn slice_of<T>(bytes: &[u8], image: Image<T>) -> Option<&[T]> {
    let size = size_of::<T>();
    let fits = image.is_read()
        && size != 0
        && bytes.len().is_multiple_of(size)
        && bytes.as_ptr().addr().is_multiple_of(align_of::<T>());
    // SAFETY: the pointer is aligned and the length a multiple of the size, both checked; the proof
    // says that any bytes are a valid `T`. The lifetime is that of `bytes`.
    fits.then(|| unsafe { core::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len() / size) })
}

/// The bytes as text, if they are UTF-8. A test by words answers for ASCII, `core` for the rest.
#[inline]
pub(crate) fn text_of(bytes: &[u8]) -> Option<&str> {
    if is_ascii(bytes) || is_utf8(bytes) {
        // SAFETY: UTF-8 was just tested, of which ASCII is a part.
        Some(unsafe { core::str::from_utf8_unchecked(bytes) })
    } else {
        None
    }
}

/// Whether all bytes are ASCII.
#[inline]
fn is_ascii(bytes: &[u8]) -> bool {
    all_bits(bytes) & 0x8080_8080_8080_8080 == 0
}

/// The bits that are set in any of the bytes: each byte of the result has those of some of them. By words, the last
/// one overlapping: no loop over single bytes, and no way out before the end, so that the compiler takes many at once.
#[inline]
pub(super) fn all_bits(bytes: &[u8]) -> u64 {
    if let Some(last) = bytes.last_chunk::<8>() {
        let (words, _) = bytes.as_chunks::<8>();
        words.iter().fold(u64::from_ne_bytes(*last), |all, word| {
            all | u64::from_ne_bytes(*word)
        })
    } else if let (Some(a), Some(b)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        u64::from(u32::from_ne_bytes(*a) | u32::from_ne_bytes(*b))
    } else {
        bytes.iter().fold(0, |all, byte| all | u64::from(*byte))
    }
}

/// Slots, of which the first `len` have been written; these are dropped unless it is forgotten.
struct Made<'a, T> {
    slots: &'a mut [MaybeUninit<T>],
    len: usize,
}

impl<T> Drop for Made<'_, T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the first `len` slots have been written and nobody else drops them.
        unsafe {
            ptr::slice_from_raw_parts_mut(self.slots.as_mut_ptr().cast::<T>(), self.len)
                .drop_in_place()
        }
    }
}

impl<T> Made<'_, T> {
    /// Writes all slots; what was made before a failure or a panic is dropped.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill(slots: &mut [MaybeUninit<T>], mut next: impl FnMut() -> Option<T>) -> Option<()> {
        let mut made = Made { slots, len: 0 };
        while made.len < made.slots.len() {
            let value = match next() {
                Some(value) => value,
                None => return None,
            };
            made.slots[made.len].write(value);
            made.len += 1;
        }
        core::mem::forget(made);
        Some(())
    }
}

/// An array from a function that may fail; what was made before a failure is dropped.
#[inline]
pub(crate) fn array_of<T, const N: usize>(next: impl FnMut() -> Option<T>) -> Option<[T; N]> {
    let mut array = [const { MaybeUninit::<T>::uninit() }; N];
    match Made::fill(&mut array, next) {
        Some(()) => {}
        None => return None,
    }
    // SAFETY: all `N` slots have been written; an array of `MaybeUninit<T>` is laid out like one
    // of `T`, and it is not used afterwards (`MaybeUninit` drops nothing).
    Some(unsafe { array.as_ptr().cast::<[T; N]>().read() })
}

/// So many elements from a function that may fail, with room for the first `reserve` of them at first.
/// Each goes into its place, and the vector hears of them when they are all there: to push looks at
/// the capacity and writes the length each time.
#[inline]
pub(crate) fn vec_with<T>(
    count: usize,
    reserve: usize,
    mut next: impl FnMut() -> Option<T>,
) -> Option<Vec<T>> {
    let mut items = Vec::with_capacity(reserve.min(count));
    loop {
        let (len, left) = (items.len(), count - items.len());
        if left == 0 {
            return Some(items);
        }
        let spare = items.spare_capacity_mut();
        let room = spare.len().min(left);
        match Made::fill(&mut spare[..room], &mut next) {
            Some(()) => {}
            None => return None,
        }
        // SAFETY: the first `room` slots behind the length have been written, and are in the capacity.
        unsafe { items.set_len(len + room) };
        if room < left {
            items.reserve(1);
        }
    }
}

/// Copies bytes; short ones by two moves of fixed size that may overlap, without a call.
///
/// # Safety
/// `from` is readable and `to` is writable for `len` bytes, and the two do not overlap.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn copy(from: *const u8, to: *mut u8, len: usize) {
    /// # Safety
    /// Like `copy`, and `size_of::<W>() <= len <= 2 * size_of::<W>()`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn ends<W>(from: *const u8, to: *mut u8, len: usize) {
        let last = len - size_of::<W>();
        // SAFETY: both moves stay inside the first `len` bytes of either side, since a `W` is at
        // most `len`; together they cover all, since `len` is at most two of them. Both are read
        // before either is written.
        unsafe {
            let head = from.cast::<MaybeUninit<W>>().read_unaligned();
            let tail = from.add(last).cast::<MaybeUninit<W>>().read_unaligned();
            to.cast::<MaybeUninit<W>>().write_unaligned(head);
            to.add(last).cast::<MaybeUninit<W>>().write_unaligned(tail);
        }
    }
    // SAFETY: by this function's contract, each arm with the length that `ends` asks for.
    unsafe {
        match len {
            33.. => ptr::copy_nonoverlapping(from, to, len),
            16.. => ends::<u128>(from, to, len),
            8.. => ends::<u64>(from, to, len),
            4.. => ends::<u32>(from, to, len),
            2.. => ends::<u16>(from, to, len),
            1 => *to = *from,
            0 => {}
        }
    }
}

/// The bytes as text of its own, if they are UTF-8: one allocation of just their size. As a box, since a box goes
/// back in registers, where a `String` would go by way of memory.
#[inline(never)]
pub(crate) fn owned_text(bytes: &[u8]) -> Option<Box<str>> {
    if !is_ascii(bytes) && !is_utf8(bytes) {
        return None;
    }
    let mut text = Box::<[u8]>::new_uninit_slice(bytes.len());
    // SAFETY: the box has room for so many bytes, in an allocation that is not `bytes`, and all are written. They
    // are UTF-8, which was just tested.
    unsafe {
        copy(bytes.as_ptr(), text.as_mut_ptr().cast(), bytes.len());
        Some(alloc::str::from_boxed_utf8_unchecked(text.assume_init()))
    }
}

/// What `core` says of text that is not ASCII.
#[cold]
#[inline(never)]
fn is_utf8(bytes: &[u8]) -> bool {
    core::str::from_utf8(bytes).is_ok()
}
