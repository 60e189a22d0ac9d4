//! Schema texts: the grammar, every kind and every fault.

use kiln::Schema;
use kiln_tests::texts::{bad, good};
use std::fmt::Write as _;

const SCALARS: &[(&str, u64)] = &[
    ("bool", 1),
    ("u8", 1),
    ("u16", 2),
    ("u32", 4),
    ("u64", 8),
    ("u128", 16),
    ("i8", 1),
    ("i16", 2),
    ("i32", 4),
    ("i64", 8),
    ("i128", 16),
    ("f16", 2),
    ("bf16", 2),
    ("f32", 4),
    ("f64", 8),
    ("char", 4),
    ("string", 4),
    ("tensors", 64),
];

#[test]
fn every_kind() {
    for (word, min) in SCALARS {
        assert_eq!(good(word, *min), good(word, *min));
        good(&format!("list<{word}>"), 4);
        good(&format!("option<{word}>"), 1);
        good(&format!("array<{word},3>"), 3 * min);
        good(&format!("array<{word},0>"), 0);
        good(&format!("tuple({word},{word},)"), 2 * min);
        good(&format!("struct{{a:{word},b:u8,}}"), min + 1);
        good(&format!("enum{{A:{word},}}"), min + 1);
        good(&format!("enum{{A:{word},B,}}"), 1);
        good(&format!("rec<A,{word}>"), *min);
        good(&format!("dict<u8,{word}>"), 4);
    }
    good("tuple()", 0);
    good("struct{}", 0);
    good("struct{a:struct{},}", 0);
    good("option<tuple()>", 1);
    good("enum{A:tuple(),B:struct{},}", 1);
    good("dict<u8,tuple()>", 4);
    good("rec<A,struct{a:option<ref<A>>,}>", 1);
    good("rec<A,tuple()>", 0);
}

#[test]
fn keys() {
    let keys = [
        "bool",
        "u8",
        "u16",
        "u32",
        "u64",
        "u128",
        "i8",
        "i16",
        "i32",
        "i64",
        "i128",
        "char",
        "string",
        "array<u8,1>",
        "array<u8,4294967295>",
    ];
    for key in keys {
        good(&format!("set<{key}>"), 4);
        good(&format!("dict<{key},tuple()>"), 4);
    }
    let none = [
        "f16",
        "bf16",
        "f32",
        "f64",
        "tensors",
        "list<u8>",
        "set<u8>",
        "option<u8>",
        "tuple(u8,)",
        "tuple()",
        "struct{a:u8,}",
        "struct{}",
        "enum{A,}",
        "array<i8,2>",
        "array<bool,2>",
        "array<u16,2>",
        "array<u8,0>",
        "array<array<u8,2>,2>",
        "rec<A,u8>",
        "dict<u8,u8>",
    ];
    for key in none {
        bad(&format!("set<{key}>"));
        bad(&format!("dict<{key},u8>"));
    }
    bad("rec<A,struct{a:u8,b:set<ref<A>>,}>");
    bad("rec<A,struct{a:u8,b:dict<ref<A>,u8>,}>");
}

#[test]
fn signs_and_words() {
    let texts = [
        "",
        " ",
        "u8 ",
        " u8",
        "u8\n",
        "U8",
        "u9",
        "int",
        "usize",
        "u8u8",
        "u8,",
        "u8>",
        "u8)",
        "list",
        "list<",
        "list<>",
        "list<u8",
        "list<u8,>",
        "list<u8,u8>",
        "list(u8)",
        "list <u8>",
        "list< u8>",
        "list<u8>>",
        "set<>",
        "option<>",
        "option<u8,u8>",
        "dict<u8>",
        "dict<u8,>",
        "dict<u8,u8,>",
        "dict<,u8>",
        "dict<u8;u8>",
        "array<u8>",
        "array<u8,>",
        "array<u8,3,>",
        "array<3,u8>",
        "array<u8,3",
        "array<u8,u8>",
        "tuple",
        "tuple(",
        "tuple(u8)",
        "tuple(u8,",
        "tuple(,)",
        "tuple(u8,,)",
        "tuple(u8,u8)",
        "tuple<u8,>",
        "tuple[u8,]",
        "struct",
        "struct{",
        "struct{a}",
        "struct{a,}",
        "struct{a:}",
        "struct{a:,}",
        "struct{a:u8}",
        "struct{a:u8",
        "struct{a:u8,b}",
        "struct{:u8,}",
        "struct{u8,}",
        "struct{a:u8,,}",
        "struct{a=u8,}",
        "struct{a::u8,}",
        "struct(a:u8,)",
        "enum",
        "enum{",
        "enum{}",
        "enum{A}",
        "enum{A",
        "enum{A:}",
        "enum{A:,}",
        "enum{A:u8}",
        "enum{,}",
        "enum{A,,}",
        "enum{A u8,}",
        "rec",
        "rec<A>",
        "rec<A,>",
        "rec<,u8>",
        "rec<A,u8,>",
        "rec<u8>",
        "ref",
        "ref<>",
        "ref<A>",
        "ref<A,u8>",
        "tensors<u8>",
        "u8<u8>",
        "string<>",
        "\u{feff}u8",
        "u\u{38}\u{301}",
        "list\u{ff1c}u8>",
        "ｕ8",
    ];
    texts.into_iter().for_each(bad);
    bad("u8\0");
    // Half of every good text is none, and so is one with a byte more.
    let text = "struct{a:rec<R,enum{A,B:list<ref<R>>,}>,b:dict<string,array<tuple(u8,i16,),12>>,}";
    good(text, 1 + 4);
    for end in 0..text.len() {
        bad(&text[..end]);
        for sign in ["<", ">", ",", ":", "{", "}", "(", ")", " ", "é"] {
            let more = format!("{}{sign}{}", &text[..end], &text[end..]);
            if let Ok(schema) = more.parse::<Schema>() {
                assert_eq!(schema.to_string(), more);
            }
        }
    }
}

