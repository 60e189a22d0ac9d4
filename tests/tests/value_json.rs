//! Values as JSON: what is taken, what is refused, and how floats come through.

use kiln::{Error, Schema, Value};
use serde_json::{Value as Json, json};

fn schema(text: &str) -> Schema {
    text.parse().expect(text)
}

fn read(text: &str, json: Json) -> Result<Value<'static>, Error> {
    schema(text).from_json(&json)
}

#[test]
fn integers() {
    assert_eq!(read("u8", json!(255)), Ok(Value::U8(255)));
    assert_eq!(read("u8", json!("255")), Ok(Value::U8(255)));
    assert_eq!(
        read("i128", json!("-170141183460469231731687303715884105728")),
        Ok(Value::I128(i128::MIN))
    );
    assert_eq!(read("u64", json!(u64::MAX)), Ok(Value::U64(u64::MAX)));
    for wrong in [
        json!(256),
        json!(-1),
        json!(1.0),
        json!("+1"),
        json!("1 "),
        json!(""),
        json!(null),
    ] {
        assert_eq!(read("u8", wrong.clone()), Err(Error::Type), "{wrong}");
    }
    let edge = 1u64 << 53;
    assert_eq!(Schema::U64.to_json(&edge.into()), Ok(json!(edge)));
    assert_eq!(
        Schema::U64.to_json(&(edge + 1).into()),
        Ok(json!("9007199254740993"))
    );
    let edge = -(1i64 << 53);
    assert_eq!(Schema::I64.to_json(&edge.into()), Ok(json!(edge)));
    assert_eq!(
        Schema::I64.to_json(&(edge - 1).into()),
        Ok(json!("-9007199254740993"))
    );
    assert_eq!(
        Schema::U128.to_json(&u128::MAX.into()),
        Ok(json!(u128::MAX.to_string()))
    );
}

#[test]
fn floats_keep_every_bit() {
    for bits in 0..=u16::MAX {
        for (schema, value) in [
            (Schema::F16, Value::F16(bits)),
            (Schema::Bf16, Value::Bf16(bits)),
        ] {
            let text = schema.to_json(&value).expect("JSON").to_string();
            let json: Json = serde_json::from_str(&text).expect("JSON");
            assert_eq!(schema.from_json(&json), Ok(value), "{text}");
        }
    }
    assert_eq!(
        Schema::F32.to_json(&Value::F32(f32::from_bits(0x7fc0_0001))),
        Ok(json!("bits:0x7fc00001"))
    );
    assert_eq!(
        Schema::F64.to_json(&Value::F64(f64::INFINITY)),
        Ok(json!("bits:0x7ff0000000000000"))
    );
    assert_eq!(
        Schema::F64
            .to_json(&Value::F64(-0.0))
            .expect("JSON")
            .to_string(),
        "-0.0"
    );
    for wrong in [
        json!("bits:0x7fc0"),
        json!("bits:0x+7fc0001"),
        json!("1.0"),
        json!(1e39),
    ] {
        assert_eq!(read("f32", wrong.clone()), Err(Error::Type), "{wrong}");
    }
}

/// Numbers that a narrow float has to round go to the nearest one.
#[test]
fn rounding_to_narrow_floats() {
    let mut rng = kiln_tests::blocks::Rng(3);
    for _ in 0..100_000 {
        // Of a size that both formats know, from far below their smallest number on.
        let exponent = 1023 - 40 + rng.below(54) as u64;
        let x = f64::from_bits(rng.bits() >> 63 << 63 | exponent << 52 | rng.bits() >> 12);
        // The `half` crate looks at the upper 32 bits alone, so it is asked for such numbers only;
        // they are often halfway between two floats.
        let coarse = f64::from_bits(x.to_bits() >> 41 << 41);
        let theirs = half::f16::from_f64(coarse).to_bits();
        assert_eq!(
            read("f16", json!(coarse)),
            Ok(Value::F16(theirs)),
            "{coarse}"
        );
        let theirs = half::bf16::from_f64(coarse).to_bits();
        assert_eq!(
            read("bf16", json!(coarse)),
            Ok(Value::Bf16(theirs)),
            "{coarse}"
        );
        let Ok(Value::F16(bits)) = read("f16", json!(x)) else {
            panic!("{x} is in range");
        };
        let off = |bits: u16| (x - half::f16::from_bits(bits).to_f64()).abs();
        assert!(off(bits) <= off(bits + 1), "{x}");
        assert!(bits & 0x7fff == 0 || off(bits) <= off(bits - 1), "{x}");
    }
    // Just above halfway, in bits that a shorter way of rounding would drop.
    assert_eq!(
        read("f16", json!(-0.001_646_519_596_399_94)),
        Ok(Value::F16(0x96bf))
    );
    assert_eq!(read("f16", json!(65_519.99)), Ok(Value::F16(0x7bff)));
    assert_eq!(read("f16", json!(65_520.0)), Err(Error::Type));
    assert_eq!(read("f16", json!(2f64.powi(-25))), Ok(Value::F16(0)));
    assert_eq!(
        read("f16", json!(2f64.powi(-25) * 1.000_001)),
        Ok(Value::F16(1))
    );
    assert_eq!(read("f16", json!(-0.0)), Ok(Value::F16(0x8000)));
    assert_eq!(read("bf16", json!(1e-300)), Ok(Value::Bf16(0)));
}

