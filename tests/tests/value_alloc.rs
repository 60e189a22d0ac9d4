//! What decoding without a Rust type allocates, on hostile input and otherwise.

use kiln::{Error, Limits, Schema};
use kiln_tests::count::{Counting, used};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn schema(text: &str) -> Schema {
    text.parse().expect(text)
}

#[test]
fn a_count_that_is_not_there_costs_nothing() {
    for text in [
        "list<u8>",
        "list<u64>",
        "string",
        "set<u16>",
        "dict<u8,u8>",
        "list<list<u8>>",
        "list<struct{a:u8,b:string,}>",
        "list<tensors>",
        "array<u64,4294967295>",
        "array<array<u16,65535>,65535>",
    ] {
        let schema = schema(text);
        for count in [16_777_216u32, u32::MAX] {
            let mut bytes = count.to_le_bytes().to_vec();
            bytes.extend([0; 12]);
            let (result, used) = used(|| schema.decode(&bytes).map(|_| ()));
            assert!(matches!(result, Err(Error::Eof | Error::Limit)), "{text}");
            // The plan of a few nodes.
            assert!(used.peak < 2_048, "{text}: {used:?}");
        }
    }
}

/// One wire byte may stand for much memory; it is reserved as it comes, not ahead.
#[test]
fn elements_that_are_large_in_memory_come_one_by_one() {
    let fields: String = (0..100).map(|n| format!("f{n}:tuple(),")).collect();
    let schema = schema(&format!("list<struct{{tag:bool,{fields}}}>"));
    let mut bytes = 65_536u32.to_le_bytes().to_vec();
    bytes.push(1);
    bytes.push(2);
    bytes.resize(4 + 65_536, 0);
    let (result, used) = used(|| schema.decode(&bytes).map(|_| ()));
    assert_eq!(result, Err(Error::Type));
    assert!(used.peak < 200_000, "{used:?}");
}

/// Fields that take no byte are charged, so that a schema text and bytes together cannot ask for
/// more than the budget.
#[test]
fn fields_without_bytes_are_charged() {
    let fields: String = (0..1_000).map(|n| format!("f{n}:tuple(),")).collect();
    let schema = schema(&format!("list<struct{{tag:bool,{fields}}}>"));
    let mut bytes = 100_000u32.to_le_bytes().to_vec();
    bytes.resize(4 + 100_000, 0);
    let limits = Limits::default().max_alloc(16 << 20);
    let (result, used) = used(|| limits.decode_value(&schema, &bytes).map(|_| ()));
    assert_eq!(result, Err(Error::Limit));
    assert!(used.peak < 40 << 20, "{used:?}");
}

#[test]
fn the_budget_holds() {
    let schema = schema("list<u32>");
    let bytes = kiln::to_vec(&vec![7u32; 1_000]).expect("bytes");
    let enough = Limits::default().max_alloc(32_000);
    assert!(enough.decode_value(&schema, &bytes).is_ok());
    let limits = Limits::default().max_alloc(31_999);
    let (result, used) = used(|| limits.decode_value(&schema, &bytes).map(|_| ()));
    assert_eq!(result, Err(Error::Limit));
    assert!(used.peak < 1_024, "{used:?}");
}

/// What an option or a variant carries has an allocation of its own, and claims its size as a `Box` does
/// (format C17): a byte of input could else be 32 bytes that nobody counts.
#[test]
fn what_is_carried_is_charged() {
    let schemas = [
        schema(&format!(
            "list<{}u8{}>",
            "option<".repeat(20),
            ">".repeat(20)
        )),
        schema(&format!(
            "list<{}u8{}>",
            "enum{N,S:".repeat(20),
            ",}".repeat(20)
        )),
    ];
    let mut bytes = 1_000u32.to_le_bytes().to_vec();
    bytes.resize(4 + 21 * 1_000, 1);
    for schema in schemas {
        // 32 for each element, and 32 for each of the 20 that it carries, one in the other.
        let enough = 1_000 * 32 * 21;
        let read = |max| {
            let limits = Limits::default().max_alloc(max);
            used(|| limits.decode_value(&schema, &bytes).map(|_| ()))
        };
        assert_eq!(read(enough).0, Ok(()));
        assert_eq!(read(enough - 1).0, Err(Error::Limit));
        let (result, used) = read(100_000);
        assert_eq!(result, Err(Error::Limit));
        assert!(used.peak < 110_000, "{used:?}");
    }
}

#[test]
fn text_and_bytes_are_borrowed() {
    let schema = schema("tuple(string,list<u8>,)");
    let bytes = kiln::to_vec(&("x".repeat(100_000), vec![7u8; 100_000])).expect("bytes");
    let limits = Limits::default().max_alloc(64);
    let (result, used) = used(|| limits.decode_value(&schema, &bytes).map(|_| ()));
    assert_eq!(result, Ok(()));
    assert!(used.peak < 2_048, "{used:?}");
}

/// Diagnosis makes no values.
#[test]
fn diagnosis_allocates_little() {
    let schema = schema("list<struct{a:list<u32>,b:string,}>");
    let value: Vec<(Vec<u32>, &str)> = vec![(vec![1; 1_000], "text"); 200];
    let mut bytes = kiln::to_vec(&value).expect("bytes");
    bytes.pop();
    let (found, used) = used(|| schema.diagnose(&bytes));
    assert_eq!(found.expect("a fault").error, Error::Eof);
    assert!(used.peak < 4_096, "{used:?}");
}

/// Dropping a wide value of nested parts takes memory by its depth, not by its width.
#[test]
fn dropping_allocates_by_depth() {
    let schema = schema("list<struct{a:option<u8>,b:list<u16>,}>");
    let value: Vec<(Option<u8>, Vec<u16>)> = vec![(Some(1), vec![1, 2]); 10_000];
    let bytes = kiln::to_vec(&value).expect("bytes");
    let value = schema.decode(&bytes).expect("a value");
    let ((), used) = used(|| drop(value));
    assert!(used.peak < 1_024, "{used:?}");
    assert!(used.calls < 8, "{used:?}");
}

/// A schema text of many short pieces: the plan is a small multiple of it.
#[test]
fn plans_are_a_small_multiple_of_the_text() {
    let variants: String = (0..60_000).map(|n| format!("v{n}:u8,")).collect();
    let text = format!("enum{{{variants}}}");
    let schema = schema(&text);
    let (result, used) = used(|| schema.decode(&[0, 0, 7]).map(|_| ()));
    assert_eq!(result, Ok(()));
    assert!(used.peak < 16 * text.len(), "{used:?} for {}", text.len());
}
