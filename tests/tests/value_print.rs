//! Values as text, and how they compare.

use kiln::Value;

fn sample() -> Value<'static> {
    Value::Struct(vec![
        Value::from("a\"b"),
        Value::from(&b"\x00ok\xff"[..]),
        Value::List(vec![
            Value::F32(1.0),
            Value::F16(0x3800),
            Value::Bf16(0x3f80),
        ]),
        Value::Dict(vec![
            (Value::U8(1), Value::none()),
            (Value::U8(2), Value::some(Value::Char('x'))),
        ]),
        Value::Tuple(vec![Value::Bool(true)]),
        Value::Tuple(vec![]),
        Value::Set(vec![Value::I8(-1), Value::I8(0)]),
        Value::unit(3),
        Value::variant(4, 7u128),
        Value::Array(vec![]),
    ])
}

#[test]
fn display_reads_well() {
    assert_eq!(
        sample().to_string(),
        r#"struct {"a\"b", b"\x00ok\xff", [1.0, 0.5, 1.0], {1: None, 2: Some('x')}, (true,), (), {-1, 0}, #3, #4(7), []}"#
    );
}

#[test]
fn debug_is_rust() {
    assert_eq!(
        format!("{:?}", sample()),
        "Struct([Str(\"a\\\"b\"), Bytes(b\"\\x00ok\\xff\"), \
         List([F32(1.0), F16(0x3800), Bf16(0x3f80)]), \
         Dict([(U8(1), Option(None)), (U8(2), Option(Some(Char('x'))))]), \
         Tuple([Bool(true)]), Tuple([]), Set([I8(-1), I8(0)]), \
         Enum(3, None), Enum(4, Some(U128(7))), Array([])])"
    );
    assert_eq!(format!("{:?}", Value::Dict(vec![])), "Dict([])");
}

#[test]
fn equality_is_that_of_the_parts() {
    assert_eq!(sample(), sample().clone());
    assert_eq!(sample(), sample().to_owned_value());
    assert_eq!(Value::F32(f32::NAN), Value::F32(f32::NAN));
    assert_ne!(Value::F64(0.0), Value::F64(-0.0));
    assert_ne!(Value::U8(1), Value::U16(1));
    assert_ne!(Value::F16(1), Value::Bf16(1));
    assert_ne!(Value::List(vec![]), Value::Set(vec![]));
    assert_ne!(Value::unit(0), Value::unit(1));
    assert_ne!(Value::unit(0), Value::variant(0, 1u8));
    assert_ne!(Value::variant(0, 1u8), Value::variant(1, 1u8));
    assert_ne!(
        Value::List(vec![Value::U8(1)]),
        Value::List(vec![Value::U8(1); 2])
    );
    assert_ne!(Value::some(Value::none()), Value::none());
}

#[test]
fn small_floats_are_what_they_are() {
    for bits in 0..=u16::MAX {
        let ours = Value::F16(bits).as_f64().expect("a float");
        let theirs = half::f16::from_bits(bits).to_f64();
        assert!(
            ours == theirs || (ours.is_nan() && theirs.is_nan()),
            "{bits:#06x}"
        );
        let ours = Value::Bf16(bits).as_f64().expect("a float");
        let theirs = half::bf16::from_bits(bits).to_f64();
        assert!(
            ours == theirs || (ours.is_nan() && theirs.is_nan()),
            "{bits:#06x}"
        );
    }
}

#[test]
fn a_value_is_small() {
    assert!(size_of::<Value<'_>>() <= 32);
}
