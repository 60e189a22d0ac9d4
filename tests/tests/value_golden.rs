//! The golden cases of kind value, read by their schema's text.

use kiln::{Error, Schema};
use kiln_tests::{blocks::json::same, golden};

#[test]
fn golden_values_decode_by_schema() {
    let cases = golden::of_kind("value");
    assert_eq!(cases.len(), 17);
    for case in cases {
        let text = case.schema.as_deref().expect("a schema");
        let schema: Schema = text.parse().expect(text);
        assert_eq!(Some(schema.type_hash()), case.type_hash, "{}", case.name);
        let decoded = schema.decode(&case.bytes);
        match (&decoded, &case.outcome) {
            (Ok(value), Ok(json)) => {
                let ours = schema.to_json(value).expect("JSON");
                assert!(same(&ours, json), "{}: {ours} is not {json}", case.name);
                assert_eq!(
                    schema.encode(value).as_ref(),
                    Ok(&case.bytes),
                    "{}",
                    case.name
                );
                // Down to the bits: -0.0, and the payload of a NaN.
                let back = schema.from_json(json).expect("a value");
                assert_eq!(
                    schema.encode(&back).as_ref(),
                    Ok(&case.bytes),
                    "{}",
                    case.name
                );
                assert_eq!(back, *value, "{}", case.name);
                assert_eq!(schema.from_json(&ours).as_ref(), Ok(value), "{}", case.name);
            }
            (Err(ours), Err(error)) => assert_eq!(ours, error, "{}", case.name),
            _ => panic!("{}: {decoded:?} is not {:?}", case.name, case.outcome),
        }
    }
}

/// A block that stands alone is, byte for byte, a value of schema `tensors` and nothing behind it.
#[test]
fn golden_blocks_decode_as_values() {
    let cases = golden::of_kind("block");
    assert_eq!(cases.len(), 23);
    for case in cases {
        let decoded = Schema::Tensors.decode(&case.bytes);
        match (&decoded, &case.outcome) {
            (Ok(value), Ok(json)) => {
                let ours = Schema::Tensors.to_json(value).expect("JSON");
                assert!(same(&ours, json), "{}: {ours} is not {json}", case.name);
                assert_eq!(
                    Schema::Tensors.from_json(json).as_ref(),
                    Ok(value),
                    "{}",
                    case.name
                );
            }
            (Err(ours), Err(error)) => assert_eq!(ours, error, "{}", case.name),
            _ => panic!("{}: {decoded:?} is not {:?}", case.name, case.outcome),
        }
    }
}

#[test]
fn a_block_that_is_none_is_no_value() {
    for bytes in [&b""[..], b"KLNT", &[0; 64]] {
        let value = kiln::Value::Tensors(bytes.into());
        assert_eq!(Schema::Tensors.encode(&value), Err(Error::Type));
    }
}
