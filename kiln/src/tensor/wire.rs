//! Where the fields of header and descriptor stand (format, section 6), and how they are read and
//! written. No check is made here: that is what the steps are for.

use super::dtype::DType;
use super::shape::{MAX_RANK, Shape, few_elements, huge_or_zero};

pub(super) const MAGIC: [u8; 4] = *b"KLNT";
pub(super) const VERSION: u16 = 2;
/// Bit 0, little-endian, which must be set; no other is known.
pub(super) const FLAGS: u16 = 1;
pub(super) const HEADER: usize = 64;
pub(super) const DESCRIPTOR: usize = 128;
/// Payloads start at multiples of this.
pub(super) const ALIGN: u64 = 64;

/// `value` rounded up to a multiple of 64; `None` on overflow.
#[inline]
pub(super) const fn round_up(value: u64) -> Option<u64> {
    value.checked_next_multiple_of(ALIGN)
}

/// True if every byte is zero. Word by word, without an early end: padding and gaps are short.
#[inline]
pub(super) fn all_zero(bytes: &[u8]) -> bool {
    let (words, rest) = bytes.as_chunks::<8>();
    let words = words
        .iter()
        .fold(0, |seen, word| seen | u64::from_ne_bytes(*word));
    rest.iter()
        .fold(words, |seen, byte| seen | u64::from(*byte))
        == 0
}

/// Whether text has a character below U+0020, or U+007F. Eight bytes at a time without an early
/// end; the last eight may overlap those before.
#[inline]
pub(super) fn has_control(text: &[u8]) -> bool {
    const ONES: u64 = u64::MAX / 0xff;
    // The top bits of the bytes that are a control character. A borrow can only come out of one.
    let controls = |word: &[u8; 8]| {
        let word = u64::from_ne_bytes(*word);
        let below_space = word.wrapping_sub(0x20 * ONES);
        let delete = (word & (0x7f * ONES)) + ONES;
        (below_space | delete) & !word
    };
    let Some(last) = text.last_chunk::<8>() else {
        return text.iter().any(|byte| *byte < 0x20 || *byte == 0x7f);
    };
    let words = text.as_chunks::<8>().0.iter();
    let seen = words.fold(controls(last), |seen, word| seen | controls(word));
    seen & (0x80 * ONES) != 0
}

/// No byte outside U+0020 to U+007E: neither a control character nor a part of a longer one.
pub(super) fn is_printable_ascii(bytes: &[u8]) -> bool {
    let outside = |byte: &u8| u8::from(byte.wrapping_sub(0x20) > 0x7e - 0x20);
    bytes.iter().fold(0, |seen, byte| seen | outside(byte)) == 0
}

/// A field at a place that is known at compile time, and is known to be inside.
macro_rules! fields {
    ($($get:ident $put:ident $int:ty;)*) => {$(
        #[inline(always)]
        pub(super) fn $get<const AT: usize, const N: usize>(bytes: &[u8; N]) -> $int {
            const { assert!(AT + size_of::<$int>() <= N) };
            let mut field = [0; size_of::<$int>()];
            field.copy_from_slice(&bytes[AT..AT + size_of::<$int>()]);
            <$int>::from_le_bytes(field)
        }

        #[inline(always)]
        pub(super) fn $put<const AT: usize, const N: usize>(bytes: &mut [u8; N], value: $int) {
            const { assert!(AT + size_of::<$int>() <= N) };
            bytes[AT..AT + size_of::<$int>()].copy_from_slice(&value.to_le_bytes());
        }
    )*};
}
fields! {
    get_u16 put_u16 u16;
    get_u32 put_u32 u32;
    get_u64 put_u64 u64;
}

/// The fields of the header that say something; the rest is fixed.
#[derive(Copy, Clone)]
pub(super) struct Header {
    pub(super) tensor_count: u64,
    pub(super) name_bytes: u64,
    pub(super) directory_bytes: u64,
    pub(super) payload_base: u64,
    pub(super) payload_bytes: u64,
}

