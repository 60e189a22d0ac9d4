//! What diagnosis says, fault by fault.

use kiln::{Kiln, Limits, Schema};
use kiln_tests::hex;
use std::{num::NonZero, time::Duration};

/// The text of what is found, by the schema's text and hexadecimal digits.
fn said(schema: &str, bytes: &str) -> String {
    let schema: Schema = schema.parse().expect(schema);
    let bytes = hex::bytes(bytes);
    let found = schema.diagnose(&bytes);
    let error = schema.decode(&bytes).err();
    assert_eq!(found.as_ref().map(|f| f.error), error);
    found.map_or("nothing".into(), |found| found.to_string())
}

#[test]
fn scalars() {
    assert_eq!(said("u32", "01020304"), "nothing");
    assert_eq!(
        said("u32", "0102"),
        "EOF at byte 0: a u32 takes 4 bytes, 2 are unread"
    );
    assert_eq!(
        said("i8", ""),
        "EOF at byte 0: an i8 takes 1 byte, none is unread"
    );
    assert_eq!(
        said("tuple(u8,f16,)", "0102"),
        "EOF at byte 1 in .1: an f16 takes 2 bytes, 1 is unread"
    );
    assert_eq!(
        said("bool", "02"),
        "TYPE at byte 0: a bool is 0 or 1, this byte is 2"
    );
    assert_eq!(
        said("char", "00d80000"),
        "TYPE at byte 0: 0xd800 is no Unicode scalar value"
    );
    assert_eq!(
        said("u8", "0102"),
        "TRAILING at byte 1: the value is complete, and 1 byte is left over"
    );
    assert_eq!(
        said("struct{}", "0102"),
        "TRAILING at byte 0: the value is complete, and 2 bytes are left over"
    );
}

#[test]
fn counts() {
    assert_eq!(
        said("list<u16>", "0000"),
        "EOF at byte 0: a count takes 4 bytes, 2 are unread (step 1 of a count)"
    );
    assert_eq!(
        said("list<u16>", "01000001"),
        "LIMIT at byte 0: a count of 16777217 is above the cap of 16777216 (step 3 of a count)"
    );
    assert_eq!(
        said("list<array<array<u8,4294967295>,4294967295>>", "02000000"),
        "LIMIT at byte 0: 2 elements of at least 18446744065119617025 bytes are more than 64 bits \
         count (step 4 of a count)"
    );
    assert_eq!(
        said("set<u16>", "01000000ff"),
        "EOF at byte 4: 1 element of at least 2 bytes need 2, 1 is unread (step 5 of a count)"
    );
    assert_eq!(
        said("dict<u16,u32>", "0200000000"),
        "EOF at byte 4: 2 entries of at least 6 bytes need 12, 1 is unread (step 5 of a count)"
    );
    assert_eq!(
        said("string", "0500000061"),
        "EOF at byte 4: a text of 5 bytes is announced, 1 is unread (step 5 of a count)"
    );
    assert_eq!(
        said("array<u16,3>", "01000100"),
        "EOF at byte 0: 3 elements of at least 2 bytes need 6, 4 are unread"
    );
    assert_eq!(
        said("array<u8,3>", "0100"),
        "EOF at byte 0: 3 elements of at least 1 byte need 3, 2 are unread"
    );
}

#[test]
fn paths() {
    let layers = "struct{layers:list<struct{bias:u8,weight:list<f32>,}>,}";
    assert_eq!(
        said(layers, "02000000 01 00000000 01 02000000 00000000"),
        "EOF at byte 14 in layers[1].weight: 2 elements of at least 4 bytes need 8, 4 are unread \
         (step 5 of a count)"
    );
    assert_eq!(
        said("struct{tags:dict<string,bool>,}", "01000000 01000000 62 02"),
        r#"TYPE at byte 9 in tags["b"]: a bool is 0 or 1, this byte is 2"#
    );
    assert_eq!(
        said("option<enum{No,Yes:tuple(u8,bool,),}>", "01010002"),
        "TYPE at byte 3 in Yes.1: a bool is 0 or 1, this byte is 2"
    );
    assert_eq!(
        said("list<enum{No,Yes:u8,}>", "02000000 00 02"),
        "TYPE at byte 5 in [1]: the last variant has the tag 1, this tag is 2"
    );
    assert_eq!(
        said(
            "rec<T,struct{a:option<ref<T>>,b:option<bool>,}>",
            "01 01 00 0103"
        ),
        "TYPE at byte 4 in a.a.b: a bool is 0 or 1, this byte is 3"
    );
    assert_eq!(
        said("tuple(option<u8>,)", "05"),
        "TYPE at byte 0 in .0: an option begins with 0 or 1, this byte is 5"
    );
}

