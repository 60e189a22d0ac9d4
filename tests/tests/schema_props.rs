//! Any schema prints, parses back equal, and has one hash; any text is parsed or refused.

use kiln::schema::{Child, Field, Items, Variant};
use kiln::{Error, Schema};
use proptest::prelude::*;
use std::borrow::Cow;

fn child(schema: Schema) -> Child {
    Child::Static(Box::leak(Box::new(schema)))
}

fn name() -> impl Strategy<Value = &'static str> + Clone {
    prop::sample::select(vec!["a", "b", "u8", "list", "é", "日本", "_-1", "A0"])
}

fn key() -> impl Strategy<Value = Schema> {
    prop_oneof![
        Just(Schema::Bool),
        Just(Schema::I64),
        Just(Schema::Char),
        Just(Schema::String),
        (1u32..40).prop_map(|n| Schema::Array(child(Schema::U8), n)),
    ]
}

/// Any tree; not all are schemas, since an element may take no byte or a `ref` may be lost.
fn tree() -> impl Strategy<Value = Schema> {
    let leaf = prop_oneof![
        4 => prop::sample::select(vec![
            Schema::Bool, Schema::U8, Schema::U16, Schema::U32, Schema::U64, Schema::U128,
            Schema::I8, Schema::I16, Schema::I32, Schema::I64, Schema::I128, Schema::F16,
            Schema::Bf16, Schema::F32, Schema::F64, Schema::Char, Schema::String, Schema::Tensors,
        ]),
        1 => key().prop_map(|key| Schema::Set(child(key))),
        1 => prop::sample::select(vec!["A", "B"]).prop_map(|label| Schema::Ref(Cow::Borrowed(label))),
        1 => Just(Schema::Tuple(Items::Static(&[]))),
    ];
    leaf.prop_recursive(5, 40, 5, |inner| {
        let names = prop::collection::hash_set(name(), 1..5);
        let more = prop::collection::vec(inner.clone(), 5);
        let maybe = prop::collection::vec(prop::option::of(inner.clone()), 5);
        prop_oneof![
            inner.clone().prop_map(|s| Schema::List(child(s))),
            inner.clone().prop_map(|s| Schema::Option(child(s))),
            (inner.clone(), any::<u32>()).prop_map(|(s, n)| Schema::Array(child(s), n % 9)),
            (key(), inner.clone()).prop_map(|(k, v)| Schema::Dict(child(k), child(v))),
            prop::collection::vec(inner.clone(), 0..5)
                .prop_map(|items| Schema::Tuple(Items::Owned(items))),
            (names.clone(), more).prop_map(|(names, schemas)| {
                let schemas = schemas.into_iter().map(|s| &*Box::leak(Box::new(s)));
                let fields = names
                    .into_iter()
                    .zip(schemas)
                    .map(|(name, s)| Field::new(name, s));
                Schema::Struct(Cow::Owned(fields.collect()))
            }),
            (names, maybe).prop_map(|(names, schemas)| {
                let variants =
                    names
                        .into_iter()
                        .zip(schemas)
                        .map(|(name, carried)| match carried {
                            None => Variant::unit(name),
                            Some(s) => Variant::with(name, Box::leak(Box::new(s))),
                        });
                Schema::Enum(Cow::Owned(variants.collect()))
            }),
            (prop::sample::select(vec!["A", "B"]), inner)
                .prop_map(|(label, s)| Schema::Rec(Cow::Borrowed(label), child(s))),
        ]
    })
}

/// The tokens, from the text alone: words, and single signs.
fn hash_of_text(text: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut mix = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let mut word = false;
    for byte in text.bytes() {
        let sign = b"<>(){},:".contains(&byte);
        if sign && word {
            mix(0);
        }
        mix(byte);
        if sign {
            mix(0);
        }
        word = !sign;
    }
    if word {
        mix(0);
    }
    hash
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_tree_and_its_text_are_one(tree in tree()) {
        let text = tree.to_string();
        prop_assert_eq!(tree.type_hash(), hash_of_text(&text));
        // The two ways to settle minimums agree. That the body of a `rec` is no `ref` is a rule of the
        // text's grammar.
        let bare = ["rec<A,ref<", "rec<B,ref<"].iter().any(|rec| text.contains(rec));
        prop_assert!(bare || kiln::__private::is_sound(&tree) == text.parse::<Schema>().is_ok());
        match text.parse::<Schema>() {
            Ok(parsed) => {
                prop_assert_eq!(&parsed, &tree);
                prop_assert_eq!(parsed.to_string(), text);
                prop_assert_eq!(parsed.type_hash(), tree.type_hash());
                prop_assert_eq!(parsed.min_size(), tree.min_size());
                prop_assert_eq!(parsed.max_size(), tree.max_size());
                prop_assert!(parsed.max_size().is_none_or(|max| max >= parsed.min_size()));
            }
            Err(error) => prop_assert_eq!(error, Error::Schema),
        }
    }

    #[test]
    fn a_damaged_text_is_another_schema_or_none(
        tree in tree(),
        at in any::<prop::sample::Index>(),
        cut in 0usize..4,
        put in prop::sample::select(vec!["", "<", ">", ",", ":", "{", "}", "(", ")", "u8", "1", "é", " ", "ref<A>", ",u8"]),
    ) {
        let mut text = tree.to_string();
        let mut from = at.index(text.len());
        while !text.is_char_boundary(from) {
            from -= 1;
        }
        let mut to = (from + cut).min(text.len());
        while !text.is_char_boundary(to) {
            to += 1;
        }
        text.replace_range(from..to, put);
        if let Ok(schema) = text.parse::<Schema>() {
            prop_assert_eq!(schema.to_string(), text.clone());
            prop_assert_eq!(schema.type_hash(), hash_of_text(&text));
        }
    }

    #[test]
    fn any_text_is_parsed_or_refused(text in "[a-z0-9<>(){},:é]{0,40}|\\PC{0,20}") {
        if let Ok(schema) = text.parse::<Schema>() {
            prop_assert_eq!(schema.to_string(), text);
        }
    }
}
