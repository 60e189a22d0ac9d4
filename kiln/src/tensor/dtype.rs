//! What the elements of a tensor are: the 24 dtypes of the format (section 6).

use crate::Error;
use core::fmt;
use core::str::FromStr;

macro_rules! dtypes {
    ($($(#[$doc:meta])* $variant:ident = $code:literal, $name:literal, $bits:expr;)*) => {
        /// The type of a tensor's elements.
        ///
        /// The discriminant is the code on the wire.
        ///
        /// ```
        /// use kiln::tensor::DType;
        /// assert_eq!(DType::Bf16.code(), 0x21);
        /// assert_eq!(DType::Bf16.name(), "bf16");
        /// assert_eq!(DType::try_from(0x21), Ok(DType::Bf16));
        /// assert_eq!("i4".parse(), Ok(DType::I4));
        /// ```
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        #[repr(u16)]
        pub enum DType { $($(#[$doc])* $variant = $code,)* }

        impl DType {
            /// Every dtype, in the order of their codes.
            pub const ALL: [Self; 24] = [$(Self::$variant),*];

            /// The name that the format gives this dtype, stable for ever.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Bits per element; `None` for [`DType::Block`], whose quantization says it.
            #[must_use]
            #[inline]
            pub const fn bits(self) -> Option<u32> {
                match Self::BITS_BY_CODE[self as usize] {
                    0 => None,
                    bits => Some(bits as u32),
                }
            }

            /// By code; 0 where there is none.
            const BITS_BY_CODE: [u8; 0x60] = {
                let mut table = [0; 0x60];
                $(table[$code] = match $bits { Some(bits) => bits, None => 0 };)*
                table
            };

            /// By code, of the plain dtypes; 0 for all others.
            const PLAIN_BYTES_BY_CODE: [u8; 0x100] = {
                let mut table = [0; 0x100];
                $(if Self::$variant.is_plain() {
                    table[$code] = Self::BITS_BY_CODE[$code] / 8;
                })*
                table
            };

            /// By code, so that a look-up is one load.
            const BY_CODE: [Option<Self>; 0x60] = {
                let mut table = [None; 0x60];
                $(table[$code] = Some(Self::$variant);)*
                table
            };
        }
    };
}

dtypes! {
    /// One byte, 0 or 1.
    Bool = 0x01, "bool", Some(8);
    /// Unsigned, 8 bits.
    U8 = 0x10, "u8", Some(8);
    /// Two's complement, 8 bits.
    I8 = 0x11, "i8", Some(8);
    /// Unsigned, 16 bits.
    U16 = 0x12, "u16", Some(16);
    /// Two's complement, 16 bits.
    I16 = 0x13, "i16", Some(16);
    /// Unsigned, 32 bits.
    U32 = 0x14, "u32", Some(32);
    /// Two's complement, 32 bits.
    I32 = 0x15, "i32", Some(32);
    /// Unsigned, 64 bits.
    U64 = 0x16, "u64", Some(64);
    /// Two's complement, 64 bits.
    I64 = 0x17, "i64", Some(64);
    /// IEEE 754 half precision.
    F16 = 0x20, "f16", Some(16);
    /// The upper half of an `f32`.
    Bf16 = 0x21, "bf16", Some(16);
    /// IEEE 754 single precision.
    F32 = 0x22, "f32", Some(32);
    /// IEEE 754 double precision.
    F64 = 0x23, "f64", Some(64);
    /// Complex: two `f32`, real part first.
    C64 = 0x28, "c64", Some(64);
    /// Complex: two `f64`, real part first.
    C128 = 0x29, "c128", Some(128);
    /// OCP FP8: 4 exponent bits, bias 7, no infinity, NaN only at 0x7f and 0xff.
    F8E4m3fn = 0x30, "f8_e4m3fn", Some(8);
    /// OCP FP8: 5 exponent bits, bias 15, infinities and NaN as in IEEE 754.
    F8E5m2 = 0x31, "f8_e5m2", Some(8);
    /// A power of two, 2^(b − 127); 0xff is NaN. Used for scales.
    F8E8m0fnu = 0x32, "f8_e8m0fnu", Some(8);
    /// 4 exponent bits, bias 8, neither infinity nor negative zero; 0x80 is NaN.
    F8E4m3fnuz = 0x33, "f8_e4m3fnuz", Some(8);
    /// 5 exponent bits, bias 16, neither infinity nor negative zero; 0x80 is NaN.
    F8E5m2fnuz = 0x34, "f8_e5m2fnuz", Some(8);
    /// Unsigned, 4 bits, two to a byte.
    U4 = 0x40, "u4", Some(4);
    /// Two's complement, 4 bits, two to a byte.
    I4 = 0x41, "i4", Some(4);
    /// OCP FP4: ±0, 0.5, 1, 1.5, 2, 3, 4, 6; two to a byte.
    F4E2m1 = 0x42, "f4_e2m1", Some(4);
    /// Opaque structs of a fixed number of bytes, each for a fixed number of elements; the layout
    /// string says which.
    Block = 0x50, "block", None;
}

impl DType {
    #[inline]
    pub(super) const fn from_code(code: u16) -> Option<Self> {
        if (code as usize) < Self::BY_CODE.len() {
            Self::BY_CODE[code as usize]
        } else {
            None
        }
    }

    /// The code on the wire.
    #[must_use]
    #[inline]
    pub const fn code(self) -> u16 {
        self as u16
    }

    /// The smallest and largest value of a whole-number dtype of at most 32 bits: those that may
    /// carry an inline zero point.
    pub(super) const fn small_int_range(self) -> Option<(i64, i64)> {
        Some(match self {
            Self::U4 => (0, 15),
            Self::I4 => (-8, 7),
            Self::U8 => (0, 0xff),
            Self::I8 => (-0x80, 0x7f),
            Self::U16 => (0, 0xffff),
            Self::I16 => (-0x8000, 0x7fff),
            Self::I32 => (-0x8000_0000, 0x7fff_ffff),
            _ => return None,
        })
    }

    /// The bytes of an element by the code of its dtype, if the dtype is there and
    /// [plain](Self::is_plain); else 0.
    #[inline]
    pub(super) const fn plain_bytes_of(code: u16) -> u8 {
        let bytes = Self::PLAIN_BYTES_BY_CODE[(code & 0xff) as usize];
        if code > 0xff { 0 } else { bytes }
    }

    /// Any bytes are elements of this dtype, whatever the shape, and it needs no quantization.
    #[inline]
    pub(super) const fn is_plain(self) -> bool {
        !matches!(self, Self::Bool | Self::Block) && !self.is_packed()
    }

    /// Four bits per element, two elements to a byte.
    #[must_use]
    #[inline]
    pub const fn is_packed(self) -> bool {
        matches!(self, Self::U4 | Self::I4 | Self::F4E2m1)
    }
}

impl TryFrom<u16> for DType {
    type Error = Error;

    /// The dtype of a code; [`Error::Type`] if there is none.
    fn try_from(code: u16) -> Result<Self, Error> {
        Self::from_code(code).ok_or(Error::Type)
    }
}

impl FromStr for DType {
    type Err = Error;

    /// The dtype of a name; [`Error::Type`] if there is none.
    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|dtype| dtype.name() == name)
            .ok_or(Error::Type)
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
