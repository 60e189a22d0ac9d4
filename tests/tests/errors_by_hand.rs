//! Implementations by hand that meet an error and do not pass it on: the error in the end is the one that they
//! give, or that of what comes after them, never one that they had met before.

use kiln::{Decode, Describe, Error, Kiln, Limits, Reader, Schema, Writer};
use kiln_tests::golden::ERRORS;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::rc::Rc;

/// What its byte says: below 16 it is a value, above it the error of that number. Before, it meets another.
#[derive(Clone, Debug, PartialEq)]
struct Meets(u8);

impl Describe for Meets {
    const SCHEMA: &'static Schema = u8::SCHEMA;
}

impl<'de> Decode<'de> for Meets {
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        let byte = u8::decode(r)?;
        // In a reader of its own, and in this one, which is put back.
        assert_eq!(
            kiln::from_slice::<(u8, String)>(&[0, 1, 0, 0, 0, 0xff]),
            Err(Error::Utf8)
        );
        let (unread, limits) = (r.unread(), r.limits());
        assert!(<(u8, Vec<(bool, u64)>, [u64; 9])>::decode(r).is_err());
        *r = Reader::with_limits(unread, limits);
        match byte.checked_sub(16) {
            None => Ok(Self(byte)),
            Some(error) => Err(ERRORS[usize::from(error)]),
        }
    }
}

impl kiln::Encode for Meets {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        self.0.encode(w)
    }
    fn encoded_size(&self) -> usize {
        1
    }
}

/// A list of flags, or else any bytes; or else, where not even those are there, nothing at all.
#[derive(Clone, Debug, PartialEq)]
enum Tries {
    Flags(Vec<bool>),
    Bytes(Vec<u8>),
    Nothing,
}

impl Describe for Tries {
    const SCHEMA: &'static Schema = <Vec<u8>>::SCHEMA;
}

impl<'de> Decode<'de> for Tries {
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        let (unread, limits) = (r.unread(), r.limits());
        if let Ok(flags) = Decode::decode(r) {
            return Ok(Self::Flags(flags));
        }
        *r = Reader::with_limits(unread, limits);
        match Decode::decode(r) {
            Ok(bytes) => Ok(Self::Bytes(bytes)),
            Err(_) => {
                *r = Reader::with_limits(unread, limits);
                Ok(Self::Nothing)
            }
        }
    }
}

impl kiln::Encode for Tries {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        match self {
            Self::Flags(flags) => flags.encode(w),
            Self::Bytes(bytes) => bytes.encode(w),
            Self::Nothing => Ok(()),
        }
    }
    fn encoded_size(&self) -> usize {
        match self {
            Self::Flags(flags) => flags.encoded_size(),
            Self::Bytes(bytes) => bytes.encoded_size(),
            Self::Nothing => 0,
        }
    }
}

#[derive(Kiln, Clone, Debug, PartialEq)]
struct Run {
    a: u16,
    met: Meets,
    b: bool,
    c: u32,
}

#[derive(Kiln, Clone, Debug, PartialEq)]
enum Variant {
    Met { a: bool, met: Meets, b: char },
    Tried(Tries, bool),
}

#[derive(Kiln, Clone, Debug, PartialEq)]
struct Nest {
    met: Meets,
    #[kiln(with = tried)]
    tried: u8,
    all: Vec<Nest>,
    end: bool,
}

/// A conversion that meets errors of its own.
mod tried {
    use super::{Error, Tries};

    pub(crate) type Wire = Tries;

    pub(crate) fn to_wire(count: &u8) -> Tries {
        Tries::Bytes(vec![3; usize::from(*count)])
    }

    pub(crate) fn from_wire(tries: Tries) -> Result<u8, Error> {
        assert_eq!(kiln::from_slice::<char>(&[0xff; 4]), Err(Error::Type));
        match tries {
            Tries::Bytes(bytes) => u8::try_from(bytes.len()).map_err(|_| Error::Limit),
            Tries::Flags(_) => Err(Error::Schema),
            Tries::Nothing => Err(Error::Trailing),
        }
    }
}

/// Every reader gives this error.
#[track_caller]
fn error<'de, T: Decode<'de>>(bytes: &'de [u8], expected: Error) {
    let limits = Limits::default();
    assert_eq!(kiln::from_slice::<T>(bytes).err(), Some(expected), "slice");
    assert_eq!(
        kiln::from_prefix::<T>(bytes).err(),
        Some(expected),
        "prefix"
    );
    let found = kiln::diagnose::<T>(bytes).map(|found| found.error);
    assert_eq!(found, Some(expected), "diagnosis");
    assert_eq!(
        T::decode(&mut Reader::with_limits(bytes, limits)).err(),
        Some(expected),
        "reader"
    );
}

