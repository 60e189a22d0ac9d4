//! What holds for every type and any bytes, whatever the test is about.

use crate::hex;
use kiln::{Encode, Error, Kiln, Limits};

/// Decodes any bytes, and holds the outcome to the format: what is accepted encodes to the same
/// bytes, and `from_prefix` says the same as `from_slice`, whatever follows.
///
/// # Panics
/// If it does not hold.
pub fn canonical<T: Kiln>(bytes: &[u8]) -> Result<T, Error> {
    let shown = || hex::digits(&bytes[..bytes.len().min(200)]);
    match kiln::from_prefix::<T>(bytes) {
        Ok((value, rest)) => {
            let taken = &bytes[..bytes.len() - rest.len()];
            assert!(bytes.ends_with(rest));
            let again = kiln::to_vec(&value);
            assert_eq!(again.as_deref(), Ok(taken), "{}", shown());
            assert_eq!(kiln::encoded_size(&value), taken.len(), "{}", shown());
            let whole = kiln::from_slice::<T>(bytes);
            match rest {
                [] => assert!(whole.is_ok(), "{}", shown()),
                _ => assert_eq!(whole.err(), Some(Error::Trailing), "{}", shown()),
            }
            let rest_is_trailing = if rest.is_empty() {
                Ok(value)
            } else {
                Err(Error::Trailing)
            };
            bounds::<T>(taken.len());
            rest_is_trailing
        }
        Err(error) => {
            let whole = kiln::from_slice::<T>(bytes).err();
            assert_eq!(whole, Some(error), "{}", shown());
            Err(error)
        }
    }
}

/// A value's size lies between the type's bounds.
fn bounds<T: Kiln>(size: usize) {
    assert!(size >= T::MIN_SIZE, "below the minimum of {}", T::SCHEMA);
    assert!(
        T::MAX_SIZE.is_none_or(|max| size <= max),
        "above the maximum of {}",
        T::SCHEMA
    );
}

/// Bytes that decode: with bytes behind them, each truncation (which is EOF), each flip of one bit.
///
/// # Panics
/// If anything but Ok or Err comes of it, or what is Ok is not canonical.
pub fn torture<T: Kiln>(bytes: &[u8]) {
    assert!(canonical::<T>(bytes).is_ok(), "{}", hex::digits(bytes));
    for tail in [&[0][..], &[0xff; 9]] {
        let long = [bytes, tail].concat();
        let (value, rest) = kiln::from_prefix::<T>(&long).expect("the prefix decodes");
        assert_eq!(rest, tail);
        assert_eq!(kiln::to_vec(&value).as_deref(), Ok(bytes));
        assert_eq!(kiln::from_slice::<T>(&long).err(), Some(Error::Trailing));
    }
    for len in 0..bytes.len() {
        let cut = canonical::<T>(&bytes[..len]);
        assert_eq!(cut.err(), Some(Error::Eof), "{len} bytes");
    }
    flip_each_bit::<T>(bytes);
}

/// Each flip of one bit: Ok or Err, and canonical.
///
/// # Panics
/// If it is not.
pub fn flip_each_bit<T: Kiln>(bytes: &[u8]) {
    let mut flipped = bytes.to_vec();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            flipped[at] ^= 1 << bit;
            let _: Result<T, Error> = canonical(&flipped);
            flipped[at] ^= 1 << bit;
        }
    }
}

/// The error of an encoding, by every way to encode; the buffer is as it was.
///
/// # Panics
/// If the value encodes, or something is left in the buffer.
pub fn unwritten<T: Encode + ?Sized>(limits: Limits, value: &T) -> Error {
    let error = limits.to_vec(value).expect_err("no encoding");
    let mut out = vec![1, 2, 3];
    assert_eq!(limits.encode_into(value, &mut out), Err(error));
    assert_eq!(out, [1, 2, 3]);
    error
}

/// Runs a test on a thread with a stack of so many KiB.
///
/// # Panics
/// If it panics there.
pub fn on_stack_of<R: Send + 'static>(kib: usize, test: impl FnOnce() -> R + Send + 'static) -> R {
    let thread = std::thread::Builder::new()
        .stack_size(kib << 10)
        .spawn(test);
    thread.expect("a thread").join().expect("no panic")
}
