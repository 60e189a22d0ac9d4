//! Random schemas and bytes: what is accepted has one encoding, in every form that it takes.

use kiln::{Error, Limits, Schema, Value};
use kiln_tests::{
    blocks::Rng,
    values::{case, mutate, some_bytes, text, value},
};

#[test]
fn what_decodes_encodes_to_the_same_bytes() {
    let mut rng = Rng(11);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let case = case(&mut rng);
        let Ok(schema) = case.schema.parse::<Schema>() else {
            continue;
        };
        let whole = schema.decode(&case.bytes);
        let prefix = schema.decode_prefix(&case.bytes);
        match (&whole, prefix) {
            (Ok(value), Ok((same, []))) => {
                accepted += 1;
                assert_eq!(*value, same);
                assert_eq!(
                    schema.encode(value).as_ref(),
                    Ok(&case.bytes),
                    "{schema} {value}"
                );
                assert_eq!(value.clone(), *value);
                assert_eq!(value.to_owned_value(), *value);
                if let Ok(json) = schema.to_json(value) {
                    let text = json.to_string();
                    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
                    assert_eq!(
                        schema.from_json(&json).as_ref(),
                        Ok(value),
                        "{schema} {text}"
                    );
                }
            }
            (Err(Error::Trailing), Ok((value, rest))) => {
                assert!(!rest.is_empty());
                let read = &case.bytes[..case.bytes.len() - rest.len()];
                assert_eq!(schema.encode(&value).as_deref(), Ok(read));
            }
            (Err(error), Err(same)) => assert_eq!(*error, same),
            other => panic!("{schema}: {other:?}"),
        }
    }
    assert!(accepted > 3_000, "{accepted}");
}

/// Cutting a value short anywhere is EOF and nothing else, unless the cut is where it may end.
#[test]
fn a_value_cut_short_is_eof() {
    let mut rng = Rng(12);
    for _ in 0..2_000 {
        let schema: Schema = text(&mut rng).parse().expect("a schema");
        let Some(value) = value(&mut rng, &schema) else {
            continue;
        };
        let bytes = schema.encode(&value).expect("a value");
        for end in 0..bytes.len().min(200) {
            assert_eq!(
                schema.decode(&bytes[..end]),
                Err(Error::Eof),
                "{schema} {value} {end}"
            );
        }
    }
}

/// The plan settles minimums on its own way; what the schema says of itself is the same.
#[test]
fn minimum_sizes_are_reached_and_never_undercut() {
    let mut rng = Rng(13);
    for _ in 0..5_000 {
        let schema: Schema = text(&mut rng).parse().expect("a schema");
        if let Some(value) = value(&mut rng, &schema) {
            let bytes = schema.encode(&value).expect("a value");
            assert!(bytes.len() as u64 >= schema.min_size(), "{schema} {value}");
            if let Some(max) = schema.max_size() {
                assert!(bytes.len() as u64 <= max, "{schema} {value}");
            }
        }
    }
}

#[test]
fn what_is_no_value_of_the_schema_is_type_and_leaves_nothing() {
    let mut rng = Rng(14);
    let (mut refused, mut taken) = (0, 0);
    for _ in 0..10_000 {
        let (a, b) = (text(&mut rng), text(&mut rng));
        let schema: Schema = a.parse().expect("a schema");
        let Some(value) = value(&mut rng, &b.parse().expect("a schema")) else {
            continue;
        };
        let mut out = b"before".to_vec();
        match schema.encode_into(&value, &mut out) {
            Ok(()) => {
                taken += 1;
                // Not always `value`: its sets need not be in order.
                let again = schema
                    .decode(&out[6..])
                    .expect("what is written can be read");
                assert_eq!(schema.encode(&again).as_deref(), Ok(&out[6..]));
            }
            Err(error) => {
                refused += 1;
                // LIMIT: a rec without a way out.
                assert!(
                    matches!(error, Error::Type | Error::Limit),
                    "{schema} {value}"
                );
                assert_eq!(out, b"before");
            }
        }
    }
    assert!(refused > 1_000 && taken > 50, "{refused} {taken}");
}

/// Whatever the limits, a reader and a writer agree on them.
#[test]
fn limits_are_the_same_both_ways() {
    let mut rng = Rng(15);
    let mut limited = 0;
    for _ in 0..5_000 {
        let schema: Schema = text(&mut rng).parse().expect("a schema");
        let Some(value) = value(&mut rng, &schema) else {
            continue;
        };
        let bytes = schema.encode(&value).expect("a value");
        let count = u32::try_from(rng.below(4)).expect("small");
        let depth = u32::try_from(rng.below(4)).expect("small");
        let limits = Limits::default().max_count(count).max_depth(depth);
        let read = limits.decode_value(&schema, &bytes).map(|_| ());
        let written = limits.encode_value(&schema, &value).map(|_| ());
        assert_eq!(read, written, "{schema} {value}");
        limited += usize::from(read == Err(Error::Limit));
    }
    assert!(limited > 200, "{limited}");
}

#[test]
fn random_bytes_end_somehow() {
    let mut rng = Rng(16);
    for _ in 0..3_000 {
        let schema: Schema = text(&mut rng).parse().expect("a schema");
        let mut bytes = some_bytes(&mut rng, &schema);
        for _ in 0..10 {
            mutate(&mut rng, &mut bytes);
            if let Ok(value) = schema.decode(&bytes) {
                assert_eq!(schema.encode(&value).as_ref(), Ok(&bytes));
            }
        }
    }
}

#[test]
fn keys_are_written_in_order_and_once() {
    let schema: Schema = "dict<i8,set<string>>".parse().expect("a schema");
    let names = |names: &[&'static str]| Value::Set(names.iter().map(|&n| n.into()).collect());
    let value = Value::Dict(vec![
        (Value::I8(1), names(&["b", "a", "ab"])),
        (Value::I8(-1), names(&[])),
    ]);
    let bytes = schema.encode(&value).expect("a value");
    let sorted = schema.decode(&bytes).expect("a value");
    assert_eq!(sorted.to_string(), r#"{-1: {}, 1: {"a", "ab", "b"}}"#);
    assert_ne!(sorted, value);
    let twice = Value::Dict(vec![
        (Value::I8(1), names(&[])),
        (Value::I8(0), names(&[])),
        (Value::I8(1), names(&[])),
    ]);
    assert_eq!(schema.encode(&twice), Err(Error::Type));
    let twice = Value::Dict(vec![(Value::I8(1), names(&["a", "a"]))]);
    assert_eq!(schema.encode(&twice), Err(Error::Type));
}