#[test]
fn keys() {
    assert_eq!(
        said("dict<u16,u8>", "02000000 0001 01 0100 02"),
        "TYPE at byte 7 in .key(1): keys ascend, and 1 stands behind 256"
    );
    assert_eq!(
        said("set<string>", "02000000 01000000 61 01000000 61"),
        r#"TYPE at byte 9 in [1]: the key "a" is there twice"#
    );
    assert_eq!(
        said("dict<string,u8>", "01000000 01000000 ff 00"),
        "UTF8 at byte 8 in .key(0): a text of 1 byte is UTF-8 up to the byte 0xff"
    );
    assert_eq!(
        said("string", "04000000 6162c328"),
        "UTF8 at byte 6: a text of 4 bytes is UTF-8 up to the byte 0xc3"
    );
}

#[test]
fn limits() {
    let schema: Schema = "rec<Tree,struct{label:u8,children:list<ref<Tree>>,}>"
        .parse()
        .expect("a schema");
    let bytes = hex::bytes("01 01000000 02 01000000 03 00000000");
    let limits = Limits::default().max_depth(2);
    assert_eq!(
        limits
            .diagnose_value(&schema, &bytes)
            .expect("a fault")
            .to_string(),
        "LIMIT at byte 10 in children[0].children[0]: with this Tree, more than 2 values that contain \
         each other would be open"
    );
    let limits = Limits::default().max_alloc(64 + 31);
    assert_eq!(
        limits
            .diagnose_value(&schema, &bytes)
            .expect("a fault")
            .to_string(),
        "LIMIT at byte 1 in children: 1 × 32 bytes in memory are above what is left of the budget, 31"
    );
}

#[derive(Kiln)]
struct Job {
    id: u8,
    retries: NonZero<u32>,
    took: Duration,
    slots: Vec<(u8, NonZero<u16>)>,
}

#[test]
fn a_type_that_refuses_what_its_schema_accepts() {
    let refused = "the bytes up to here are right for the schema; the type refuses the value";
    let said = |digits: &str| {
        let bytes = hex::bytes(digits);
        kiln::diagnose::<Job>(&bytes).expect("a fault").to_string()
    };
    assert_eq!(
        said("01 00000000 000000000000000000000000 00000000"),
        format!("TYPE at byte 1 in retries: {refused}")
    );
    assert_eq!(
        said("01 01000000 0000000000000000 00ca9a3b 00000000"),
        format!("TYPE at byte 13 in took.nanos: {refused}")
    );
    assert_eq!(
        said("01 01000000 000000000000000000000000 03000000 000100 000000 000100"),
        format!("TYPE at byte 25 in slots[1].1: {refused}")
    );
    // What comes later is not it, be it the same error or another.
    assert_eq!(
        said("01 00000000 0000000000000000 00ca9a3b 05000000"),
        format!("TYPE at byte 1 in retries: {refused}")
    );
    // A fault that the schema sees as well.
    assert_eq!(
        said("01 01000000 000000000000000000000000 03000000 000100"),
        "EOF at byte 21 in slots: 3 elements of at least 3 bytes need 9, 3 are unread \
         (step 5 of a count)"
    );
    assert!(
        kiln::diagnose::<Job>(&hex::bytes("01 01000000 000000000000000000000000 00000000"))
            .is_none()
    );
}

#[test]
fn the_budget_of_a_type() {
    let bytes = kiln::to_vec(&vec![1u64; 10]).expect("bytes");
    let found = Limits::default().max_alloc(79).diagnose::<Vec<u64>>(&bytes);
    assert_eq!(
        found.expect("a fault").to_string(),
        "LIMIT at byte 0: what this type takes in memory for its counts is above the budget of 79 bytes"
    );
}

/// Names and keys come from outside: what is printed is neither endless nor invisible.
#[test]
fn hostile_names() {
    let name = format!("a\u{202e}{}", "x".repeat(100_000));
    let schema: Schema = format!("struct{{{name}:bool,}}").parse().expect("a schema");
    let said = schema.diagnose(&[2]).expect("a fault").to_string();
    assert!(said.len() < 300, "{said}");
    assert!(said.contains("\\u{202e}"), "{said}");
    let schema: Schema = "dict<string,bool>".parse().expect("a schema");
    let key = "\n".repeat(100_000);
    let mut bytes = kiln::to_vec(&vec![(key, true)]).expect("bytes");
    *bytes.last_mut().expect("a byte") = 2;
    let said = schema.diagnose(&bytes).expect("a fault").to_string();
    assert!(said.len() < 300 && !said.contains('\n'), "{said}");
}
