//! `Schema::compatibility`: what it says is what `frame::resolve` does.

use kiln::{
    Describe, Kiln, Schema,
    schema::Effect::{self, Reads, ReadsSome, Refuses},
};

fn between(reader: &str, writer: &str) -> Vec<(Effect, String)> {
    let (reader, writer): (Schema, Schema) = (reader.parse().unwrap(), writer.parse().unwrap());
    let differences = Schema::compatibility(&reader, &writer);
    differences
        .iter()
        .map(|line| (line.effect(), line.to_string()))
        .collect()
}

fn one(reader: &str, writer: &str, effect: Effect, text: &str) {
    let expected = vec![(effect, text.to_string())];
    assert_eq!(between(reader, writer), expected, "{reader} reads {writer}");
}

#[test]
fn equal_schemas_have_no_differences() {
    for schema in [
        "u8",
        "struct{a:list<option<string>>,b:enum{X,Y:u8,},}",
        "rec<T,struct{children:list<ref<T>>,}>",
        "tensors",
        "dict<array<u8,4>,set<char>>",
    ] {
        assert_eq!(between(schema, schema), [], "{schema}");
    }
    // Labels are in the hash, and say nothing about the bytes.
    assert_eq!(
        between("rec<A,option<ref<A>>>", "rec<B,option<ref<B>>>"),
        []
    );
}

#[test]
fn each_difference_has_its_line() {
    one("u16", "u8", Reads, "reads: the value: u8 widens to u16");
    one(
        "u8",
        "u16",
        Refuses,
        "refuses: the value: u16 in the writer's schema, u8 in the reader's",
    );
    one(
        "option<u8>",
        "u8",
        Reads,
        "reads: the value: u8 is read as a Some",
    );
    one(
        "struct{a:u8,}",
        "struct{a:u8,b:u8,}",
        Reads,
        "reads: b: only the writer has it, it is skipped",
    );
    one(
        "struct{a:u8,b:u8,}",
        "struct{a:u8,}",
        Refuses,
        "refuses: b: only the reader has it, and no default",
    );
    one(
        "struct{a:u8,b:u8,}",
        "struct{b:u8,a:u8,}",
        Reads,
        "reads: the value: the fields are in another order",
    );
    one(
        "enum{A,}",
        "enum{A,B,}",
        ReadsSome,
        "reads some: the value: only the writer has the variant B, a value with it is TYPE",
    );
    one(
        "enum{A,B,}",
        "enum{A,}",
        Reads,
        "reads: the value: only the reader has the variant B",
    );
    one(
        "enum{A,B,}",
        "enum{B,A,}",
        Reads,
        "reads: the value: the variants are in another order",
    );
    one(
        "enum{A:u8,}",
        "enum{A,}",
        Refuses,
        "refuses: ::A: the variant carries something in the reader's schema, nothing in the writer's",
    );
}

#[test]
fn paths_lead_to_the_place() {
    let place = |reader: &str, writer: &str| {
        let (reader, writer): (Schema, Schema) = (reader.parse().unwrap(), writer.parse().unwrap());
        let differences = Schema::compatibility(&reader, &writer);
        differences
            .iter()
            .map(|line| line.path().to_string())
            .collect::<Vec<_>>()
    };
    let nested = |leaf: &str| {
        format!(
            "struct{{layers:list<struct{{shape:enum{{Circle:tuple(u8,dict<{leaf},option<{leaf}>>,),}},}}>,}}"
        )
    };
    let paths = place(&nested("u16"), &nested("u8"));
    let at = "layers[].shape::Circle.1";
    assert_eq!(paths, [format!("{at}[key]"), format!("{at}[]")]);
    let paths = place("struct{a:u8,b:list<u8>,}", "struct{a:bool,b:list<char>,}");
    assert_eq!(paths, ["a", "b[]"]);
}

#[test]
fn all_differences_are_listed_not_the_first() {
    let lines = between(
        "struct{a:u16,c:string,kind:enum{X,},}",
        "struct{a:u8,b:bool,c:u8,kind:enum{X,Y,},}",
    );
    let effects: Vec<_> = lines.iter().map(|(effect, _)| *effect).collect();
    assert_eq!(effects.iter().max(), Some(&Refuses));
    assert_eq!(lines.len(), 4, "{lines:?}");
}

