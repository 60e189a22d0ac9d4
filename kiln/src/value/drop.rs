//! Dropping without recursion: parts are taken off from behind, so that what is dropped has none.

use super::Value;
use alloc::vec::Vec;
use core::mem;

impl Drop for Value<'_> {
    #[inline]
    fn drop(&mut self) {
        // Most values are a leaf, or hold leaves only: the compiler's own drop does for those.
        if self.parts() > 0 && self.is_nested() {
            unnest(mem::replace(self, Value::Bool(false)));
        }
    }
}

impl Value<'_> {
    fn is_nested(&self) -> bool {
        (0..self.parts()).any(|i| self.part(i).is_some_and(|part| part.parts() > 0))
    }
}

/// Takes a value apart. The open levels are as many as the value is deep, not as it is wide.
fn unnest(value: Value<'_>) {
    let mut open: Vec<Value<'_>> = Vec::with_capacity(8);
    open.push(value);
    while let Some(last) = open.last_mut() {
        match last.pop_parts() {
            Some((first, second)) => {
                open.extend(Some(first).filter(|part| part.parts() > 0));
                open.extend(second.filter(|part| part.parts() > 0));
            }
            None => drop(open.pop()),
        }
    }
}
