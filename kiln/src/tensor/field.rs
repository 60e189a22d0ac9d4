//! Blocks as fields: schema `tensors`, the block of section 7 without step 12.

use super::block::Tensors;
use super::owned::TensorsBuf;
use crate::{Decode, Describe, Encode, Error, Reader, Schema, Writer};

impl Describe for Tensors<'_> {
    const SCHEMA: &'static Schema = &Schema::Tensors;
}

impl Encode for Tensors<'_> {
    /// # Errors
    /// [`Error::Limit`] if a reader with the writer's limits would refuse the number of tensors or
    /// the length of their names.
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        let cap = u64::from(w.limits().max_count);
        if self.len() as u64 > cap || self.name_bytes() as u64 > cap {
            return Err(Error::Limit);
        }
        w.put(self.as_bytes());
        Ok(())
    }

    fn encoded_size(&self) -> usize {
        self.as_bytes().len()
    }
}

impl<'de: 'a, 'a> Decode<'de> for Tensors<'a> {
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        let (tensors, _) = r.limits().tensors_from_prefix(r.unread())?;
        r.take(tensors.as_bytes().len())?;
        r.claim(tensors.index_bytes(), 1)?;
        Ok(tensors)
    }
}

impl Describe for TensorsBuf {
    const SCHEMA: &'static Schema = &Schema::Tensors;
}

impl Encode for TensorsBuf {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        self.tensors().encode(w)
    }

    fn encoded_size(&self) -> usize {
        self.as_bytes().len()
    }
}

impl<'de> Decode<'de> for TensorsBuf {
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        let tensors = Tensors::decode(r)?;
        r.claim(tensors.as_bytes().len(), 1)?;
        tensors.into_buf()
    }
}
