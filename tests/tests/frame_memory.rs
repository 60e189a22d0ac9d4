//! What reading frames allocates: for hostile lengths, next to nothing.

use kiln::{Describe, Error, frame::Reader};
use kiln_tests::{count, frames::Parts};
use std::io::{self, Read};

#[global_allocator]
static ALLOCATOR: count::Counting = count::Counting;

/// A header that claims so many bytes of body and of text.
fn header(body_bytes: u64, schema_bytes: u64) -> Vec<u8> {
    let mut parts = Parts::of_point();
    parts.type_hash = <Vec<u8>>::TYPE_HASH;
    parts.body_bytes = Some(body_bytes);
    parts.schema_bytes = Some(schema_bytes);
    parts.flags = if schema_bytes == 0 { 1 } else { 3 };
    parts.cut = Some(64);
    parts.bytes()
}

#[test]
fn a_claim_that_nothing_follows_costs_nothing() {
    let claims = [
        (1 << 20, 0),
        (1 << 40, 0),
        (u64::MAX - 64, 0),
        (1 << 40, 16_777_216),
        (0, 16_777_216),
    ];
    for (body, text) in claims {
        let mut bytes = header(body, text);
        bytes.extend([0; 10]);
        let (error, used) = count::used(|| {
            let mut reader = Reader::new(&bytes[..]);
            reader.next::<Vec<u8>>().unwrap_err().kiln()
        });
        assert_eq!(error, Some(Error::Eof), "{body}");
        assert!(used.peak < 1024, "{body}: {used:?}");
        let (_, used) = count::used(|| kiln::frame::from_slice::<Vec<u8>>(&bytes));
        assert_eq!(used.bytes, 0, "{body}: {used:?}");
    }
}

#[test]
fn what_is_allocated_follows_what_has_arrived() {
    /// A megabyte after the header, then the end.
    const ARRIVES: u64 = 1 << 20;
    let bytes = header(1 << 40, 0);
    let ((), used) = count::used(|| {
        let source = bytes.as_slice().chain(io::repeat(0).take(ARRIVES));
        let mut reader = Reader::new(source);
        let error = reader.next::<Vec<u8>>().unwrap_err();
        assert_eq!(error.kiln(), Some(Error::Eof));
    });
    // The buffer doubles; old and new are there at once.
    assert!(used.peak < 4 * (1 << 20), "{used:?}");
}

#[test]
fn reading_on_reuses_the_buffer() {
    let mut stream = Vec::new();
    for i in 0..100u32 {
        kiln::frame::encode_into(&i, &mut stream).unwrap();
    }
    let mut reader = Reader::new(&stream[..]);
    assert_eq!(reader.next::<u32>().unwrap(), Some(0));
    let (sum, used) = count::used(|| {
        let mut sum = 0;
        while let Some(i) = reader.next::<u32>().unwrap() {
            sum += i;
        }
        sum
    });
    assert_eq!((sum, used.calls), (4950, 0));
}

/// A peer that sends without end: the frame is given up when it has taken what the limits allow, and the
/// reader stays where it is.
#[test]
fn what_is_allocated_stays_within_the_limits() {
    let limits = kiln::Limits::default().max_alloc(1 << 16);
    let endless = header(1 << 40, 0);
    let ((), used) = count::used(|| {
        let mut reader = Reader::new(endless.as_slice().chain(io::repeat(0))).limits(limits);
        for _ in 0..3 {
            let error = reader.next::<Vec<u8>>().unwrap_err();
            assert_eq!(error.kiln(), Some(Error::Limit));
            assert_eq!(reader.skip().unwrap_err().kiln(), Some(Error::Limit));
        }
        assert_eq!(reader.position(), 0);
    });
    // The buffer doubles; old and new are there at once.
    assert!(used.peak < 4 << 16, "{used:?}");

    // What a decode may claim fits, with its header.
    let most = vec![7u8; 1 << 16];
    let bytes = kiln::frame::to_vec(&most).unwrap();
    let mut reader = Reader::new(&bytes[..]).limits(limits);
    assert_eq!(reader.next::<Vec<u8>>().unwrap(), Some(most));
}

/// A file of holes that is as long as it claims: refused by its length, before it is read.
#[test]
fn a_file_above_the_budget_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("holes");
    let length = 1 << 27;
    std::fs::write(&path, header(length - 64, 0)).unwrap();
    let file = std::fs::OpenOptions::new().write(true).open(&path);
    file.unwrap().set_len(length).unwrap();
    let limits = kiln::Limits::default().max_alloc(1 << 26);
    let (result, used) = count::used(|| limits.frame_load::<Vec<u8>>(&path).map(drop));
    assert_eq!(result.unwrap_err().kiln(), Some(Error::Limit));
    assert!(used.peak < 1 << 12, "{used:?}");
}
