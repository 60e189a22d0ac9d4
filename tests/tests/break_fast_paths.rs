//! The ways that are taken for speed, tried to break: values read before it is known whether they are
//! there, options written without a branch, and hidden constants that say what is not so.

use kiln::{Decode, Describe, Error, Kiln, Reader, Schema};
use std::cell::RefCell;
use std::fmt::Debug;

thread_local! {
    static CLOSED: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// What has to be given back once, by its number.
#[derive(Kiln, Debug, PartialEq)]
struct Handle(u32);

impl Drop for Handle {
    fn drop(&mut self) {
        CLOSED.with_borrow_mut(|closed| closed.push(self.0));
    }
}

/// Format section 1: behind the byte 0 of an option is nothing that belongs to it. So no value is made of the bytes of
/// the next field, which somebody's `Drop` would see.
#[test]
fn what_is_not_there_is_not_dropped() {
    let bytes = [0, 7, 0, 0, 0];
    let value = kiln::from_slice::<(Option<Handle>, u32)>(&bytes);
    assert_eq!(value, Ok((None, 7)));
    assert_eq!(
        kiln::from_prefix::<Option<Handle>>(&bytes),
        Ok((None, &bytes[1..]))
    );
    assert_eq!(
        kiln::from_slice::<Vec<Option<Handle>>>(&[5, 0, 0, 0, 0, 0, 0, 0, 0]),
        Ok((0..5).map(|_| None).collect())
    );
    assert!(CLOSED.take().is_empty());

    // Nor is it made where the tag is neither 0 nor 1.
    assert_eq!(
        kiln::from_slice::<Option<Handle>>(&[2, 7, 0, 0, 0]),
        Err(Error::Type)
    );
    assert!(CLOSED.take().is_empty());
    assert_eq!(kiln::from_slice(&[1, 7, 0, 0, 0]), Ok(Some(Handle(7))));
    assert!(CLOSED.take().iter().all(|closed| *closed == 7));
}

/// What a fast path may ask of a value that is not as it says: hidden constants that are stated by hand.
#[derive(Debug, Clone, PartialEq)]
struct Says<const MIN: usize, const READS: usize>;

impl<const MIN: usize, const READS: usize> Describe for Says<MIN, READS> {
    const SCHEMA: &'static Schema = u32::SCHEMA;
    const MIN_SIZE: usize = MIN;
    const MAX_SIZE: Option<usize> = Some(MIN);
    const TESTS: Option<usize> = Some(0);
}

impl<'de, const MIN: usize, const READS: usize> Decode<'de> for Says<MIN, READS> {
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        if READS == 99 {
            *r = Reader::new(&[0; 64]);
            return Err(Error::Utf8);
        }
        r.take(READS).map(|_| Self)
    }
}

/// An option and a list of options of it, of any bytes: some value or error, and no panic.
fn read<T: for<'de> Decode<'de> + Debug>() {
    for tag in 0..3 {
        for len in 0..40 {
            let mut bytes = vec![1, 0, 0, 0, tag];
            bytes.resize(5 + len, 0);
            let _ = kiln::from_slice::<Option<T>>(&bytes[4..]);
            let _ = kiln::from_prefix::<Vec<Option<T>>>(&bytes);
            let _ = kiln::from_prefix::<(Option<T>, Option<(T, T)>, u8)>(&bytes[4..]);
        }
    }
}

#[test]
fn numbers_of_tests_that_are_not_so() {
    read::<Says<4, 4>>();
    read::<Says<4, 3>>();
    read::<Says<4, 5>>();
    read::<Says<16, 1>>();
    read::<Says<1, 16>>();
    read::<Says<4, 99>>();
    read::<Says<17, 4>>();
    read::<Says<0, 4>>();
}

