//! Tensor blocks inside values: their bytes, checked, and nothing else.
//!
//! A block has one encoding, so its bytes say all of it; who wants to look inside opens them.

use crate::{Error, Limits, Reader};

/// Reads the block at the start of the unread bytes.
pub(super) fn read<'a>(r: &mut Reader<'a>) -> Result<&'a [u8], Error> {
    let length = tensor_block(r.unread(), r.limits())?;
    r.take(length)
}

/// Whether these bytes are one block and nothing else: [`Error::Type`] if a reader would refuse
/// them, [`Error::Limit`] if it would for its limits.
pub(super) fn check(block: &[u8], limits: Limits) -> Result<(), Error> {
    match tensor_block(block, limits) {
        Ok(length) if length == block.len() => Ok(()),
        Err(Error::Limit) => Err(Error::Limit),
        _ => Err(Error::Type),
    }
}

/// The length of the block that these bytes begin with.
fn tensor_block(_unread: &[u8], _limits: Limits) -> Result<usize, Error> {
    Err(Error::Frame)
}
