//! The golden frames with their types: hash, bytes and errors; written again with either option.

use kiln::{
    Describe, Error,
    frame::{self, Header, Options},
};
use kiln_tests::{
    frames::{Labelled, Parts, Point, all_options, point, read_point},
    golden,
};

#[test]
fn every_golden_frame_with_its_type() {
    let cases = golden::of_kind("frame");
    assert_eq!(cases.len(), 6);
    for case in cases {
        let schema = case.schema.unwrap();
        let read = if schema == Point::SCHEMA.to_string() {
            assert_eq!(case.type_hash, Some(Point::TYPE_HASH), "{}", case.name);
            frame::from_slice::<Point>(&case.bytes)
        } else {
            assert_eq!(schema, Labelled::SCHEMA.to_string(), "{}", case.name);
            assert_eq!(case.type_hash, Some(Labelled::TYPE_HASH), "{}", case.name);
            frame::from_slice::<Labelled>(&case.bytes).map(|_| unreachable!())
        };
        match case.outcome {
            Ok(_) => assert_eq!(read, Ok(point()), "{}", case.name),
            Err(error) => assert_eq!(read, Err(error), "{}", case.name),
        }
    }
}

#[test]
fn golden_frames_are_what_is_written() {
    for (name, schema, checksum) in [
        ("kiln-frame", false, false),
        ("kiln-frame-full", true, true),
    ] {
        let options = Options { schema, checksum };
        assert_eq!(
            options.to_vec(&point()).unwrap(),
            golden::case_of(name).bytes
        );
    }
}

#[test]
fn written_frames_are_the_format_and_read_back() {
    for options in all_options() {
        let bytes = options.to_vec(&point()).unwrap();
        let mut parts = Parts::of_point();
        if !options.schema {
            parts.flags &= !2;
            parts.text.clear();
        }
        if !options.checksum {
            parts.flags &= !4;
        }
        assert_eq!(bytes, parts.bytes(), "{options:?}");
        assert_eq!(read_point(&bytes), Ok(point()), "{options:?}");

        let header = Header::from_prefix(&bytes).unwrap();
        assert_eq!(header.frame_bytes(), Ok(bytes.len() as u64));
        assert_eq!(header.body_bytes(), 13);
        assert_eq!(header.schema_bytes() != 0, options.schema);
        assert_eq!(header.checksum().is_some(), options.checksum);
    }
    assert_eq!(
        frame::to_vec(&point()).unwrap(),
        Options::default().to_vec(&point()).unwrap()
    );
}

#[test]
fn a_frame_is_appended_or_nothing_is() {
    let mut out = b"before".to_vec();
    frame::encode_into(&point(), &mut out).unwrap();
    assert_eq!(
        read_point(out.strip_prefix(b"before").unwrap()),
        Ok(point())
    );

    let limits = kiln::Limits::default().max_count(0);
    let mut out = b"before".to_vec();
    let refused = limits.frame_encode_into(&point(), Options::default(), &mut out);
    assert_eq!((refused, &out[..]), (Err(Error::Limit), &b"before"[..]));
}

#[test]
fn values_are_borrowed_from_the_frame() {
    let bytes = frame::to_vec(&("text", &b"bytes"[..])).unwrap();
    let (text, raw): (&str, &[u8]) = frame::from_slice(&bytes).unwrap();
    let inside = bytes.as_ptr_range();
    assert!(inside.contains(&text.as_ptr()) && inside.contains(&raw.as_ptr()));
}
