//! No feature changes what is accepted: the golden cases give the same with all features and with
//! none. The gate runs this file both ways; it lives here, since the tests' package turns features on.

use kiln::{Error, Schema, tensor::Tensors};
use serde_json::Value as Json;

fn cases(kind: &str) -> Vec<Json> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../golden/kiln-2.json");
    let text = std::fs::read_to_string(path).expect("the golden file is in the repository");
    let file: Json = serde_json::from_str(&text).expect("the golden file is JSON");
    let cases = file["cases"].as_array().expect("a list of cases").clone();
    let of_kind = cases.into_iter().filter(|case| case["kind"] == kind);
    of_kind.collect()
}

fn bytes(case: &Json) -> Vec<u8> {
    let hex = case["bytes"].as_str().expect("hex");
    let digits = hex.as_bytes().chunks(2);
    let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).expect("ASCII"), 16);
    digits.map(|pair| byte(pair).expect("hex")).collect()
}

fn schema(case: &Json) -> Schema {
    let text = case["schema"].as_str().expect("a text");
    text.parse().expect("a schema")
}

/// What reading gave is what the case says; `again` is what was read, written once more.
fn holds(case: &Json, again: Result<Vec<u8>, Error>) {
    let name = &case["name"];
    match case["error"].as_str() {
        Some(error) => assert_eq!(again.map_err(Error::name), Err(error), "{name}"),
        None => assert_eq!(again, Ok(bytes(case)), "{name}"),
    }
}

#[test]
fn values() {
    let cases = cases("value");
    assert_eq!(cases.len(), 17);
    for case in &cases {
        let schema = schema(case);
        assert_eq!(format!("{:016x}", schema.type_hash()), case["type_hash"]);
        assert_eq!(schema.min_size(), case["min_size"]);
        let bytes = bytes(case);
        holds(
            case,
            schema
                .decode(&bytes)
                .and_then(|value| schema.encode(&value)),
        );
    }
}

#[test]
fn blocks() {
    let cases = cases("block");
    assert_eq!(cases.len(), 23);
    for case in &cases {
        let bytes = bytes(case);
        holds(
            case,
            Tensors::from_slice(&bytes).and_then(|block| kiln::to_vec(&block)),
        );
    }
}

#[cfg(feature = "frame")]
#[test]
fn frames() {
    let cases = cases("frame");
    assert_eq!(cases.len(), 6);
    for case in &cases {
        let schema = schema(case);
        let bytes = bytes(case);
        let again = schema.decode_frame(&bytes).and_then(|value| {
            let header = kiln::frame::Header::from_prefix(&bytes)?;
            let options = kiln::frame::Options {
                schema: header.schema_bytes() > 0,
                checksum: header.checksum().is_some(),
            };
            schema.encode_frame(&value, options)
        });
        holds(case, again);
    }
}
