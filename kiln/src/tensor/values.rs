//! Elements of any numeric dtype as floats.

use super::dtype::DType;
use super::nibbles::{nibble, sign_extend};
use super::small_floats::{
    E2M1, E4M3FN, E4M3FNUZ, E5M2, E5M2FNUZ, E8M0FNU, bf16_to_f32, f16_to_f32,
};
use alloc::vec::Vec;

/// The elements of one tensor, read one at a time: a scale tensor is not decoded into memory of its
/// own before it is used.
#[derive(Copy, Clone)]
pub(super) struct Values<'a> {
    pub(super) dtype: DType,
    pub(super) data: &'a [u8],
}

impl Values<'_> {
    /// The element at a position, exactly, for dtypes of at most 32 bits; 0 beyond the data.
    #[inline]
    pub(super) fn get(self, at: u64) -> f64 {
        let Ok(index) = usize::try_from(at) else {
            return 0.0;
        };
        match self.dtype {
            DType::Bool | DType::U8 => f64::from(self.byte(index)),
            DType::I8 => f64::from(self.byte(index).cast_signed()),
            DType::U16 => f64::from(u16::from_le_bytes(self.bytes(index))),
            DType::I16 => f64::from(i16::from_le_bytes(self.bytes(index))),
            DType::U32 => f64::from(u32::from_le_bytes(self.bytes(index))),
            DType::I32 => f64::from(i32::from_le_bytes(self.bytes(index))),
            DType::F16 => f64::from(f16_to_f32(u16::from_le_bytes(self.bytes(index)))),
            DType::Bf16 => f64::from(bf16_to_f32(u16::from_le_bytes(self.bytes(index)))),
            DType::F32 => f64::from(f32::from_le_bytes(self.bytes(index))),
            DType::F8E4m3fn => f64::from(E4M3FN[usize::from(self.byte(index))]),
            DType::F8E5m2 => f64::from(E5M2[usize::from(self.byte(index))]),
            DType::F8E4m3fnuz => f64::from(E4M3FNUZ[usize::from(self.byte(index))]),
            DType::F8E5m2fnuz => f64::from(E5M2FNUZ[usize::from(self.byte(index))]),
            DType::F8E8m0fnu => f64::from(E8M0FNU[usize::from(self.byte(index))]),
            DType::U4 => f64::from(nibble(self.data, at)),
            DType::I4 => f64::from(sign_extend(nibble(self.data, at))),
            DType::F4E2m1 => f64::from(E2M1[usize::from(nibble(self.data, at) & 15)]),
            DType::U64 | DType::I64 | DType::F64 | DType::C64 | DType::C128 | DType::Block => 0.0,
        }
    }

    #[inline]
    fn byte(self, index: usize) -> u8 {
        self.data.get(index).copied().unwrap_or(0)
    }

    #[inline]
    fn bytes<const N: usize>(self, index: usize) -> [u8; N] {
        self.data
            .as_chunks()
            .0
            .get(index)
            .copied()
            .unwrap_or([0; N])
    }

    /// Appends all `elements` as `f32`, each rounded at most once. False for a dtype that has no
    /// single real number for an element.
    pub(super) fn append_all(self, elements: u64, out: &mut Vec<f32>) -> bool {
        macro_rules! whole {
            ($int:ty) => {{
                let chunks = self.data.as_chunks().0.iter();
                // Rounds to the nearest f32 where the integer has more than 24 bits.
                #[allow(clippy::cast_precision_loss, clippy::cast_lossless)]
                out.extend(chunks.map(|bytes| <$int>::from_le_bytes(*bytes) as f32));
            }};
        }
        macro_rules! looked_up {
            ($table:expr) => {
                out.extend(self.data.iter().map(|code| $table[usize::from(*code)]))
            };
        }
        match self.dtype {
            DType::Bool | DType::U8 => whole!(u8),
            DType::I8 => whole!(i8),
            DType::U16 => whole!(u16),
            DType::I16 => whole!(i16),
            DType::U32 => whole!(u32),
            DType::I32 => whole!(i32),
            DType::U64 => whole!(u64),
            DType::I64 => whole!(i64),
            DType::F32 => {
                let chunks = self.data.as_chunks().0.iter();
                out.extend(chunks.map(|bytes| f32::from_le_bytes(*bytes)));
            }
            DType::F64 => {
                let chunks = self.data.as_chunks().0.iter();
                #[expect(clippy::cast_possible_truncation)] // rounds, which is the purpose
                out.extend(chunks.map(|bytes| f64::from_le_bytes(*bytes) as f32));
            }
            DType::F8E4m3fn => looked_up!(E4M3FN),
            DType::F8E5m2 => looked_up!(E5M2),
            DType::F8E4m3fnuz => looked_up!(E4M3FNUZ),
            DType::F8E5m2fnuz => looked_up!(E5M2FNUZ),
            DType::F8E8m0fnu => looked_up!(E8M0FNU),
            DType::F16 => {
                let chunks = self.data.as_chunks().0.iter();
                out.extend(chunks.map(|bytes| f16_to_f32(u16::from_le_bytes(*bytes))));
            }
            DType::Bf16 => {
                let chunks = self.data.as_chunks().0.iter();
                out.extend(chunks.map(|bytes| bf16_to_f32(u16::from_le_bytes(*bytes))));
            }
            DType::U4 | DType::I4 | DType::F4E2m1 => {
                #[expect(clippy::cast_possible_truncation)] // of 16 whole or half numbers, none
                out.extend((0..elements).map(|at| self.get(at) as f32));
            }
            DType::C64 | DType::C128 | DType::Block => return false,
        }
        true
    }
}