/// The error that is given is the one that is returned, wherever the type stands.
#[test]
fn what_is_returned_is_what_is_given() {
    for (i, expected) in (16..).zip(ERRORS) {
        let text = [&[1, 0, 0, 0][..], b"k"].concat();
        error::<Meets>(&[i], expected);
        error::<Box<Meets>>(&[i], expected);
        error::<Rc<Meets>>(&[i], expected);
        error::<Cow<'_, Meets>>(&[i], expected);
        error::<Option<Meets>>(&[1, i], expected);
        error::<Option<Option<Meets>>>(&[1, 1, i], expected);
        error::<Result<bool, Meets>>(&[1, i], expected);
        error::<[Meets; 3]>(&[1, 2, i], expected);
        error::<Box<[Meets; 3]>>(&[1, i, 9], expected);
        error::<Vec<Meets>>(&[3, 0, 0, 0, 1, i, 9], expected);
        error::<Rc<[Meets]>>(&[2, 0, 0, 0, 1, i], expected);
        error::<VecDeque<Box<Meets>>>(&[2, 0, 0, 0, 1, i], expected);
        error::<smallvec::SmallVec<[Meets; 1]>>(&[2, 0, 0, 0, 1, i], expected);
        error::<Vec<Option<Meets>>>(&[3, 0, 0, 0, 0, 1, i, 0], expected);
        error::<Vec<(Meets, bool)>>(&[1, 0, 0, 0, i, 2], expected);
        error::<std::ops::Range<Meets>>(&[1, i], expected);
        error::<BTreeMap<u8, Meets>>(&[2, 0, 0, 0, 1, 1, 2, i], expected);
        error::<HashMap<String, Meets>>(&[&[1, 0, 0, 0][..], &text, &[i]].concat(), expected);
        error::<(u8, Meets, bool)>(&[1, i, 2], expected);
        error::<(u8, Meets, String)>(&[1, i], expected);
        error::<Run>(&[1, 1, i, 2, 0, 0, 0, 0], expected);
        error::<Variant>(&[0, 1, i, 0xff, 0xff, 0xff, 0xff], expected);
        error::<Nest>(&[i, 0, 0, 0, 0, 0, 0, 0, 0, 9], expected);
    }
}

/// Of a run that is not all there, a fault in what is there comes first, and then it is EOF, whatever was met.
#[test]
fn a_run_that_is_cut() {
    for cut in [3, 4, 7] {
        error::<Run>(&[1, 1, 5, 1, 0, 0, 0, 0][..cut], Error::Eof);
        error::<Run>(&[1, 1, 16, 1, 0, 0, 0, 0][..cut], Error::Frame);
    }
    error::<Run>(&[1, 1, 5, 2, 0], Error::Type);
    error::<(u8, Meets, u64)>(&[1, 5, 0], Error::Eof);
    error::<(u8, Meets, u64)>(&[1, 22, 0], Error::Schema);
    error::<Variant>(&[0, 1, 5, 0], Error::Eof);
    error::<Variant>(&[0, 1, 20, 0], Error::Utf8);
}

/// What comes after a value has its own error.
#[test]
fn what_was_met_is_forgotten() {
    error::<(Meets, bool)>(&[5, 2], Error::Type);
    error::<(Meets, String)>(&[5, 1, 0, 0, 0, 0xff], Error::Utf8);
    error::<(Meets, Vec<u64>)>(&[5, 255, 255, 255, 255], Error::Limit);
    error::<(Vec<Meets>, bool)>(&[2, 0, 0, 0, 5, 5], Error::Eof);
    error::<(Option<Meets>, char)>(&[1, 5, 0, 0xd8, 0, 0], Error::Type);
    error::<Vec<Meets>>(&[2, 0, 0, 0, 5], Error::Eof);
    error::<BTreeMap<u8, Meets>>(&[2, 0, 0, 0, 1, 5, 1, 5], Error::Type);
    error::<Nest>(&[5, 1, 0, 0, 0, 7, 0, 0, 0, 0, 2], Error::Type);
    assert_eq!(kiln::from_slice::<Meets>(&[5, 5]), Err(Error::Trailing));
    let run = Run {
        a: 257,
        met: Meets(5),
        b: true,
        c: 0,
    };
    assert_eq!(kiln::from_slice(&[1, 1, 5, 1, 0, 0, 0, 0]), Ok(run));
}

#[test]
fn one_type_and_then_another() {
    let flags = [2, 0, 0, 0, 1, 0];
    let bytes = [2, 0, 0, 0, 1, 7];
    assert_eq!(
        kiln::from_slice(&flags),
        Ok(Tries::Flags(vec![true, false]))
    );
    assert_eq!(kiln::from_slice(&bytes), Ok(Tries::Bytes(vec![1, 7])));
    assert_eq!(kiln::from_slice(&[]), Ok(Tries::Nothing));
    let both = [&[2, 0, 0, 0][..], &bytes, &flags].concat();
    let expected = vec![Tries::Bytes(vec![1, 7]), Tries::Flags(vec![true, false])];
    assert_eq!(kiln::from_slice(&both), Ok(expected));
    error::<(Tries, bool)>(&[&bytes[..], &[2]].concat(), Error::Type);
    error::<(Tries, bool)>(&bytes, Error::Eof);
    error::<Variant>(&[&[1][..], &bytes].concat(), Error::Eof);
    error::<Variant>(&[&[1][..], &bytes, &[3]].concat(), Error::Type);
    // Nothing was read, so the next value reads the same bytes: 2 is no flag.
    error::<(Tries, bool)>(&[2, 0, 0, 0, 1], Error::Type);
    // A conversion has the last word.
    error::<Nest>(&[5, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0], Error::Schema);
    error::<Nest>(&[5, 1, 0, 0, 0], Error::Trailing);
    let nest = Nest {
        met: Meets(5),
        tried: 1,
        all: vec![],
        end: true,
    };
    assert_eq!(
        kiln::from_slice(&[5, 1, 0, 0, 0, 7, 0, 0, 0, 0, 1]),
        Ok(nest)
    );
}

