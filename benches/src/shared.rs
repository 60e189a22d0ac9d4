//! Buffers that all contenders of a case use in turns. Where 6 MB happen to lie, and on which pages, decides more
//! about a copy than who copies; so they lie in the same place for everybody.

use rkyv::util::AlignedVec;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// What is written into, by those who write to a `Vec<u8>` or to a slice of it.
#[derive(Clone, Default)]
pub(crate) struct Output(Rc<Cell<Vec<u8>>>);

impl Output {
    /// A contender takes the buffer for one iteration and puts it back. Its length is what the one before it left.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut Vec<u8>) -> R) -> R {
        let mut buffer = self.0.take();
        let result = work(&mut buffer);
        self.0.set(buffer);
        result
    }
}

/// What is read from, where a case is one large message. Aligned, since `rkyv` wants that.
#[derive(Clone, Default)]
pub(crate) struct Input(Rc<RefCell<Held>>);

#[derive(Default)]
struct Held {
    /// Whose bytes these are: the address and length of their original.
    of: (usize, usize),
    bytes: AlignedVec,
}

impl Input {
    /// These bytes at the common place. They are copied there when somebody else was there before, which is in the
    /// first iteration of a slice, and that is not timed.
    pub(crate) fn with<R>(&self, original: &'static [u8], work: impl FnOnce(&[u8]) -> R) -> R {
        let mut held = self.0.borrow_mut();
        let of = (original.as_ptr().addr(), original.len());
        if held.of != of {
            held.bytes.clear();
            held.bytes.extend_from_slice(original);
            held.of = of;
        }
        work(&held.bytes)
    }
}
