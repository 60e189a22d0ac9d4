//! What follows from a schema: minimum, maximum, hash, and the rules on minimums.

use kiln::{Describe, Schema};
use kiln_tests::texts::{bad, good};
use std::collections::HashMap;

const STRUCT_A_U8: u64 = 0xae1b_01d6_a818_344e;
const ARRAY_U8_10: u64 = 0x389f_5c7c_c6c5_5c82;

#[test]
fn recursion() {
    good("rec<A,struct{a:u8,b:list<ref<A>>,}>", 5);
    good("rec<A,rec<B,enum{A:list<ref<A>>,B:list<ref<B>>,}>>", 5);
    // The nearest of the name.
    good(
        "rec<A,struct{x:u8,y:rec<A,struct{z:u16,w:option<ref<A>>,}>,}>",
        1 + 3,
    );
    good("rec<A,struct{a:option<rec<A,u8>>,b:option<ref<A>>,}>", 2);
    // Out of scope.
    bad("ref<A>");
    bad("rec<A,option<ref<B>>>");
    bad("rec<A,option<ref<a>>>");
    bad("struct{a:rec<A,u8>,b:option<ref<A>>,}");
    bad("tuple(rec<A,option<ref<A>>>,ref<A>,)");
    bad("list<ref<A>>");
    // S is anything but a ref.
    bad("rec<A,ref<A>>");
    bad("rec<A,rec<B,ref<A>>>");
    bad("rec<A,struct{a:rec<B,ref<A>>,}>");
    // Without a way out: no value, and still a schema where nothing counts on its size.
    good("rec<A,struct{a:ref<A>,}>", 0);
    good("rec<A,tuple(u8,ref<A>,)>", 1);
    good("rec<A,enum{A:ref<A>,}>", 1);
    good("rec<A,rec<B,tuple(ref<A>,ref<B>,)>>", 0);
    bad("list<rec<A,struct{a:ref<A>,}>>");
    bad("option<set<rec<A,struct{a:ref<A>,}>>>");
}

#[test]
fn minimums_are_settled_from_the_outside_in() {
    // Elements that take a byte only once the rec around them is settled.
    good("rec<A,struct{a:u8,b:list<ref<A>>,}>", 5);
    good("rec<A,struct{a:u8,b:array<ref<A>,3>,}>", 1);
    good("rec<A,enum{A:array<ref<A>,3>,B,}>", 1);
    bad("rec<A,list<rec<B,tuple(ref<B>,)>>>");
    bad("rec<A,struct{a:list<struct{b:ref<A>,}>,b:list<tuple()>,}>");
    bad("rec<A,tuple(array<ref<A>,2>,)>");
    bad("rec<A,tuple(option<list<tuple(rec<B,tuple(ref<B>,)>,)>>,)>");
    good("rec<A,list<tuple(ref<A>,)>>", 4);
    good("rec<A,list<rec<B,tuple(ref<A>,)>>>", 4);
    good(
        "rec<A,tuple(u8,option<list<rec<B,tuple(ref<A>,ref<B>,)>>>,)>",
        2,
    );
    good("tuple(rec<A,struct{a:u8,b:option<ref<A>>,}>,)", 2);
    good("array<rec<A,struct{a:u8,b:option<ref<A>>,}>,10>", 20);
    // An element that is nothing.
    for nothing in [
        "tuple()",
        "struct{}",
        "struct{a:tuple(),}",
        "array<u8,0>",
        "array<tuple(u8,),0>",
        "rec<A,struct{}>",
    ] {
        bad(&format!("list<{nothing}>"));
        bad(&format!("array<{nothing},3>"));
        bad(&format!("array<{nothing},0>"));
        bad(&format!("option<list<tuple({nothing},)>>"));
        bad(&format!("struct{{a:u8,b:dict<u8,list<{nothing}>>,}}"));
        bad(&format!("enum{{A,B:list<{nothing}>,}}"));
        good(&format!("list<option<{nothing}>>"), 4);
        good(&format!("dict<u8,{nothing}>"), 4);
    }
}

