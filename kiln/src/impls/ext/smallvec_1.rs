//! `smallvec` 1: `list<T>`.

use crate::{Decode, Describe, Encode, Error, Reader, Schema, Writer};
use smallvec::{Array, SmallVec};

impl<A: Array<Item: Describe>> Describe for SmallVec<A> {
    const SCHEMA: &'static Schema = <[A::Item]>::SCHEMA;
}

impl<A: Array<Item: Encode>> Encode for SmallVec<A> {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        w.slice(self)
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        self.as_slice().encoded_size()
    }
}

impl<'de, A: Array<Item: Decode<'de>>> Decode<'de> for SmallVec<A> {
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        r.list_with(Self::with_capacity, Self::push)
    }
}