/// Options of small values are written without a branch: of what is not there, nothing is in the result, however long
/// the values before and behind it are.
#[test]
fn options_next_to_each_other() {
    #[derive(Kiln, Debug, PartialEq, Clone, Copy)]
    struct Sixteen {
        a: u64,
        b: [u8; 8],
    }
    let there = |i: u32, mask: u32| mask >> (i % 8) & 1 == 1;
    // Under Miri a few of them have to do.
    for mask in (0..=255).step_by(if cfg!(miri) { 85 } else { 1 }) {
        let (mut values, mut expect) = (Vec::new(), vec![40, 0, 0, 0]);
        for i in 0..40 {
            let some = there(i, mask);
            let byte = i.to_le_bytes()[0];
            values.push((
                some.then_some(byte),
                some.then_some(Sixteen {
                    a: i.into(),
                    b: [byte; 8],
                }),
                (!some).then_some(true),
                some.then(|| char::from(byte)),
            ));
            if some {
                expect.extend([1, byte, 1, byte, 0, 0, 0, 0, 0, 0, 0]);
                expect.extend([byte; 8]);
                expect.extend([0, 1, byte, 0, 0, 0]);
            } else {
                expect.extend([0, 0, 1, 1, 0]);
            }
        }
        let bytes = kiln::to_vec(&values).unwrap();
        assert_eq!(bytes, expect);
        // Into a buffer that has room for some of it, and stands full of something else.
        for room in [0, 1, 7, 100] {
            let mut out = vec![0xa5; 33];
            out.reserve_exact(room);
            kiln::encode_into(&values, &mut out).unwrap();
            assert_eq!(out[..33], [0xa5; 33]);
            assert_eq!(out[33..], expect);
        }
        assert_eq!(kiln::from_slice(&bytes).as_ref(), Ok(&values));
    }
}

/// Option by option, and cut at every length: format section 2, and C8.
#[test]
fn the_end_of_the_input_in_an_option() {
    fn each<T: Kiln + PartialEq + Debug>(value: &T, wire: &[u8]) {
        assert_eq!(kiln::to_vec(&Some(value)).unwrap()[1..], *wire);
        let mut bytes = vec![1];
        bytes.extend(wire);
        for behind in [0, 1, 20] {
            for len in 0..=bytes.len() + behind {
                let mut input = bytes.clone();
                input.resize(bytes.len() + behind, 0xff);
                input.truncate(len);
                let prefix = kiln::from_prefix::<Option<T>>(&input);
                if len < bytes.len() {
                    assert_eq!(prefix, Err(Error::Eof));
                    assert_eq!(kiln::from_slice::<Option<T>>(&input), Err(Error::Eof));
                } else {
                    let (value_of, rest) = prefix.unwrap();
                    assert_eq!(value_of.as_ref(), Some(value));
                    assert_eq!(rest, &input[bytes.len()..]);
                    let whole = kiln::from_slice::<Option<T>>(&input);
                    if rest.is_empty() {
                        assert_eq!(whole.unwrap().as_ref(), Some(value));
                    } else {
                        assert_eq!(whole, Err(Error::Trailing));
                    }
                }
                if len > 0 {
                    input[0] = 2;
                    assert_eq!(kiln::from_slice::<Option<T>>(&input), Err(Error::Type));
                    input[0] = 0;
                    let none = kiln::from_prefix::<Option<T>>(&input);
                    assert_eq!(none, Ok((None, &input[1..])));
                }
            }
        }
    }
    each(&7u8, &[7]);
    each(&true, &[1]);
    each(&'a', &[97, 0, 0, 0]);
    each(&-2i128, &{
        let mut wire = [0xff; 16];
        wire[0] = 0xfe;
        wire
    });
    each(&[9u8; 16], &[9; 16]);
    each(&[9u8; 17], &[9; 17]);
    each(&std::num::NonZero::<u16>::MIN, &[1, 0]);
    each(&std::num::Wrapping(5u16), &[5, 0]);
    each(&(1u8, 2u16), &[1, 2, 0]);
    each(&(1u8, true), &[1, 1]);
    each(&[true, false], &[1, 0]);
    each(&Box::new(3u32), &[3, 0, 0, 0]);
}
