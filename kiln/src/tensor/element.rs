//! Rust types that are the elements of a dtype.

use super::dtype::DType;
use crate::plain;
use crate::{Decode, Describe, Encode, Reader};
use alloc::borrow::Cow;
use alloc::vec::Vec;

mod sealed {
    pub trait Sealed {}
}

/// A Rust type that is the element of a dtype: `u8` to `u64`, `i8` to `i64`, `f32`, `f64`, complex
/// numbers as `[f32; 2]` and `[f64; 2]`, and with feature `half-2` its `f16` and `bf16`.
///
/// `bool` is none: a bool tensor is read as [`data`](super::TensorView::data), and built by
/// [`NewTensor::from_bools`](super::NewTensor::from_bools).
pub trait Element:
    sealed::Sealed + Copy + Describe + Encode + for<'any> Decode<'any> + 'static
{
    /// The dtype.
    const DTYPE: DType;
}

macro_rules! elements {
    ($($(#[$attr:meta])* $type:ty = $dtype:ident;)*) => {$(
        $(#[$attr])*
        impl sealed::Sealed for $type {}
        $(#[$attr])*
        impl Element for $type {
            const DTYPE: DType = DType::$dtype;
        }
    )*};
}

elements! {
    u8 = U8;
    i8 = I8;
    u16 = U16;
    i16 = I16;
    u32 = U32;
    i32 = I32;
    u64 = U64;
    i64 = I64;
    f32 = F32;
    f64 = F64;
    [f32; 2] = C64;
    [f64; 2] = C128;
    #[cfg(feature = "half-2")]
    half::f16 = F16;
    #[cfg(feature = "half-2")]
    half::bf16 = Bf16;
}

/// The elements in place, if memory is laid out like the wire and they are aligned.
#[inline]
pub(super) fn view<T: Element>(data: &[u8]) -> Option<&[T]> {
    // No data has no place that could be wrong.
    if data.is_empty() {
        return Some(&[]);
    }
    plain::slice_of(data, T::IMAGE)
}

/// The elements, copied: in one piece where memory is laid out like the wire.
pub(super) fn copy<T: Element>(data: &[u8]) -> Vec<T> {
    if T::IMAGE.is_read() {
        return plain::vec_of(data, T::IMAGE);
    }
    let mut reader = Reader::new(data);
    core::iter::from_fn(|| T::decode(&mut reader).ok()).collect()
}

/// The wire bytes of elements, in place where memory is laid out like the wire.
#[inline]
pub(super) fn bytes<T: Element>(items: &[T]) -> Cow<'_, [u8]> {
    if T::IMAGE.is_write() {
        return Cow::Borrowed(plain::bytes_of(items, T::IMAGE));
    }
    let mut bytes = Vec::with_capacity(size_of_val(items));
    for item in items {
        // Numbers of a fixed width: there is no limit that one could meet.
        let _ = crate::encode_into(item, &mut bytes);
    }
    Cow::Owned(bytes)
}
