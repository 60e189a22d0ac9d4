//! The deepest legal value on a thread of 256 KiB: nothing recurses per level.

use kiln::{Error, Limits, Schema, Value};
use std::fmt::Write;

fn on_a_small_stack(run: fn()) {
    let small = std::thread::Builder::new().stack_size(256 << 10);
    small
        .spawn(run)
        .expect("a thread")
        .join()
        .expect("no fault");
}

/// 64 levels of schema, all of them inside each `rec` body: `rec`, 62 of something, `ref`.
fn deepest(open: &str, close: &str) -> Schema {
    let text = format!("rec<R,{}ref<R>{}>", open.repeat(62), close.repeat(62));
    text.parse().expect("64 levels")
}

/// Writes into nothing, so that printing is all that happens.
struct Nowhere(usize);

impl Write for Nowhere {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

fn everything(schema: &Schema, bytes: &[u8]) {
    let value = schema.decode(bytes).expect("a value");
    assert_eq!(schema.encode(&value).as_deref(), Ok(bytes));
    let copy = value.clone();
    assert!(copy == value);
    let owned = copy.to_owned_value();
    drop(copy);
    assert!(owned == value);
    let mut nowhere = Nowhere(0);
    write!(nowhere, "{value} {value:?}").expect("text");
    assert!(nowhere.0 > 10_000);
    assert_eq!(schema.to_json(&value), Err(Error::Limit));
    assert!(schema.diagnose(bytes).is_none());
    // A fault at the far end: all that is open is dropped, and the path is short.
    let cut = &bytes[..bytes.len() - 1];
    assert_eq!(schema.decode(cut), Err(Error::Eof));
    let found = schema.diagnose(cut).expect("a fault");
    assert!(found.to_string().len() < 2_000, "{found}");
}

#[test]
fn options() {
    on_a_small_stack(|| {
        // Every level is a byte 1, up to the innermost, which is nothing.
        let schema = deepest("option<", ">");
        let bytes: Vec<u8> = [vec![1; 62 * 128 - 1], vec![0]].concat();
        everything(&schema, &bytes);
        // One more level is one `rec` body too many.
        let bytes: Vec<u8> = [vec![1; 62 * 128], vec![0]].concat();
        assert_eq!(schema.decode(&bytes), Err(Error::Limit));
        assert!(schema.diagnose(&bytes).is_some());
    });
}

#[test]
fn lists() {
    on_a_small_stack(|| {
        let schema = deepest("list<", ">");
        let one = 1u32.to_le_bytes();
        let mut bytes: Vec<u8> = std::iter::repeat_n(one, 62 * 128 - 1).flatten().collect();
        bytes.extend([0; 4]);
        everything(&schema, &bytes);
    });
}

#[test]
fn dicts() {
    on_a_small_stack(|| {
        let schema = deepest("dict<u8,", ">");
        let entry = [1, 0, 0, 0, 7];
        let mut bytes: Vec<u8> = std::iter::repeat_n(entry, 62 * 128 - 1).flatten().collect();
        bytes.extend([0; 4]);
        everything(&schema, &bytes);
    });
}

#[test]
fn structs_and_enums() {
    on_a_small_stack(|| {
        let open = "struct{a:enum{No,Yes:";
        let text = format!("rec<R,{}ref<R>{}>", open.repeat(31), ",},}".repeat(31));
        let schema: Schema = text.parse().expect("64 levels");
        let bytes: Vec<u8> = [vec![1; 31 * 128 - 1], vec![0]].concat();
        everything(&schema, &bytes);
    });
}

/// Structs take no byte of their own: all the levels of the schema, and none on the wire.
#[test]
fn levels_without_a_byte() {
    on_a_small_stack(|| {
        let open = "tuple(".repeat(61);
        let text = format!("rec<R,{open}option<ref<R>>{}>", ",)".repeat(61));
        let schema: Schema = text.parse().expect("64 levels");
        let bytes: Vec<u8> = [vec![1; 127], vec![0]].concat();
        everything(&schema, &bytes);
    });
}

#[test]
fn without_a_way_out() {
    on_a_small_stack(|| {
        for text in [
            "rec<A,tuple(ref<A>,)>",
            "rec<A,rec<B,tuple(ref<A>,)>>",
            "rec<A,rec<A,tuple(ref<A>,)>>",
            "rec<A,struct{a:ref<A>,b:ref<A>,}>",
            "rec<A,enum{A:ref<A>,}>",
            "rec<A,array<tuple(u8,ref<A>,),3>>",
        ] {
            let schema: Schema = text.parse().expect(text);
            let bytes = [0; 4096];
            assert_eq!(schema.decode(&bytes), Err(Error::Limit), "{text}");
            let found = schema.diagnose(&bytes).expect(text);
            assert_eq!(found.error, Error::Limit, "{text}");
            // The limit may be any; what is open is charged, or takes bytes.
            let deep = Limits::default().max_depth(100_000).max_alloc(1 << 20);
            assert!(deep.decode_value(&schema, &bytes).is_err(), "{text}");
            assert!(schema.encode(&Value::U8(1)).is_err(), "{text}");
            assert!(
                schema.from_json(&serde_json::Value::Null).is_err(),
                "{text}"
            );
        }
    });
}

/// Values made by hand may be deeper than any schema.
#[test]
fn deeper_than_any_schema() {
    on_a_small_stack(|| {
        let mut value = Value::none();
        for _ in 0..100_000 {
            value = Value::some(value);
        }
        assert!(value == value.clone());
        assert_eq!(deepest("option<", ">").encode(&value), Err(Error::Limit));
        let mut value = Value::Dict(vec![]);
        for _ in 0..50_000 {
            let key = Value::List(vec![Value::none(), Value::Tuple(vec![])]);
            value = Value::Dict(vec![(key, value)]);
        }
        for _ in 0..50_000 {
            value = Value::Dict(vec![(value, Value::U8(0))]);
        }
        assert_eq!(deepest("dict<u8,", ">").encode(&value), Err(Error::Type));
    });
}

/// A schema that was put together by hand may be deeper than a text, and may break rules.
#[test]
fn schemas_by_hand() {
    on_a_small_stack(|| {
        static U8: Schema = Schema::U8;
        static UNIT: Schema = Schema::tuple(&[]);
        let broken = [
            Schema::list(&UNIT),
            Schema::set(&UNIT),
            Schema::array(&UNIT, 3),
            Schema::set(const { &Schema::F32 }),
            Schema::dict(const { &Schema::list(&Schema::U8) }, &U8),
            Schema::reference("Nobody"),
            Schema::enumeration(&[]),
            Schema::array(
                const {
                    &Schema::array(
                        const { &Schema::array(&Schema::U64, 4_294_967_295) },
                        4_294_967_295,
                    )
                },
                2,
            ),
        ];
        for schema in broken {
            assert_eq!(schema.decode(&[0; 64]), Err(Error::Schema));
            assert_eq!(schema.encode(&Value::U8(0)), Err(Error::Schema));
            assert_eq!(
                schema.diagnose(&[0; 64]).expect("a fault").error,
                Error::Schema
            );
        }
        let mut deep: &'static Schema = &U8;
        for _ in 0..5_000 {
            deep = Box::leak(Box::new(Schema::option(deep)));
        }
        let bytes = [1; 5_001];
        let value = deep.decode(&bytes).expect("a value");
        assert_eq!(deep.encode(&value).as_deref(), Ok(&bytes[..]));
    });
}
