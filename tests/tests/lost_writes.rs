//! An `Encode` that catches a panic inside of itself and goes on. What was written before is lost then, and no
//! entry point says that a value was written.

use kiln::frame::Options;
use kiln::{Describe, Encode, Error, Limits, Schema, Writer};
use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Four bytes, or a panic.
struct Panics(bool);

impl Describe for Panics {
    const SCHEMA: &'static Schema = u32::SCHEMA;
}

impl Encode for Panics {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        if self.0 {
            resume_unwind(Box::new(()));
        }
        w.put_array([7; 4]);
        Ok(())
    }
    fn encoded_size(&self) -> usize {
        4
    }
}

/// A number, then what may panic in the middle of a tuple, which is caught.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Catches {
    number: u32,
    panics: bool,
    /// What is written once more after it.
    again: bool,
}

impl Describe for Catches {
    const SCHEMA: &'static Schema = u32::SCHEMA;
}

impl Encode for Catches {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        if !self.panics {
            return self.number.encode(w);
        }
        w.put(&self.number.to_le_bytes());
        let inside = (1_u8, Panics(true), 2_u16);
        let caught = catch_unwind(AssertUnwindSafe(|| inside.encode(w)));
        assert!(caught.is_err());
        if self.again {
            self.number.encode(w)?;
        }
        Ok(())
    }
    fn encoded_size(&self) -> usize {
        4
    }
}

/// Every entry point refuses it, and leaves the buffer as it was.
#[track_caller]
fn refused<T: Encode + ?Sized>(value: &T) {
    for room in [0, 7, 1000] {
        let mut out = Vec::with_capacity(room);
        out.extend([1, 2, 3]);
        assert_eq!(kiln::encode_into(value, &mut out), Err(Error::Type));
        assert_eq!(out, [1, 2, 3]);
        for schema in [false, true] {
            let options = Options {
                schema,
                ..Options::default()
            };
            let framed = Limits::default().frame_encode_into(value, options, &mut out);
            assert_eq!(framed, Err(Error::Type));
            assert_eq!(out, [1, 2, 3]);
        }
    }
    assert_eq!(kiln::to_vec(value), Err(Error::Type));
    assert_eq!(kiln::frame::to_vec(value), Err(Error::Type));
}

fn catches(number: u32, again: bool) -> Catches {
    Catches {
        number,
        panics: true,
        again,
    }
}

fn fine(number: u32) -> Catches {
    Catches {
        number,
        panics: false,
        again: false,
    }
}

#[test]
fn a_value_of_which_a_part_is_lost_is_not_written() {
    for again in [false, true] {
        refused(&catches(1, again));
        refused(&(5_u64, catches(1, again)));
        refused(&(5_u64, catches(1, again), "text"));
        refused(&vec![fine(1), catches(2, again), fine(3)]);
        refused(&[catches(1, again), fine(3)]);
        refused(&Some(Box::new(catches(1, again))));
        refused(&("text", vec![Some(catches(1, again))], 9_u8));
    }
}

#[test]
fn nor_is_a_map_or_a_key() {
    for again in [false, true] {
        let lost = |i| if i == 1 { catches(i, again) } else { fine(i) };
        refused(&(0..3).map(lost).collect::<std::collections::BTreeSet<_>>());
        refused(&(0..3).map(lost).collect::<std::collections::HashSet<_>>());
        refused(&(0..3).rev().map(lost).collect::<indexmap::IndexSet<_>>());
        refused(&(0..3).map(|i| (i, lost(i))).collect::<BTreeMap<_, _>>());
        refused(&(0..3).map(|i| (i, lost(i))).collect::<HashMap<_, _>>());
        refused(
            &(0..3)
                .map(|i| (fine(i), lost(i)))
                .collect::<BTreeMap<_, _>>(),
        );
        refused(
            &(0..3)
                .map(|i| (fine(i), lost(i)))
                .collect::<HashMap<_, _>>(),
        );
        refused(
            &(0..3)
                .rev()
                .map(|i| (fine(i), lost(i)))
                .collect::<indexmap::IndexMap<_, _>>(),
        );
    }
}

#[test]
fn a_panic_that_takes_nothing_along_does_no_harm() {
    assert_eq!(kiln::to_vec(&Panics(false)), Ok(vec![7; 4]));
    assert_eq!(kiln::to_vec(&fine(3)), Ok(vec![3, 0, 0, 0]));
    let mut out = vec![9];
    assert!(
        catch_unwind(AssertUnwindSafe(|| kiln::encode_into(
            &(1_u8, Panics(true)),
            &mut out
        )))
        .is_err()
    );
    assert_eq!(out, [9]);
    assert_eq!(kiln::encode_into(&2_u8, &mut out), Ok(()));
    assert_eq!(out, [9, 2]);
}
