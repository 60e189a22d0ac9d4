//! What every reader says of an input, held against the naive one.

use crate::plan::Plan;
use crate::reader::{Amounts, Naive};
use crate::values::{Dice, write};
use kiln::{Decode, Encode, Error, Limits, Reader};
use kiln_tests::hex;

/// An input, limits, and what the naive reader says.
pub(crate) struct Case<'b> {
    bytes: &'b [u8],
    /// The same in a frame.
    frame: &'b [u8],
    limits: Limits,
    /// How many bytes are left over.
    expected: Result<usize, Error>,
    /// Whether the reader without the type has to agree.
    dynamic: bool,
}

/// Holds all readers of a type to what is expected.
pub(crate) fn agree<'b, T: Decode<'b> + Encode>(case: &Case<'b>) {
    let Case { bytes, limits, .. } = *case;
    let shown = || format!("{} {limits:?} {}", T::SCHEMA, hex::digits(bytes));
    match (limits.from_prefix::<T>(bytes), case.expected) {
        (Ok((value, rest)), Ok(left)) if rest.len() == left => {
            let taken = &bytes[..bytes.len() - left];
            assert_eq!(limits.to_vec(&value).as_deref(), Ok(taken), "{}", shown());
            assert_eq!(value.encoded_size(), taken.len(), "{}", shown());
        }
        (Err(error), Err(expected)) if error == expected => {}
        (got, expected) => panic!(
            "prefix: {:?}, expected {expected:?}: {}",
            got.map(|(_, rest)| rest.len()),
            shown()
        ),
    }
    let whole = case.expected.and_then(|left| match left {
        0 => Ok(()),
        _ => Err(Error::Trailing),
    });
    // A reader that somebody went on with, after an error that consumed nothing.
    for met in [Error::Eof, Error::Limit] {
        let mut reader = Reader::with_limits(bytes, limits);
        let error = match met {
            Error::Eof => reader.take(usize::MAX).map(drop),
            _ => reader.claim(usize::MAX, usize::MAX),
        };
        assert_eq!(error, Err(met));
        let left = T::decode(&mut reader).map(|_| reader.remaining());
        assert_eq!(left, case.expected, "after {met:?}: {}", shown());
    }
    let slice = limits.from_slice::<T>(bytes).map(drop);
    assert_eq!(slice, whole, "slice: {}", shown());
    let frame = limits.frame_from_slice::<T>(case.frame).map(drop);
    assert_eq!(frame, whole, "frame: {}", shown());
    let found = limits.diagnose::<T>(bytes).map(|found| found.error);
    assert_eq!(found, whole.err(), "diagnosis: {}", shown());
    if case.dynamic {
        let value = limits.decode_value_prefix(T::SCHEMA, bytes);
        let left = value.map(|(_, rest)| rest.len());
        assert_eq!(left, case.expected, "value: {}", shown());
    }
}

/// Puts bytes into a frame: format section 5.
fn framed(body: &[u8], type_hash: u64) -> Vec<u8> {
    let mut frame = b"KILN\x02\0\x01\0".to_vec();
    frame.extend(type_hash.to_le_bytes());
    frame.extend((body.len() as u64).to_le_bytes());
    frame.extend([0; 40]);
    frame.extend(body);
    frame
}

/// A type under test.
pub(crate) struct Subject<'c> {
    pub(crate) name: &'static str,
    pub(crate) plan: Plan,
    pub(crate) type_hash: u64,
    pub(crate) check: &'c dyn Fn(&Case<'_>),
}

impl Subject<'_> {
    /// Tries one input; gives what the naive reader says.
    fn one(&self, bytes: &[u8], amounts: Amounts) -> Result<(), Error> {
        let mut naive = Naive::new(bytes, amounts);
        let expected = naive.value(&self.plan).map(|()| naive.unread.len());
        let limits = Limits::default()
            .max_count(amounts.count)
            .max_depth(amounts.depth)
            .max_alloc(amounts.alloc);
        (self.check)(&Case {
            bytes,
            frame: &framed(bytes, self.type_hash),
            limits,
            expected,
            // What a value takes in memory without its type is another number.
            dynamic: amounts.alloc == Amounts::ALL.alloc && !self.plan.refuses(0),
        });
        expected.map(drop)
    }

    /// Values, cut at each length, with one byte changed, with too little of each limit; and bytes
    /// that are nothing in particular.
    pub(crate) fn run(&self) {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ self.type_hash);
        let (mut fine, mut faults) = (0, 0);
        let mut one = |bytes: &[u8], amounts| match self.one(bytes, amounts) {
            Ok(()) => fine += 1,
            Err(_) => faults += 1,
        };
        for _ in 0..8 {
            let mut bytes = Vec::new();
            write(&self.plan, &mut dice, 0, &mut bytes);
            let used = self.used(&bytes);
            for amounts in around(used) {
                one(&bytes, amounts);
            }
            for len in some(bytes.len(), 60, &mut dice) {
                one(&bytes[..len], Amounts::ALL);
                one(&bytes[..len], used);
            }
            one(&[&bytes[..], &[dice.byte()]].concat(), used);
            for at in some(bytes.len(), 40, &mut dice) {
                let mut changed = bytes.clone();
                changed[at] = match dice.roll(4) {
                    0 => changed[at] ^ (1 << dice.roll(8)),
                    1 => changed[at].wrapping_add(1),
                    _ => dice.byte(),
                };
                one(&changed, Amounts::ALL);
                one(&changed, Amounts { count: 2, ..used });
                let alloc = dice.roll(used.alloc + 40);
                let cut = changed.len() - dice.below(changed.len().min(9));
                one(&changed[..cut], Amounts { alloc, ..used });
            }
            let noise: Vec<u8> = (0..dice.below(60)).map(|_| dice.byte()).collect();
            one(&noise, Amounts::ALL);
            one(&noise, used);
        }
        assert!(fine > 20 && faults > 20, "{} {fine} {faults}", self.name);
    }

    /// What the value of these bytes uses of the limits.
    fn used(&self, bytes: &[u8]) -> Amounts {
        let mut naive = Naive::new(bytes, Amounts::ALL);
        assert_eq!(naive.value(&self.plan), Ok(()), "{}", self.name);
        assert!(naive.unread.is_empty(), "{}", self.name);
        naive.used
    }
}

/// All of everything, just what is used, and one less of each.
fn around(used: Amounts) -> Vec<Amounts> {
    let mut all = vec![Amounts::ALL, used];
    all.extend(
        used.count
            .checked_sub(1)
            .map(|count| Amounts { count, ..used }),
    );
    all.extend(
        used.depth
            .checked_sub(1)
            .map(|depth| Amounts { depth, ..used }),
    );
    all.extend(
        used.alloc
            .checked_sub(1)
            .map(|alloc| Amounts { alloc, ..used }),
    );
    all
}

/// Each number below `n`, or so many of them.
fn some(n: usize, most: usize, dice: &mut Dice) -> Vec<usize> {
    if n <= most {
        return (0..n).collect();
    }
    (0..most).map(|_| dice.below(n)).collect()
}
