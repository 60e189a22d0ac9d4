//! Frames without the Rust types of their values, and what diagnosis says of frames.

use kiln::{
    Describe, Error, Schema, Step, Value,
    frame::{self, Options},
};
use kiln_tests::{
    blocks::{Rng, json::same},
    frames::Point,
    golden,
    values::{frame as nearly, frame_of_many_faults},
};
use std::collections::BTreeSet;

fn all_options() -> [Options; 4] {
    [(false, false), (false, true), (true, false), (true, true)]
        .map(|(schema, checksum)| Options { schema, checksum })
}

#[test]
fn golden_frames_by_their_schema() {
    let cases = golden::of_kind("frame");
    assert_eq!(cases.len(), 6);
    for case in cases {
        let schema: Schema = case
            .schema
            .as_deref()
            .expect("a schema")
            .parse()
            .expect("a schema");
        let decoded = schema.decode_frame(&case.bytes);
        let found = schema.diagnose_frame(&case.bytes);
        assert_eq!(
            found.map(|f| f.error),
            decoded.as_ref().err().copied(),
            "{}",
            case.name
        );
        match (&decoded, &case.outcome) {
            (Ok(value), Ok(json)) => {
                let ours = schema.to_json(value).expect("JSON");
                assert!(same(&ours, json), "{}: {ours} is not {json}", case.name);
                let again = all_options().map(|options| schema.encode_frame(value, options));
                assert!(again.contains(&Ok(case.bytes.clone())), "{}", case.name);
            }
            (Err(ours), Err(error)) => assert_eq!(ours, error, "{}", case.name),
            _ => panic!("{}: {decoded:?} is not {:?}", case.name, case.outcome),
        }
    }
}

#[test]
fn a_frame_that_brings_its_schema() {
    let point = Point {
        x: 1.0,
        y: -2.0,
        tag: "p".into(),
    };
    for options in all_options() {
        let bytes = options.to_vec(&point).expect("a frame");
        let by_schema = Point::SCHEMA.decode_frame(&bytes).expect("a value");
        assert_eq!(
            Point::SCHEMA.encode_frame(&by_schema, options),
            Ok(bytes.clone())
        );
        match Value::from_frame(&bytes) {
            Ok((schema, value)) => {
                assert!(options.schema);
                assert_eq!((&schema, value), (Point::SCHEMA, by_schema));
            }
            Err(error) => assert_eq!((error, options.schema), (Error::Schema, false)),
        }
    }
}

/// Diagnosis says the error of the reader, at a place inside the frame, and comes to every step.
#[test]
fn frames_that_are_nearly_right() {
    let mut rng = Rng(31);
    let mut steps = BTreeSet::new();
    let mut accepted = 0;
    for _ in 0..20_000 {
        let case = match rng.below(2) {
            0 => nearly(&mut rng),
            _ => frame_of_many_faults(&mut rng),
        };
        let schema: Schema = case.schema.parse().expect("a schema");
        let decoded = schema.decode_frame(&case.bytes);
        let found = schema.diagnose_frame(&case.bytes);
        assert_eq!(
            found.as_ref().map(|f| f.error),
            decoded.as_ref().err().copied()
        );
        if let Some(found) = found {
            assert!(found.offset <= case.bytes.len(), "{found}");
            assert!(!found.message.is_empty(), "{found}");
            if let Some(Step::Frame(step)) = found.step {
                steps.insert(step);
            }
        }
        if let Ok(value) = &decoded {
            accepted += 1;
            let again = all_options().map(|options| schema.encode_frame(value, options));
            assert!(again.contains(&Ok(case.bytes.clone())), "{schema}");
        }
        // Of whatever schema it brings.
        let any = Value::from_frame(&case.bytes);
        let found = Value::diagnose_frame(&case.bytes);
        assert_eq!(
            found.as_ref().map(|f| f.error),
            any.as_ref().err().copied(),
            "{found:?}"
        );
        if let Some(found) = found {
            assert!(found.offset <= case.bytes.len(), "{found}");
            assert!(!found.message.is_empty(), "{found}");
        }
        if let Ok((own, value)) = any {
            let again = all_options().map(|options| own.encode_frame(&value, options));
            assert!(again.contains(&Ok(case.bytes.clone())), "{own}");
        }
        // The same bytes, as a frame of a type.
        let typed = frame::from_slice::<Point>(&case.bytes);
        let found = frame::diagnose::<Point>(&case.bytes);
        assert_eq!(found.map(|f| f.error), typed.err());
    }
    assert_eq!(steps, (1..=8).collect());
    assert!(accepted > 1_000, "{accepted}");
}

#[test]
fn what_is_said_of_a_frame() {
    let point = Point {
        x: 1.0,
        y: -2.0,
        tag: "p".into(),
    };
    let plain = Options {
        schema: false,
        checksum: false,
    };
    let good = plain.to_vec(&point).expect("a frame");
    let said = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        frame::diagnose::<Point>(&bytes)
            .expect("a fault")
            .to_string()
    };
    assert_eq!(
        said(3, b'M'),
        "FRAME at byte 0: a frame begins with KILN, this begins with \"KILM\" (step F1 of a frame)"
    );
    assert_eq!(
        said(4, 3),
        "FRAME at byte 4: the version has to be 2, it is 3 (step F2 of a frame)"
    );
    assert_eq!(
        said(40, 9),
        "FRAME at byte 40: reserved bytes are zero, this one is 9 (step F2 of a frame)"
    );
    assert_eq!(
        said(8, 0),
        "SCHEMA at byte 8: the type hash has to be 04105e7b01e6edca, it is 04105e7b01e6ed00 (step F3 of a frame)"
    );
    assert_eq!(
        said(16, 14),
        "EOF at byte 16: the frame ends at its byte 78, 77 are there (step F4 of a frame)"
    );
    assert_eq!(
        said(72, 2),
        "EOF at byte 76 in tag: a text of 2 bytes is announced, 1 is unread (step 5 of a count)"
    );
    assert_eq!(
        said(16, 12),
        "EOF at byte 76 in tag: a text of 1 byte is announced, none is unread (step 5 of a count)"
    );
}