/// Eight bytes if they are there, else one: an error that consumes nothing, so it goes on in the same reader.
#[derive(Clone, Debug, PartialEq)]
struct Short(u64);

impl Describe for Short {
    const SCHEMA: &'static Schema = u8::SCHEMA;
    const MAX_SIZE: Option<usize> = None;
}

impl<'de> Decode<'de> for Short {
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        match u64::decode(r) {
            Err(Error::Eof) => u8::decode(r).map(|byte| Self(byte.into())),
            number => number.map(Self),
        }
    }
}

#[test]
fn going_on_in_the_same_reader() {
    assert_eq!(kiln::from_slice(&[5]), Ok(Short(5)));
    assert_eq!(kiln::from_slice(&[5; 8]), Ok(Short(0x0505_0505_0505_0505)));
    error::<(Short, bool)>(&[5, 2], Error::Type);
    error::<(Short, Option<bool>)>(&[5, 1, 2], Error::Type);
    error::<(Short, Option<bool>)>(&[5, 2, 0], Error::Type);
    error::<(Short, [bool; 2])>(&[5, 1, 2], Error::Type);
    error::<(Short, Vec<bool>)>(&[5, 1, 0, 0, 0, 2], Error::Type);
    error::<(Short, char)>(&[5, 0, 0xd8, 0, 0], Error::Type);
    error::<(Short, Result<u8, u8>)>(&[5, 2, 0], Error::Type);
    error::<(Short, String)>(&[5, 1, 0, 0, 0, 0xff], Error::Utf8);
    error::<(Short, &str)>(&[5, 1, 0, 0, 0, 0xff], Error::Utf8);
    error::<(Short, Vec<u8>)>(&[5, 0, 0, 0, 2], Error::Limit);
    error::<(Short, Meets)>(&[5, 21], Error::Trailing);
    error::<Vec<Short>>(&[2, 0, 0, 0, 5], Error::Eof);
}

static ELSEWHERE: [u8; 3] = [1, 0, 2];

/// Goes on in other bytes: with a value, or with the error that its byte says.
#[derive(Clone, Debug, PartialEq)]
struct Leaves(u8);

impl Describe for Leaves {
    const SCHEMA: &'static Schema = u8::SCHEMA;
    /// Else it would be read from bytes that were counted before.
    const MAX_SIZE: Option<usize> = None;
}

impl<'de> Decode<'de> for Leaves {
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        let byte = u8::decode(r)?;
        let mut other = Reader::new(&ELSEWHERE);
        assert_eq!(other.text(), Err(Error::Eof));
        *r = Reader::new(&ELSEWHERE);
        match byte.checked_sub(16) {
            None => Ok(Self(byte)),
            Some(error) => Err(ERRORS[usize::from(error)]),
        }
    }
}

#[test]
fn another_reader_in_its_place() {
    for (i, expected) in (16..).zip(ERRORS) {
        error::<Leaves>(&[i], expected);
        error::<Option<Leaves>>(&[1, i], expected);
        error::<Box<Leaves>>(&[i], expected);
        error::<Vec<Leaves>>(&[1, 0, 0, 0, i], expected);
        error::<[Leaves; 1]>(&[i], expected);
        error::<(u16, Leaves, bool)>(&[1, 1, i, 7], expected);
        error::<BTreeMap<u8, Leaves>>(&[1, 0, 0, 0, 1, i], expected);
    }
    // The flags come from elsewhere: 1, 0, and 2, which is none.
    let read = kiln::from_prefix::<(Leaves, bool, bool)>(&[5, 9, 9]);
    assert_eq!(read, Ok(((Leaves(5), true, false), &ELSEWHERE[2..])));
    error::<(Leaves, bool, Box<bool>, bool)>(&[5, 9, 9, 9], Error::Type);
    error::<(Leaves, [u8; 3], bool)>(&[5, 9, 9, 9, 1], Error::Eof);
    error::<(Leaves, (u16, u16))>(&[5, 1, 1, 1, 1], Error::Eof);
    error::<(Leaves, String)>(&[5, 0, 0, 0, 0], Error::Eof);
    // Each element after the first is the first byte from elsewhere, so all three are left over.
    let read = kiln::from_slice::<Vec<Leaves>>(&[5, 0, 0, 0, 1, 1, 1, 1, 1]);
    assert_eq!(read, Err(Error::Trailing));
}
