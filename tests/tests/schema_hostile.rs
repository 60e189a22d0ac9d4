//! Schema texts that are meant to hurt.

use kiln::Schema;
use kiln_tests::check::on_stack_of;
use std::fmt::Write as _;

#[test]
fn hostile_texts_are_refused_in_little_stack_and_time() {
    const MIB: usize = 1 << 20;
    let numbered = |n: usize| {
        (0..n).fold(String::new(), |mut text, i| {
            write!(text, "field_{i}:u8,").expect("a String takes all");
            text
        })
    };
    let filled = |unit: &str| unit.repeat(MIB / unit.len());
    let texts = [
        filled("list<"),
        filled("struct{a:"),
        filled("enum{A:"),
        filled("tuple("),
        filled("rec<A,"),
        filled("dict<u8,"),
        filled("dict<"),
        filled("array<"),
        filled("option<option<"),
        filled("a"),
        filled("<"),
        filled("\u{1f525}"),
        filled("9"),
        format!("array<u8,{}>", filled("9")),
        format!("array<u8,{}1>", filled("0")),
        format!("struct{{{}", filled("a:u8,")),
        format!("struct{{{}}}", filled("a:u8,")),
        format!("struct{{{}:u8,}}", filled("a")),
        format!("struct{{{}}}", numbered(60_000)),
        format!("tuple({})", filled("u8,")),
        format!("tuple({})", filled("rec<A,list<ref<A>>>,")),
        format!("enum{{{}}}", filled("A,")),
        format!(
            "{}tuple({}){}",
            "rec<A,".repeat(60),
            filled("option<ref<A>>,"),
            ">".repeat(60)
        ),
        format!(
            "{}tuple({}){}",
            "rec<A,list<".repeat(30),
            filled("option<ref<A>>,"),
            ">>".repeat(30)
        ),
        // References to the outermost of many, which a search from the inside finds last.
        format!(
            "rec<Z,{}tuple({}){}>",
            "rec<A,".repeat(60),
            filled("enum{A:ref<Z>,B,},"),
            ">".repeat(60)
        ),
    ];
    // No clock: a machine may be slow. What grows faster than its text takes minutes here.
    for text in texts {
        on_stack_of(256, move || {
            if let Ok(schema) = text.parse::<Schema>() {
                assert_eq!(schema.to_string(), text);
                let _ = schema.type_hash();
                assert!(schema == schema.clone());
            }
        });
    }
}
