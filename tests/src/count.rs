//! An allocator that counts what each thread allocates, for tests of their own binary:
//!
//! ```
//! #[global_allocator]
//! static ALLOCATOR: kiln_tests::count::Counting = kiln_tests::count::Counting;
//! ```
#![expect(unsafe_code, reason = "an allocator is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// What one thread has allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Use {
    /// Calls that allocate or reallocate.
    pub calls: usize,
    /// Bytes asked for, added up; a reallocation counts in full.
    pub bytes: usize,
    /// The most bytes that were held at once, beyond those held at the start.
    pub peak: usize,
}

thread_local! {
    static USE: Cell<Use> = const { Cell::new(Use { calls: 0, bytes: 0, peak: 0 }) };
    /// Bytes held, relative to the start; freeing what is older makes it negative.
    static HELD: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, counted by thread so that tests in one process do not disturb each other.
#[derive(Debug)]
pub struct Counting;

impl Counting {
    fn took(size: usize) {
        let held = HELD.get() + size.cast_signed();
        HELD.set(held);
        let mut used = USE.get();
        used.calls += 1;
        used.bytes += size;
        used.peak = used.peak.max(usize::try_from(held).unwrap_or(0));
        USE.set(used);
    }

    fn gave(size: usize) {
        HELD.set(HELD.get() - size.cast_signed());
    }
}

// SAFETY: every call goes to the system's allocator as it came; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::took(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        Self::gave(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(ptr, layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Self::took(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Old and new may both be there for a while.
        Self::took(size);
        Self::gave(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.realloc(ptr, layout, size) }
    }
}

/// What this thread allocates in `f`, and what `f` returns.
pub fn used<R>(f: impl FnOnce() -> R) -> (R, Use) {
    USE.set(Use::default());
    HELD.set(0);
    let result = f();
    (result, USE.get())
}
