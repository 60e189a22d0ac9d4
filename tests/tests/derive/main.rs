//! What `#[derive(Kiln)]` accepts, and what it makes of it.
//!
//! Schema texts and bytes are worked out by hand from docs/format.md: they say what the format says, whatever the
//! code does.

mod attributes;
mod errors;
mod fragments;
mod generics;
mod hygiene;
mod no_prelude;
mod places;
mod recursive;
mod runs;
mod shapes;

use kiln::{Decode, Encode, Error};

/// Checks everything that follows from a value, its schema text and its bytes.
#[track_caller]
fn travels<'a, T: Encode + Decode<'a> + PartialEq + std::fmt::Debug>(
    value: &T,
    schema: &str,
    bytes: &'a [u8],
) {
    assert_eq!(T::SCHEMA.to_string(), schema);
    assert_eq!(T::TYPE_HASH, hash_of_text(schema));
    assert_eq!(kiln::to_vec(value).as_deref(), Ok(bytes));
    assert_eq!(kiln::encoded_size(value), bytes.len());
    assert!(T::MIN_SIZE <= bytes.len());
    assert!(T::MAX_SIZE.is_none_or(|max| bytes.len() <= max));
    assert_eq!(kiln::from_slice::<T>(bytes).as_ref(), Ok(value));
    for end in 0..bytes.len() {
        assert!(
            kiln::from_slice::<T>(&bytes[..end]).is_err(),
            "decoded from {end} bytes"
        );
    }
}

/// Checks that bytes are refused, and how.
#[track_caller]
fn refused<'a, T: Decode<'a> + std::fmt::Debug>(bytes: &'a [u8], error: Error) {
    assert_eq!(kiln::from_slice::<T>(bytes).map(|_| ()), Err(error));
}

/// The type hash, from the text: FNV-1a over the tokens, one more multiply behind each.
fn hash_of_text(text: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut word = String::new();
    let mut token = |token: &str| {
        for byte in token.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        hash = hash.wrapping_mul(0x100_0000_01b3);
    };
    for c in text.chars() {
        if "<>(){},:".contains(c) {
            if !word.is_empty() {
                token(&word);
                word.clear();
            }
            token(c.encode_utf8(&mut [0; 4]));
        } else {
            word.push(c);
        }
    }
    if !word.is_empty() {
        token(&word);
    }
    hash
}

#[test]
fn the_hash_of_a_text_is_that_of_the_format() {
    // `struct{a:u8,}`: seven tokens, mixed by hand.
    let mut expected = 0xcbf2_9ce4_8422_2325_u64;
    for byte in b"struct\0{\0a\0:\0u8\0,\0}\0" {
        expected = (expected ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    }
    assert_eq!(hash_of_text("struct{a:u8,}"), expected);
}