#[test]
fn defaults_are_known_of_types() {
    #[derive(Kiln)]
    struct Settings {
        volume: u16,
        #[kiln(default)]
        muted: bool,
    }
    let released: Schema = "struct{volume:u16,}".parse().unwrap();
    let differences = Schema::compatibility(Settings::SCHEMA, &released);
    assert!(differences.iter().all(|line| line.effect() == Reads));
    let parsed: Schema = Settings::SCHEMA.to_string().parse().unwrap();
    let differences = Schema::compatibility(&parsed, &released);
    assert!(differences.iter().any(|line| line.effect() == Refuses));
}

#[test]
fn schemas_built_by_hand_may_break_the_rules() {
    static UNIT: Schema = Schema::tuple(&[]);
    let free = Schema::list(&UNIT);
    let differences = Schema::compatibility(&Schema::U8, &free);
    assert_eq!(
        differences[0].to_string(),
        "refuses: the value: the writer's schema breaks a rule of the format"
    );
    assert_eq!(
        Schema::compatibility(&free, &Schema::U8)[0].effect(),
        Refuses
    );
}

#[test]
fn long_schemas_are_cut() {
    let long = format!(
        "struct{{{}}}",
        (0..50).map(|i| format!("f{i}:u8,")).collect::<String>()
    );
    let lines = between("u8", &long);
    assert!(lines[0].1.len() < 200, "{lines:?}");
}

/// What the report says is what resolution does, for schemas that are nearly the reader's: it refuses
/// exactly where a line says so, before the value is looked at.
#[test]
fn the_report_is_what_resolution_does() {
    #[derive(Kiln, Debug)]
    #[allow(dead_code)]
    struct Deep {
        id: u32,
        #[kiln(default)]
        name: Option<Option<String>>,
        parts: Vec<Part>,
        #[kiln(default)]
        by_key: std::collections::BTreeMap<i32, (u8, f64)>,
        next: Option<Box<Deep>>,
    }
    #[derive(Kiln, Debug)]
    #[allow(dead_code)]
    enum Part {
        None,
        Some(u16),
        Both {
            a: [i64; 2],
            #[kiln(default)]
            b: std::collections::BTreeSet<String>,
        },
    }
    let changes = [
        ("u8", "i8"),
        ("u16", "u8"),
        ("u32", "u16"),
        ("u16", "u32"),
        ("i32", "u16"),
        ("i32", "i64"),
        ("i64", "i8"),
        ("f64", "f32"),
        ("f64", "u32"),
        ("f64", "u64"),
        ("option<", "list<"),
        ("option<string>", "string"),
        ("string", "option<string>"),
        ("string", "list<u8>"),
        ("id:u32,", ""),
        ("name:", "called:"),
        ("by_key:", "keys:"),
        ("next:", "after:"),
        ("None,", ""),
        ("None,", "None:u8,"),
        ("None,", "More,None,"),
        ("Some:u16,", "Some,"),
        ("a:array<i64,2>,", "c:char,a:array<i64,2>,"),
        (",2>", ",3>"),
        ("b:set<string>,", ""),
        ("id:u32,", "x:f32,id:option<u32>,"),
        ("Deep", "Shallow"),
        ("option<ref<Deep>>", "ref<Deep>"),
        ("tuple(u8,f64,)", "tuple(u8,)"),
    ];
    let own = Deep::SCHEMA.to_string();
    let mut rng = kiln_tests::blocks::Rng(9);
    let (mut refused, mut resolved) = (0, 0);
    for _ in 0..3_000 {
        let mut text = own.clone();
        for _ in 0..1 + rng.below(3) {
            let (from, to) = rng.pick(&changes);
            text = match rng.below(2) {
                0 => text.replace(from, to),
                _ => text.replacen(from, to, 1),
            };
        }
        let Ok(writer) = text.parse::<Schema>() else {
            continue;
        };
        if writer.type_hash() == Deep::TYPE_HASH {
            continue;
        }
        let lines = Schema::compatibility(Deep::SCHEMA, &writer);
        let says = lines.iter().any(|line| line.effect() == Effect::Refuses);
        let mut parts = kiln_tests::frames::Parts::of_point();
        parts.type_hash = writer.type_hash();
        parts.text = text.clone().into_bytes();
        // No value of any of these: its first fault would be EOF.
        parts.body = Vec::new();
        let does = kiln::frame::resolve::<Deep>(&parts.bytes()).unwrap_err();
        match says {
            true => assert_eq!(does, kiln::Error::Schema, "{text}\n{lines:?}"),
            false => assert!(
                [kiln::Error::Eof, kiln::Error::Limit].contains(&does),
                "{does} {text}\n{lines:?}"
            ),
        }
        *(if says { &mut refused } else { &mut resolved }) += 1;
    }
    assert!(refused > 200 && resolved > 200, "{refused} {resolved}");
}
