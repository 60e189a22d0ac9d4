//! Text: a count of bytes, then UTF-8. Borrowed from the input, or owned in one exact allocation.

use crate::{
    Decode, Describe, Encode, Error, Reader, Schema, Writer, natural::NaturalKey, outcome::Outcome,
    plain,
};
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
        Self::decode_as(r)
    }
    #[inline]
    fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
        match r.next_text() {
            Some(text) => O::value(text),
            None => O::noted(r),
        }
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

/// The bytes of text that is about to be copied: they count against the budget.
#[inline]
fn claimed<'de>(r: &mut Reader<'de>) -> Option<&'de [u8]> {
    // The budget comes right after the five steps, before the text is looked at.
    let count = match r.next_count(1) {
        Some(count) => count,
        None => return None,
    };
    match r.claimed(count, 1) {
        Some(()) => r.next(count),
        None => None,
    }
}

/// Text of its own.
#[inline]
fn owned(r: &mut Reader<'_>) -> Option<Box<str>> {
    let bytes = match claimed(r) {
        Some(bytes) => bytes,
        None => return None,
    };
    let text = plain::owned_text(bytes);
    if text.is_none() {
        r.note(Error::Utf8);
    }
    text
}

/// Text that is copied to where it will stay.
#[inline]
fn shared<'de>(r: &mut Reader<'de>) -> Option<&'de str> {
    match claimed(r) {
        Some(bytes) => r.text_of(bytes),
        None => None,
    }
}

impl<'de> Decode<'de> for String {
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        Self::decode_as(r)
    }
    #[inline]
    fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
        match owned(r) {
            Some(text) => O::value(text.into_string()),
            None => O::noted(r),
        }
    }
}

macro_rules! from_str {
    ($($type:ty: $text:ident),*) => {$(
        impl<'de> Decode<'de> for $type {
            #[inline]
            fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
                Self::decode_as(r)
            }
            #[inline]
            fn decode_as<O: Outcome<Self>>(r: &mut Reader<'de>) -> O {
                match $text(r) {
                    Some(text) => O::value(text.into()),
                    None => O::noted(r),
                }
            }
        }
    )*};
}

from_str!(Box<str>: owned, Rc<str>: shared, Arc<str>: shared);