impl Header {
    #[inline]
    pub(super) fn parse(bytes: &[u8; HEADER]) -> Self {
        Self {
            tensor_count: get_u64::<8, _>(bytes),
            name_bytes: get_u64::<16, _>(bytes),
            directory_bytes: get_u64::<24, _>(bytes),
            payload_base: get_u64::<32, _>(bytes),
            payload_bytes: get_u64::<40, _>(bytes),
        }
    }

    #[inline]
    pub(super) fn to_bytes(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..4].copy_from_slice(&MAGIC);
        put_u16::<4, _>(&mut bytes, VERSION);
        put_u16::<6, _>(&mut bytes, FLAGS);
        put_u64::<8, _>(&mut bytes, self.tensor_count);
        put_u64::<16, _>(&mut bytes, self.name_bytes);
        put_u64::<24, _>(&mut bytes, self.directory_bytes);
        put_u64::<32, _>(&mut bytes, self.payload_base);
        put_u64::<40, _>(&mut bytes, self.payload_bytes);
        bytes
    }
}

/// One descriptor where it lies: nothing is copied before it is asked for.
#[derive(Copy, Clone)]
pub(super) struct Descriptor<'a>(pub(super) &'a [u8; DESCRIPTOR]);

impl Descriptor<'_> {
    #[inline]
    pub(super) fn name_off(self) -> u32 {
        get_u32::<0, _>(self.0)
    }
    #[inline]
    pub(super) fn name_len(self) -> u16 {
        get_u16::<4, _>(self.0)
    }
    #[inline]
    pub(super) fn layout_len(self) -> u16 {
        get_u16::<6, _>(self.0)
    }
    #[inline]
    pub(super) fn dtype_code(self) -> u16 {
        get_u16::<8, _>(self.0)
    }
    #[inline]
    pub(super) fn rank(self) -> u8 {
        self.0[0x0a]
    }
    /// The five reserved bytes behind the rank, as one number.
    #[inline]
    pub(super) fn reserved(self) -> u64 {
        get_u64::<8, _>(self.0) >> 24
    }
    #[inline]
    pub(super) fn data_off(self) -> u64 {
        get_u64::<0x10, _>(self.0)
    }
    #[inline]
    pub(super) fn data_len(self) -> u64 {
        get_u64::<0x18, _>(self.0)
    }
    #[inline]
    pub(super) fn shape(self) -> Shape {
        Shape::from_wire(self.dims(), self.rank())
    }
    #[inline]
    pub(super) fn dims(self) -> [u64; MAX_RANK] {
        [
            get_u64::<0x20, _>(self.0),
            get_u64::<0x28, _>(self.0),
            get_u64::<0x30, _>(self.0),
            get_u64::<0x38, _>(self.0),
            get_u64::<0x40, _>(self.0),
            get_u64::<0x48, _>(self.0),
            get_u64::<0x50, _>(self.0),
            get_u64::<0x58, _>(self.0),
        ]
    }
    /// The bytes that the elements take, where there are one or two dimensions that are neither
    /// zero nor huge, all past them are zero, and the dtype is not `block`. `None` elsewhere, which
    /// says nothing.
    #[inline]
    pub(super) fn few_bytes(self, dtype: DType) -> Option<u64> {
        let [first, second, past @ ..] = self.dims();
        let ones = match (self.rank(), second) {
            (1, 0) => 1,
            (2, second) => second,
            _ => return None,
        };
        let past = past.iter().fold(0, |seen, dim| seen | dim);
        let elements = few_elements(first, ones)?;
        let bits = dtype.bits()?;
        (past == 0).then(|| (elements * u64::from(bits)).div_ceil(8))
    }
    /// Zero if the tensor is of a plain dtype with one or two dimensions that are neither zero nor
    /// huge, as long as they ask for, and without a quantization: as nearly all are. Of those step 9
    /// can say only that they lie beyond the payload, and step 11 nothing. No branches, and the OR of
    /// many says the same of all.
    #[inline]
    pub(super) fn oddity(self) -> u64 {
        let (first, second) = (get_u64::<0x20, _>(self.0), get_u64::<0x28, _>(self.0));
        let element = u64::from(DType::plain_bytes_of(self.dtype_code()));
        let has_second = u64::from(second != 0);
        let second = second + (1 - has_second);
        let rank = u64::from(self.rank()).wrapping_sub(1) ^ has_second;
        let sizes = huge_or_zero(first) | huge_or_zero(second) | huge_or_zero(element);
        let bytes = first.wrapping_mul(second).wrapping_mul(element);
        let rest = self.0[0x30..].as_chunks::<8>().0.iter();
        let rest = rest.fold(0, |seen, word| seen | u64::from_ne_bytes(*word));
        rank | sizes | bytes ^ self.data_len() | rest
    }
    #[inline]
    pub(super) fn quant_is_zero(self) -> bool {
        let quant = get_u64::<0x60, _>(self.0)
            | get_u64::<0x68, _>(self.0)
            | get_u64::<0x70, _>(self.0)
            | get_u64::<0x78, _>(self.0);
        quant == 0
    }
    #[inline]
    pub(super) fn quant(self) -> RawQuant {
        RawQuant {
            scheme: self.0[0x60],
            gran: self.0[0x61],
            axis: self.0[0x62],
            zero: self.0[0x63],
            block0: get_u32::<0x64, _>(self.0),
            block1: get_u32::<0x68, _>(self.0),
            scale_ref: get_u32::<0x6c, _>(self.0),
            zero_ref: get_u32::<0x70, _>(self.0),
            aux_ref: get_u32::<0x74, _>(self.0),
            scale_bits: get_u32::<0x78, _>(self.0),
            zero_point: get_u32::<0x7c, _>(self.0).cast_signed(),
        }
    }
}