#[test]
fn names() {
    for (kind, _) in SCALARS {
        good(&format!("struct{{{kind}:u8,}}"), 1);
    }
    let legal = [
        "a",
        "_",
        "_1",
        "a-b",
        "a-",
        "a--",
        "A9",
        "list",
        "set",
        "dict",
        "array",
        "option",
        "tuple",
        "struct",
        "enum",
        "rec",
        "ref",
        "tensors",
        "type",
        "\u{e9}",
        "\u{80}",
        "\u{a0}",
        "\u{2028}",
        "\u{feff}",
        "日本",
        "\u{1f525}",
        "a\u{301}",
        "\u{10ffff}",
        "é1",
        "é-",
    ];
    for name in legal {
        let schema = good(&format!("struct{{{name}:u8,}}"), 1);
        let Schema::Struct(fields) = &schema else {
            panic!("{schema}")
        };
        assert_eq!(fields[0].name(), name);
        good(&format!("enum{{{name},}}"), 1);
        good(&format!("enum{{{name}:u8,}}"), 2);
        good(&format!("rec<{name},option<ref<{name}>>>"), 1);
    }
    let illegal = [
        "", "1", "9a", "-", "-a", "a b", "a.b", "a/b", "a\tb", "r#a", "a'", "a\"", "a\\b", "a*",
        "a\u{7f}", "a\0", "a<b", "a+b", "a@", "[a]", "$a", "a%", "~",
    ];
    for name in illegal {
        bad(&format!("struct{{{name}:u8,}}"));
        bad(&format!("enum{{{name},}}"));
        bad(&format!("enum{{{name}:u8,}}"));
        bad(&format!("rec<{name},option<u8>>"));
        bad(&format!("rec<{name},option<ref<{name}>>>"));
    }
    bad("struct{a:u8,a:u8,}");
    bad("struct{a:u8,b:u8,a:u16,}");
    bad("enum{A,B,A,}");
    bad("enum{A,A:u8,}");
    // Bytes are compared, and nothing is folded or composed. Other levels do not count.
    good("struct{a:u8,A:u8,}", 2);
    good("struct{\u{e9}:u8,e\u{301}:u8,}", 2);
    good("struct{a:struct{a:u8,},b:struct{a:u8,},}", 2);
    good("enum{A:enum{A,},}", 2);
    good(&format!("struct{{{}:u8,}}", "n".repeat(1 << 16)), 1);
}

#[test]
fn array_lengths() {
    for (length, n) in [
        ("0", 0),
        ("1", 1),
        ("10", 10),
        ("4294967295", 4_294_967_295),
    ] {
        good(&format!("array<u8,{length}>"), n);
        good(&format!("array<u128,{length}>"), n * 16);
    }
    for length in [
        "00",
        "01",
        "0x1",
        "+1",
        "-1",
        "1_000",
        "1e3",
        "4294967296",
        "42949672950",
        "04294967295",
        "18446744073709551616",
        "340282366920938463463374607431768211456",
        "",
        " 1",
        "1 ",
        "١",
        "１",
        "1.0",
        "a",
        "é",
        "-0",
        "0-",
    ] {
        bad(&format!("array<u8,{length}>"));
    }
}

#[test]
fn levels() {
    let nested = |levels: usize, open: &str, leaf: &str, close: &str| {
        format!("{}{leaf}{}", open.repeat(levels), close.repeat(levels))
    };
    for (open, close) in [
        ("option<", ">"),
        ("list<", ">"),
        ("array<", ",1>"),
        ("dict<u8,", ">"),
        ("tuple(", ",)"),
        ("struct{a:", ",}"),
        ("enum{A:", ",}"),
        ("rec<A,", ">"),
    ] {
        let last = nested(63, open, "u8", close);
        assert_eq!(
            last.parse::<Schema>().map(|schema| schema.to_string()),
            Ok(last)
        );
        bad(&nested(64, open, "u8", close));
        bad(&nested(65, open, "u8", close));
        bad(&nested(64, open, "struct{}", close));
    }
    // A leaf without anything in it is a level as well, and so is a ref.
    good(&nested(63, "option<", "struct{}", ">"), 1);
    good(
        &format!("rec<A,{}>", nested(62, "option<", "ref<A>", ">")),
        1,
    );
    bad(&format!("rec<A,{}>", nested(63, "option<", "ref<A>", ">")));
}

#[test]
fn numbers_of_variants() {
    let unit = |n: usize| {
        (0..n).fold(String::from("enum{"), |mut text, i| {
            write!(text, "V{i},").expect("a String takes all");
            text
        }) + "}"
    };
    for (variants, tag) in [
        (1, 1),
        (2, 1),
        (255, 1),
        (256, 1),
        (257, 2),
        (65_535, 2),
        (65_536, 2),
    ] {
        let schema = good(&unit(variants), tag);
        assert_eq!(schema.max_size(), Some(tag));
        let Schema::Enum(all) = &schema else {
            panic!("an enum")
        };
        assert_eq!(all.len(), variants);
    }
    bad(&unit(65_537));
    bad(&unit(0));
    // The tag and the smallest variant, be it the last.
    let with = |n: usize| {
        let carrying = |i: usize| if i + 1 < n { "u32" } else { "u16" };
        let variants: String = (0..n).map(|i| format!("V{i}:{},", carrying(i))).collect();
        format!("enum{{{variants}}}")
    };
    good(&with(256), 3);
    good(&with(257), 4);
}