#[test]
fn minimums_that_do_not_fit_64_bits() {
    let most = "array<array<u8,4294967295>,4294967295>"; // 2^64 - 2^33 + 1
    let min = 4_294_967_295 * 4_294_967_295;
    let rest = u64::MAX - min; // 2^33 - 2
    good(most, min);
    good(&format!("tuple({most},array<u16,4294967295>,)"), u64::MAX);
    assert_eq!(rest, 2 * 4_294_967_295);
    bad(&format!("tuple({most},array<u16,4294967295>,u8,)"));
    bad(&format!("struct{{a:{most},b:{most},}}"));
    bad("array<array<u16,4294967295>,4294967295>");
    bad(&format!("array<{most},2>"));
    good(&format!("array<{most},1>"), min);
    good(&format!("array<{most},0>"), 0);
    bad(&format!("list<tuple({most},{most},)>"));
    good(&format!("list<{most}>"), 4);
    bad(&format!("enum{{A,B:tuple({most},{most},),}}"));
    good(
        &format!("enum{{A,B:tuple({most},array<u16,4294967295>,),}}"),
        1,
    );
    bad(&format!("enum{{A:tuple({most},array<u16,4294967295>,),}}"));
    bad(&format!("array<tuple({most},{most},),0>"));
    // min(K) + min(V) of a dict, though the dict itself takes four bytes.
    bad(&format!("dict<u8,tuple({most},array<u16,4294967295>,)>"));
    good(
        &format!("dict<u8,tuple({most},array<u16,4294967294>,u8,)>"),
        4,
    );
    bad(&format!(
        "dict<array<u8,4294967295>,tuple({most},array<u8,4294967295>,u8,)>"
    ));
    good(
        &format!("dict<array<u8,4294967295>,tuple({most},array<u8,4294967295>,)>"),
        4,
    );
    // Only once settled.
    bad(&format!(
        "rec<A,struct{{a:{most},b:array<u16,4294967294>,c:option<tuple(ref<A>,u64,)>,}}>"
    ));
    bad(&format!(
        "rec<A,struct{{a:{most},b:option<array<ref<A>,2>>,}}>"
    ));
    bad(&format!(
        "rec<A,struct{{a:{most},b:option<dict<array<u8,4294967295>,tuple(ref<A>,array<u16,4294967294>,)>>,}}>"
    ));
    good(
        &format!("rec<A,struct{{a:{most},b:option<array<ref<A>,1>>,}}>"),
        min + 1,
    );
}

#[test]
fn maximums() {
    let max =
        |text: &str| good(text, text.parse::<Schema>().expect("a schema").min_size()).max_size();
    assert_eq!(max("tuple(u8,option<u32>,)"), Some(6));
    assert_eq!(max("enum{A,B:u8,C:array<u16,3>,}"), Some(7));
    assert_eq!(max("array<string,0>"), Some(0));
    for unbounded in [
        "string",
        "list<u8>",
        "set<u8>",
        "dict<u8,u8>",
        "tensors",
        "option<string>",
        "rec<A,option<ref<A>>>",
    ] {
        assert_eq!(max(unbounded), None, "{unbounded}");
    }
}

#[test]
fn the_hash_is_fnv_over_tokens_with_a_multiply_after_each() {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for token in ["struct", "{", "a", ":", "u8", ",", "}"] {
        for byte in token.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    assert_eq!(good("struct{a:u8,}", 1).type_hash(), hash);
    // The same, worked out apart from this program.
    assert_eq!(hash, STRUCT_A_U8);
    assert_eq!(good("array<u8,10>", 10).type_hash(), ARRAY_U8_10);
    const { assert!(<Vec<f32> as Describe>::TYPE_HASH == 0x0cd9_16b1_9e2f_dcdc) };
}

#[test]
fn near_misses_have_other_hashes() {
    let texts = [
        "tuple(list<tuple(u8,)>,u8,)",
        "tuple(list<tuple(u8,u8,)>,)",
        "tuple(list<u8>,u8,)",
        "list<tuple(u8,u8,)>",
        "tuple(u8,u8,)",
        "tuple(tuple(u8,u8,),)",
        "tuple(tuple(u8,),u8,)",
        "tuple(u8,tuple(u8,),)",
        "struct{a:u8,b:u8,}",
        "struct{ab:u8,}",
        "struct{b:u8,a:u8,}",
        "struct{a:u8,}",
        "struct{a:struct{b:u8,},}",
        "struct{a:struct{},b:u8,}",
        "tuple(u8,)",
        "u8",
        "struct{}",
        "tuple()",
        "enum{A,B,}",
        "enum{AB,}",
        "enum{A:enum{B,},}",
        "enum{B,A,}",
        "enum{A:u8,}",
        "enum{A,u8,}",
        "list<u8>",
        "set<u8>",
        "option<u8>",
        "dict<u8,u8>",
        "array<u8,8>",
        "array<u8,88>",
        "array<u88,8>",
        "list<list<u8>>",
        "rec<A,list<ref<A>>>",
        "rec<B,list<ref<B>>>",
        "rec<A,list<u8>>",
        "list<rec<A,u8>>",
        "array<u8,1>",
        "array<u8,11>",
        "array<array<u8,1>,1>",
        "struct{u8:u8,}",
        "struct{a:bool,}",
        "struct{a:i8,}",
        "string",
        "struct{start:u8,end:u8,}",
        "enum{Ok:u8,Err:u8,}",
        "struct{a:u8,b:tuple(),}",
    ];
    let mut seen = HashMap::new();
    for text in texts {
        let Ok(schema) = text.parse::<Schema>() else {
            assert_eq!(text, "array<u88,8>");
            continue;
        };
        if let Some(before) = seen.insert(schema.type_hash(), text) {
            panic!("{before} and {text} have one hash");
        }
    }
}