#[test]
fn what_stands_for_no_value_is_type() {
    for (text, json) in [
        ("struct{a:u8,}", json!({})),
        ("struct{a:u8,}", json!({"a": 1, "b": 2})),
        ("struct{a:u8,}", json!({"b": 1})),
        ("struct{}", json!([])),
        ("tuple(u8,)", json!([1, 2])),
        ("array<u16,2>", json!([1])),
        ("list<u8>", json!([1, 256])),
        ("option<u8>", json!(1)),
        ("option<u8>", json!({"some": 1, "more": 2})),
        ("option<u8>", json!({"none": 1})),
        ("enum{A,B:u8,}", json!("B")),
        ("enum{A,B:u8,}", json!({"A": 1})),
        ("enum{A,B:u8,}", json!("C")),
        ("enum{A,B:u8,}", json!(0)),
        ("dict<u8,u8>", json!([[1]])),
        ("dict<u8,u8>", json!([[1, 2, 3]])),
        ("dict<u8,u8>", json!({"1": 2})),
        ("char", json!("ab")),
        ("char", json!("")),
        ("bool", json!(1)),
        ("string", json!(1)),
        ("tensors", json!([{"name": "a"}])),
        (
            "tensors",
            json!([{"name": "", "layout": "", "dtype": "u8", "dims": [2], "data": "00"}]),
        ),
        (
            "tensors",
            json!([{"name": "", "layout": "", "dtype": "u8", "dims": [1], "data": "0"}]),
        ),
        (
            "tensors",
            json!([{"name": "", "layout": "", "dtype": "u9", "dims": [1], "data": "00"}]),
        ),
    ] {
        assert_eq!(read(text, json.clone()), Err(Error::Type), "{text} {json}");
    }
    // As bytes they would fit an array of another length; encoding refuses that.
    let value = read("array<u8,2>", json!([1])).expect("bytes");
    assert_eq!(schema("array<u8,2>").encode(&value), Err(Error::Type));
    // Keys that are there twice are left to encoding as well.
    let value = read("set<u8>", json!([1, 1])).expect("a set");
    assert_eq!(schema("set<u8>").encode(&value), Err(Error::Type));
}

/// As deep as `serde_json` reads back, and no deeper.
#[test]
fn depth() {
    let text = "rec<R,option<ref<R>>>";
    let nested = |levels: usize| {
        let mut bytes = vec![1; levels];
        bytes.push(0);
        bytes
    };
    let schema = schema(text);
    let bytes = nested(127);
    let value = schema.decode(&bytes).expect("a value");
    let json = schema.to_json(&value).expect("JSON");
    let back: Json = serde_json::from_str(&json.to_string()).expect("JSON");
    assert_eq!(schema.from_json(&back), Ok(value));
    let deeper: Schema = format!("tuple({text},)").parse().expect("a schema");
    let value = deeper.decode(&bytes).expect("a value");
    assert_eq!(deeper.to_json(&value), Err(Error::Limit));
    let mut json = Json::Null;
    for _ in 0..128 {
        json = json!({ "some": json });
    }
    assert_eq!(schema.from_json(&json), Err(Error::Limit));
    let options: Schema = format!("{}u8{}", "option<".repeat(63), ">".repeat(63))
        .parse()
        .expect("64 levels");
    assert!(options.from_json(&json).is_err());
}

#[test]
fn many_variants_are_found_by_name() {
    let names: String = (0..5_000).map(|n| format!("v{n},")).collect();
    let schema = schema(&format!("list<enum{{{names}}}>"));
    let json: Json = (0..5_000)
        .map(|n| Json::from(format!("v{}", 4_999 - n)))
        .collect();
    let value = schema.from_json(&json).expect("a value");
    assert_eq!(value.items().expect("items")[0], Value::unit(4_999));
    assert_eq!(schema.to_json(&value), Ok(json));
}
