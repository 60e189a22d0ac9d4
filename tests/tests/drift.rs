//! Debug builds hold every `Encode` to its size.
#![cfg(debug_assertions)]

use kiln::{Describe, Encode, Error, Kiln, Schema, Writer};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Writes two bytes and says that it writes this many.
struct Drifting(usize);

impl Describe for Drifting {
    const SCHEMA: &'static Schema = u16::SCHEMA;
}

impl Encode for Drifting {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        0u16.encode(w)
    }
    fn encoded_size(&self) -> usize {
        self.0
    }
}

#[derive(Kiln)]
struct Good {
    number: u16,
}

/// What the panic says.
fn message(encode: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(encode)).expect_err("a panic");
    *panic.downcast::<String>().expect("a message")
}

#[test]
fn a_size_that_is_not_so_is_a_panic_that_names_the_type() {
    for stated in [0, 1, 3, usize::MAX] {
        let message = message(|| {
            let _ = kiln::to_vec(&Drifting(stated));
        });
        assert!(message.contains("drift::Drifting"), "{message}");
        assert!(message.contains("wrote 2 bytes"), "{message}");
        assert!(message.contains(&stated.to_string()), "{message}");
    }
    assert_eq!(kiln::to_vec(&Drifting(2)), Ok(vec![0, 0]));
    assert_eq!(kiln::to_vec(&Good { number: 7 }), Ok(vec![7, 0]));
}

#[test]
fn it_is_found_inside_other_types_and_the_buffer_is_as_it_was() {
    let mut out = vec![9];
    let message = message(|| {
        let _ = kiln::encode_into(&(1u8, Some(Drifting(3))), &mut out);
    });
    assert!(message.contains("Drifting"), "{message}");
    assert_eq!(out, [9]);
    assert_eq!(kiln::encode_into(&8u8, &mut out), Ok(()));
    assert_eq!(out, [9, 8]);
}

/// Travels as the bytes of the one inside it, which it makes by a call of `to_vec`.
struct Nested(Option<Box<Nested>>);

std::thread_local! {
    static CONVERSIONS: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

impl Nested {
    fn wire(&self) -> Result<Vec<u8>, Error> {
        CONVERSIONS.set(CONVERSIONS.get() + 1);
        self.0.as_ref().map_or(Ok(Vec::new()), kiln::to_vec)
    }
}

impl Describe for Nested {
    const SCHEMA: &'static Schema = <[u8]>::SCHEMA;
}

impl Encode for Nested {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        self.wire()?.encode(w)
    }
    fn encoded_size(&self) -> usize {
        self.wire().map_or(0, |wire| wire.encoded_size())
    }
}

#[test]
fn values_that_call_to_vec_inside_are_not_checked_at_each_level_again() {
    let mut value = Nested(None);
    for _ in 0..39 {
        value = Nested(Some(Box::new(value)));
    }
    // 40 counts of 4 bytes, one inside the other.
    assert_eq!(kiln::to_vec(&value).map(|bytes| bytes.len()), Ok(160));
    // Each of the 40 once to be written, and once more for the check.
    assert_eq!(CONVERSIONS.get(), 80);
}
