//! The order F1 to F8: frames with two faults, and the steps of the code against the format's text.

use kiln::{Describe, Error, Limits, Value, frame};
use kiln_tests::frames::{Parts, Point, point, read_point};

/// A fault: the step that finds it, its error, and how to make it.
struct Fault(u8, &'static str, Error, fn(&mut Parts));

/// Every clause of every step, in the order of the format.
const FAULTS: &[Fault] = &[
    Fault(1, "3 bytes", Error::Eof, |p| p.cut = Some(3)),
    Fault(1, "magic", Error::Frame, |p| p.magic = *b"KLNT"),
    Fault(1, "63 bytes", Error::Eof, |p| p.cut = Some(63)),
    Fault(2, "version", Error::Frame, |p| p.version = 1),
    Fault(2, "unknown flag", Error::Frame, |p| p.flags |= 8),
    Fault(2, "big-endian", Error::Frame, |p| p.flags &= !1),
    Fault(2, "no schema_bytes", Error::Frame, |p| {
        p.schema_bytes = Some(0)
    }),
    Fault(2, "schema_bytes without the flag", Error::Frame, |p| {
        p.flags &= !2
    }),
    Fault(2, "checksum without the flag", Error::Frame, |p| {
        p.flags &= !4;
        p.checksum_error = 1;
    }),
    Fault(2, "first reserved byte", Error::Frame, |p| {
        p.reserved[0] = 1
    }),
    Fault(2, "last reserved byte", Error::Frame, |p| {
        p.reserved[27] = 128
    }),
    Fault(3, "another type", Error::Schema, |p| p.type_hash ^= 1 << 63),
    Fault(4, "schema_bytes above the cap", Error::Limit, |p| {
        p.schema_bytes = Some(16_777_217);
    }),
    Fault(4, "length overflows", Error::Limit, |p| {
        p.body_bytes = Some(u64::MAX - 64);
    }),
    Fault(4, "one byte missing", Error::Eof, |p| {
        let whole = p.bytes().len() - p.trailing.len();
        p.cut = Some(whole - 1);
    }),
    Fault(4, "body_bytes beyond the buffer", Error::Eof, |p| {
        p.body_bytes = Some(1 << 40);
    }),
    Fault(5, "checksum", Error::Frame, |p| p.checksum_error = 1),
    Fault(6, "text is not UTF-8", Error::Utf8, |p| p.text[0] = 0xff),
    Fault(6, "no schema", Error::Schema, |p| p.text[0] = b'S'),
    Fault(6, "another schema", Error::Schema, |p| {
        p.text = b"struct{x:f32,y:f32,tga:string,}".to_vec();
    }),
    Fault(7, "not UTF-8", Error::Utf8, |p| p.body[12] = 0xff),
    Fault(7, "count", Error::Eof, |p| p.body[8] = 2),
    Fault(7, "trailing in the body", Error::Trailing, |p| {
        p.body.push(0)
    }),
    Fault(8, "trailing", Error::Trailing, |p| p.trailing.push(0)),
];

#[test]
fn each_fault_alone() {
    for Fault(step, name, error, make) in FAULTS {
        let mut parts = Parts::of_point();
        make(&mut parts);
        assert_eq!(read_point(&parts.bytes()), Err(*error), "F{step} {name}");
    }
}

#[test]
fn a_reader_without_a_type_finds_the_same() {
    let bytes = Parts::of_point().bytes();
    let (schema, value) = Value::from_frame(&bytes).unwrap();
    assert_eq!(&schema, Point::SCHEMA);
    let body = kiln::to_vec(&point()).unwrap();
    assert_eq!(value, schema.decode(&body).unwrap());
    for Fault(step, name, error, make) in FAULTS {
        let mut parts = Parts::of_point();
        make(&mut parts);
        let bytes = parts.bytes();
        let read = Value::from_frame(&bytes).map(drop);
        assert_eq!(read, Err(*error), "F{step} {name}");
    }
    // Only a frame without a text is refused that a typed reader takes: at F6, not before.
    let bytes = frame::to_vec(&point()).unwrap();
    assert_eq!(Value::from_frame(&bytes).map(drop), Err(Error::Schema));
    let mut broken = bytes.clone();
    broken[70] ^= 1;
    assert_eq!(Value::from_frame(&broken).map(drop), Err(Error::Frame));
    let few = Limits::default().max_count(0);
    let text = Parts::of_point().bytes();
    assert_eq!(few.value_from_frame(&text).map(drop), Err(Error::Limit));
}

#[test]
fn of_two_faults_the_earlier_step_wins() {
    let mut pairs = 0;
    for Fault(step, name, error, make) in FAULTS {
        for Fault(later_step, later_name, _, make_later) in FAULTS {
            // Both are about where the buffer ends: it cannot be too short and too long.
            let contradict = name.contains("missing") || *name == "body_bytes beyond the buffer";
            if later_step <= step || (*later_step == 8 && contradict) {
                continue;
            }
            let mut parts = Parts::of_point();
            make_later(&mut parts);
            make(&mut parts);
            let got = read_point(&parts.bytes());
            assert_eq!(
                got,
                Err(*error),
                "F{step} {name}, F{later_step} {later_name}"
            );
            pairs += 1;
        }
    }
    // Every step has a fault together with one of the step behind it.
    assert!(pairs > 200, "{pairs}");
}

#[test]
fn a_text_that_only_shares_the_hash_is_another_schema() {
    // The header's hash is right; the text would be, were it not for one name.
    let mut parts = Parts::of_point();
    parts.text = b"u8".to_vec();
    assert_eq!(read_point(&parts.bytes()), Err(Error::Schema));
    assert_ne!(u8::TYPE_HASH, Point::TYPE_HASH);
}

#[test]
fn the_steps_are_those_of_the_format() {
    let format = include_str!("../../docs/format.md");
    let section = format
        .split("\n## ")
        .find(|s| s.starts_with("5. Frames"))
        .unwrap();
    let (_, list) = section.split_once("\nOrder:\n").unwrap();
    let clauses: Vec<String> = list
        .split("\n- F")
        .skip(1)
        .map(|item| item.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(clauses.len(), 8);

    let code = include_str!("../../kiln/src/frame/steps.rs");
    let (read, functions) = code.split_once("/// Proof of F1.").unwrap();
    let mut called_from = 0;
    for (i, clause) in clauses.iter().enumerate() {
        let number = i + 1;
        let clause = clause.strip_prefix(&format!("{number}. ")).unwrap();
        let name = format!("step_f{number}_");
        // The clause is the first line of the documentation of the function of that number.
        let (docs, _) = functions.split_once(&format!("fn {name}")).unwrap();
        let docs = docs.rsplit("\n\n").next().unwrap();
        let first = docs
            .lines()
            .find_map(|line| line.strip_prefix("/// "))
            .unwrap();
        assert_eq!(first, clause);
        // The calls stand in that order.
        let at = read[called_from..].find(&name).unwrap();
        called_from += at;
    }
}

#[test]
fn every_prefix_and_every_flipped_bit_is_refused() {
    let mut parts = Parts::of_point();
    let whole = parts.bytes();
    for cut in 0..whole.len() {
        assert_eq!(read_point(&whole[..cut]), Err(Error::Eof), "{cut} bytes");
    }
    // With a checksum no single bit can change without being noticed.
    for bit in 0..whole.len() * 8 {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        read_point(&bytes).expect_err("a flipped bit");
    }
    // Without one, what is accepted is another value, and the only encoding of it.
    parts.flags &= !4;
    let whole = parts.bytes();
    for bit in 0..whole.len() * 8 {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        if let Ok(value) = read_point(&bytes) {
            let options = kiln::frame::Options {
                schema: true,
                checksum: false,
            };
            assert_eq!(options.to_vec(&value).unwrap(), bytes, "bit {bit}");
        }
    }
}