/// What a descriptor says without its quantization, to be written.
pub(super) struct NewDescriptor {
    pub(super) name_off: u32,
    pub(super) name_len: u16,
    pub(super) layout_len: u16,
    pub(super) dtype: DType,
    pub(super) rank: u8,
    pub(super) data_off: u64,
    pub(super) data_len: u64,
    pub(super) dims: [u64; MAX_RANK],
}

impl NewDescriptor {
    /// In words, which stay in registers: bytes would go by way of the stack.
    #[inline(always)]
    pub(super) fn to_bytes(&self) -> [u8; DESCRIPTOR] {
        let [d0, d1, d2, d3, d4, d5, d6, d7] = self.dims;
        let texts = u64::from(self.name_len) << 32 | u64::from(self.layout_len) << 48;
        let words = [
            u64::from(self.name_off) | texts,
            u64::from(self.dtype.code()) | u64::from(self.rank) << 16,
            self.data_off,
            self.data_len,
            d0,
            d1,
            d2,
            d3,
            d4,
            d5,
            d6,
            d7,
            0,
            0,
            0,
            0,
        ];
        let mut bytes = [0; DESCRIPTOR];
        for (field, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(words) {
            *field = word.to_le_bytes();
        }
        bytes
    }
}

/// The quantization fields of a descriptor under the names of section 8, without q_.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct RawQuant {
    pub(crate) scheme: u8,
    pub(crate) gran: u8,
    pub(crate) axis: u8,
    pub(crate) zero: u8,
    pub(crate) block0: u32,
    pub(crate) block1: u32,
    pub(crate) scale_ref: u32,
    pub(crate) zero_ref: u32,
    pub(crate) aux_ref: u32,
    pub(crate) scale_bits: u32,
    pub(crate) zero_point: i32,
}

impl RawQuant {
    #[inline]
    pub(super) fn write(self, descriptor: &mut [u8; DESCRIPTOR]) {
        descriptor[0x60] = self.scheme;
        descriptor[0x61] = self.gran;
        descriptor[0x62] = self.axis;
        descriptor[0x63] = self.zero;
        put_u32::<0x64, _>(descriptor, self.block0);
        put_u32::<0x68, _>(descriptor, self.block1);
        put_u32::<0x6c, _>(descriptor, self.scale_ref);
        put_u32::<0x70, _>(descriptor, self.zero_ref);
        put_u32::<0x74, _>(descriptor, self.aux_ref);
        put_u32::<0x78, _>(descriptor, self.scale_bits);
        put_u32::<0x7c, _>(descriptor, self.zero_point.cast_unsigned());
    }
}
