//! A run of fixed fields is written behind one check. An implementation that writes more than its schema says, or that
//! panics and is caught, may make wrong bytes; it must not make writes outside the buffer. (Worth a run under valgrind.)

use kiln::{Describe, Encode, Error, Kiln, Schema, Writer};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Says four bytes, writes `self.0`.
#[derive(Clone)]
struct Liar(usize);

impl Describe for Liar {
    const SCHEMA: &'static Schema = u32::SCHEMA;
}

impl Encode for Liar {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        for _ in 0..self.0 {
            w.put(&[7]);
        }
        Ok(())
    }
    fn encoded_size(&self) -> usize {
        self.0
    }
}

/// Says one byte, lets a tuple of a liar and a panicking item begin, and goes on with 3 bytes.
struct Catcher;

struct Panics;

impl Describe for Panics {
    const SCHEMA: &'static Schema = u8::SCHEMA;
}

impl Encode for Panics {
    fn encode(&self, _: &mut Writer<'_>) -> Result<(), Error> {
        panic!("on purpose");
    }
    fn encoded_size(&self) -> usize {
        1
    }
}

impl Describe for Catcher {
    const SCHEMA: &'static Schema = u8::SCHEMA;
}

impl Encode for Catcher {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        let caught = catch_unwind(AssertUnwindSafe(|| (Liar(10_000), Panics).encode(w)));
        assert!(caught.is_err());
        w.put(&[1, 2, 3]);
        Ok(())
    }
    fn encoded_size(&self) -> usize {
        1
    }
}

/// In debug builds the difference between the two sizes is a panic of Kiln's.
fn encode<T: Encode + ?Sized>(value: &T) -> Option<Vec<u8>> {
    let mut out = vec![9; 5];
    let done = catch_unwind(AssertUnwindSafe(|| kiln::encode_into(value, &mut out)));
    let fresh = catch_unwind(AssertUnwindSafe(|| kiln::to_vec(value)));
    assert_eq!(&out[..5], [9; 5]);
    match done {
        Ok(Ok(())) => {
            if let Ok(Ok(fresh)) = fresh {
                assert_eq!(fresh, out[5..]);
            }
            Some(out.split_off(5))
        }
        _ => {
            assert_eq!(out, [9; 5]);
            None
        }
    }
}

#[test]
fn a_field_that_writes_more_than_it_says() {
    for n in [0, 3, 4, 5, 100, 100_000] {
        let values = [
            encode(&(1u32, Liar(n), 2u64)),
            encode(&vec![(Liar(n), 1u8); 3]),
            encode(&Some(Liar(n))),
        ];
        // What was stated and what was written agree here, whatever the schema says.
        for bytes in values.into_iter().flatten() {
            assert!(bytes.len() >= n);
        }
    }
    let bytes = kiln::to_vec(&(1u8, Liar(4), 2u8)).unwrap();
    assert_eq!(bytes, [1, 7, 7, 7, 7, 2]);
}

#[test]
fn a_panic_in_a_run_that_has_grown_is_caught() {
    let _ = encode(&Catcher);
    let _ = encode(&(1u64, Catcher, 2u64));
    let _ = encode(
        &vec![1u8; 3]
            .into_iter()
            .map(|n| (n, Some(n)))
            .collect::<Vec<_>>(),
    );
}

/// Says 64 bytes, so that there is room for what is tried in it, lets a run begin that panics, and goes on without a
/// byte of its own.
struct Silent;

impl Describe for Silent {
    const SCHEMA: &'static Schema = <[u8; 64]>::SCHEMA;
}

impl Encode for Silent {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        let caught = catch_unwind(AssertUnwindSafe(|| (1u8, Panics).encode(w)));
        assert!(caught.is_err());
        Ok(())
    }
    fn encoded_size(&self) -> usize {
        0
    }
}

#[test]
fn the_runs_around_one_that_panicked_know_of_it() {
    // Each level is a run of its own, and writes behind the one inside it.
    let _ = encode(&(Silent, 2u64));
    let _ = encode(&((1u64, Silent), 2u64));
    let _ = encode(&(((1u64, Silent), 2u64), 3u64));
    let _ = encode(&((1u64, Some((2u8, Silent))), [3u64; 9]));
    let _ = encode(&[(Silent, 1u8), (Silent, 2)]);
}

#[derive(Kiln, PartialEq, Debug)]
struct Plain {
    a: u8,
    b: u64,
    c: [u16; 3],
}

#[test]
fn a_run_behind_what_is_there_already() {
    let value = Plain {
        a: 1,
        b: 2,
        c: [3, 4, 5],
    };
    let bytes = encode(&value).unwrap();
    assert_eq!(bytes, [1, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 4, 0, 5, 0]);
    assert_eq!(kiln::from_slice::<Plain>(&bytes), Ok(value));
}

#[test]
fn a_list_of_bools_with_another_byte_in_it() {
    for n in [1, 7, 64, 1000] {
        let mut bytes = kiln::to_vec(&vec![true; n]).unwrap();
        assert_eq!(kiln::from_slice::<Vec<bool>>(&bytes), Ok(vec![true; n]));
        for wrong in [2, 3, 0x80, 0xff] {
            for at in [4, bytes.len() / 2, bytes.len() - 1] {
                if at >= 4 {
                    let right = std::mem::replace(&mut bytes[at], wrong);
                    assert_eq!(kiln::from_slice::<Vec<bool>>(&bytes), Err(Error::Type));
                    let found = kiln::diagnose::<Vec<bool>>(&bytes).expect("a fault");
                    assert_eq!((found.error, found.offset), (Error::Type, at));
                    bytes[at] = right;
                }
            }
        }
    }
}
