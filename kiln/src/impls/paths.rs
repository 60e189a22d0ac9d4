//! `Path` and `PathBuf`: text. A path that is not UTF-8 cannot be written (UTF8).

use crate::{Decode, Describe, Encode, Error, Reader, Schema, Writer};
use alloc::string::String;
use std::path::{Path, PathBuf};

impl Describe for Path {
    const SCHEMA: &'static Schema = str::SCHEMA;
}

impl Encode for Path {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        w.text(self.to_str().ok_or(Error::Utf8)?)
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        4 + self.as_os_str().len()
    }
}

impl Describe for PathBuf {
    const SCHEMA: &'static Schema = str::SCHEMA;
}

impl Encode for PathBuf {
    #[inline]
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        self.as_path().encode(w)
    }
    #[inline]
    fn encoded_size(&self) -> usize {
        self.as_path().encoded_size()
    }
}

impl<'de> Decode<'de> for PathBuf {
    #[inline]
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        Ok(String::decode(r)?.into())
    }
}
