//! Text: a count of bytes, then UTF-8. Borrowed from the input, or owned in one exact allocation.

use crate::{Decode, Describe, Encode, Error, Reader, Schema, Writer, natural::NaturalKey, plain};
use alloc::{boxed::Box, rc::Rc, string::String, sync::Arc};

impl Describe for str {
    const SCHEMA: &'static Schema = &Schema::String;
    const NATURAL_KEY: NaturalKey<Self> = NaturalKey::KNOWN;
}

impl Encode for str {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        w.text(self)
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        4 + self.len()
    }
}

// The input may outlive what borrows from it: a type with two lifetimes borrows for both.
impl<'de: 'a, 'a> Decode<'de> for &'a str {
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        r.text()
    }
}

impl Describe for String {
    const SCHEMA: &'static Schema = str::SCHEMA;
    const NATURAL_KEY: NaturalKey<Self> = NaturalKey::KNOWN;
}

impl Encode for String {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        w.text(self)
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        4 + self.len()
    }
}

/// Text that is about to be copied: it counts against the budget.
#[inline]
pub(super) fn claimed<'de>(r: &mut Reader<'de>) -> Result<&'de str, Error> {
    // The budget comes right after the five steps, before the text is looked at.
    let count = r.list_count(1)?;
    match r.claim(count, 1) {
        Ok(()) => {}
        Err(error) => return Err(error),
    }
    match r.take(count) {
        Ok(bytes) => crate::text::check(bytes),
        Err(error) => Err(error),
    }
}

impl<'de> Decode<'de> for String {
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        match claimed(r) {
            Ok(text) => Ok(plain::owned_text(text)),
            Err(error) => Err(error),
        }
    }
}

macro_rules! from_str {
    ($($type:ty),*) => {$(
        impl<'de> Decode<'de> for $type {
            #[inline]
            fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
                match claimed(r) {
                    Ok(text) => Ok(text.into()),
                    Err(error) => Err(error),
                }
            }
        }
    )*};
}

from_str!(Box<str>, Rc<str>, Arc<str>);
