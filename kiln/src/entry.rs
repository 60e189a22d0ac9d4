//! The entry points for values: `to_vec` and its kin, with the default limits and with others.

use crate::{Decode, Encode, Error, Limits, Reader, Writer, drift, plain, private::fixed};
use alloc::vec::Vec;

/// The wire bytes of a value, and nothing else. Default limits.
///
/// ```
/// assert_eq!(kiln::to_vec(&vec![1.0f32, -2.0])?, [2, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0]);
/// # Ok::<(), kiln::Error>(())
/// ```
///
/// # Errors
/// [`Error::Limit`] for a count above the cap or a depth above the limit; [`Error::Type`] or
/// [`Error::Utf8`] for what is no value of the schema (format section 4).
#[inline]
pub fn to_vec<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>, Error> {
    Limits::DEFAULT.to_vec(value)
}

/// Appends the wire bytes of a value to a buffer, which is as it was when this is an error. Default
/// limits.
///
/// # Errors
/// Those of [`to_vec`].
#[inline]
pub fn encode_into<T: Encode + ?Sized>(value: &T, out: &mut Vec<u8>) -> Result<(), Error> {
    Limits::DEFAULT.encode_into(value, out)
}

/// How many bytes [`to_vec`] makes of a value.
#[inline]
pub fn encoded_size<T: Encode + ?Sized>(value: &T) -> usize {
    value.encoded_size()
}

/// The value whose wire bytes these are, all of them. Default limits.
///
/// ```
/// let (name, level): (&str, u8) = kiln::from_slice(&[2, 0, 0, 0, b'h', b'i', 7])?;
/// assert_eq!((name, level), ("hi", 7));
/// assert_eq!(kiln::from_slice::<u8>(&[1, 2]), Err(kiln::Error::Trailing));
/// # Ok::<(), kiln::Error>(())
/// ```
///
/// # Errors
/// The first fault in the order of format section 2; [`Error::Trailing`] if bytes are left over.
#[inline]
pub fn from_slice<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Result<T, Error> {
    Limits::DEFAULT.from_slice(bytes)
}

/// A value from the beginning of the bytes, and the rest of them. Default limits.
///
/// ```
/// let (first, rest) = kiln::from_prefix::<u16>(&[1, 2, 3])?;
/// assert_eq!((first, rest), (0x0201, &[3][..]));
/// # Ok::<(), kiln::Error>(())
/// ```
///
/// # Errors
/// The first fault in the order of format section 2.
#[inline]
pub fn from_prefix<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Result<(T, &'de [u8]), Error> {
    Limits::DEFAULT.from_prefix(bytes)
}

impl Limits {
    /// [`to_vec`] with these limits.
    ///
    /// # Errors
    /// Those of [`to_vec`].
    #[inline]
    pub fn to_vec<T: Encode + ?Sized>(self, value: &T) -> Result<Vec<u8>, Error> {
        let mut out = Vec::with_capacity(const { first_capacity::<T>() });
        match write(value, &mut out, self) {
            (Ok(()), len) => Ok(plain::with_len(out, len)),
            (Err(error), _) => Err(error),
        }
    }

    /// [`encode_into`] with these limits.
    ///
    /// # Errors
    /// Those of [`to_vec`].
    #[inline]
    pub fn encode_into<T: Encode + ?Sized>(
        self,
        value: &T,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        write(value, out, self).0
    }

    /// [`from_slice`] with these limits.
    ///
    /// # Errors
    /// Those of [`from_slice`].
    #[inline]
    pub fn from_slice<'de, T: Decode<'de>>(self, bytes: &'de [u8]) -> Result<T, Error> {
        // Where the size is known, a right one takes the checks for it and for what is left over out of the way.
        if let Some(size) = const { fixed::<T>() }
            && bytes.len() == size
        {
            return whole(&bytes[..size], self);
        }
        whole(bytes, self)
    }

    /// [`from_prefix`] with these limits.
    ///
    /// # Errors
    /// Those of [`from_prefix`].
    #[inline]
    pub fn from_prefix<'de, T: Decode<'de>>(
        self,
        bytes: &'de [u8],
    ) -> Result<(T, &'de [u8]), Error> {
        let mut reader = Reader::with_limits(bytes, self);
        match T::decode(&mut reader) {
            Ok(value) => Ok((value, reader.unread())),
            Err(error) => Err(error),
        }
    }
}

/// Both ways to encode, in one place: what is called from one place only, the compiler inlines.
#[inline]
fn write<T: Encode + ?Sized>(
    value: &T,
    out: &mut Vec<u8>,
    limits: Limits,
) -> (Result<(), Error>, usize) {
    let mut writer = Writer::new(out, limits);
    match drift::encode(value, &mut writer) {
        Ok(()) => {
            let len = writer.position();
            (writer.finish(), len)
        }
        Err(error) => (Err(error), 0),
    }
}

/// The value that these bytes are, all of them.
#[cfg_attr(not(debug_assertions), inline(always))]
fn whole<'de, T: Decode<'de>>(bytes: &'de [u8], limits: Limits) -> Result<T, Error> {
    let mut reader = Reader::with_limits(bytes, limits);
    // The result stays where it is: to take it apart and put it together again would move the value.
    let result = T::decode(&mut reader);
    if result.is_ok() && reader.remaining() != 0 {
        return Err(Error::Trailing);
    }
    result
}

/// How much to reserve for a value before it is written: all of it where that is known of the type,
/// else enough for a small message. To ask the value first would be a second walk, which runs
/// conversions twice, and twice again for each `to_vec` inside of one.
const fn first_capacity<T: Encode + ?Sized>() -> usize {
    const SMALL: usize = 128;
    match T::MAX_SIZE {
        Some(max) if max <= SMALL || max == T::MIN_SIZE => max,
        _ if T::MIN_SIZE < SMALL / 2 => SMALL,
        _ => T::MIN_SIZE.saturating_mul(2),
    }
}
