//! Tensor blocks inside values: their bytes, checked, and nothing else.
//!
//! A block has one encoding, so its bytes say all of it; who wants to look inside opens them.

use crate::{Decode, Error, Limits, Reader, tensor::Tensors};

/// Reads the block at the start of the unread bytes.
pub(super) fn read<'a>(r: &mut Reader<'a>) -> Result<&'a [u8], Error> {
    Tensors::decode(r).map(|tensors| tensors.as_bytes())
}

/// Whether these bytes are one block and nothing else: [`Error::Type`] if a reader would refuse
/// them, [`Error::Limit`] if it would for its limits.
pub(super) fn check(block: &[u8], limits: Limits) -> Result<(), Error> {
    match limits.tensors_from_slice(block) {
        Ok(_) => Ok(()),
        Err(Error::Limit) => Err(Error::Limit),
        Err(_) => Err(Error::Type),
    }
}
