//! Resolution of what nobody in their right mind writes: deep schemas, schemas that grow, bytes at
//! random. Always a value or an error, on a small stack, in memory that the bytes justify.

use kiln::{
    Decode, Error, Kiln, Limits, Schema,
    frame::{self, Options},
};
use kiln_tests::{count, frames::Parts};
use std::{collections::BTreeMap, fmt::Debug, thread};

#[global_allocator]
static ALLOCATOR: count::Counting = count::Counting;

/// A frame of any schema and body.
fn frame_of(schema: &str, body: Vec<u8>) -> Vec<u8> {
    let mut parts = Parts::of_point();
    parts.type_hash = schema.parse::<Schema>().map_or(0, |s| s.type_hash());
    parts.text = schema.into();
    parts.body = body;
    parts.bytes()
}

fn resolve<T: for<'a> Decode<'a> + Debug>(schema: &str, body: Vec<u8>) -> Result<T, Error> {
    frame::resolve(&frame_of(schema, body))
}

#[derive(Kiln, Debug, PartialEq)]
struct Tree {
    value: u64,
    #[kiln(default)]
    children: Vec<Tree>,
}

#[derive(Kiln, Debug, PartialEq)]
struct Record {
    #[kiln(default)]
    names: BTreeMap<String, u32>,
    value: u32,
    #[kiln(default)]
    tree: Option<Tree>,
    #[kiln(default)]
    kind: Kind,
    #[kiln(default)]
    text: String,
}

#[derive(Kiln, Debug, PartialEq, Default)]
enum Kind {
    #[default]
    A,
    B(u16),
    C {
        d: Option<f64>,
    },
}

#[test]
fn the_deepest_value_is_skipped_on_a_small_stack() {
    // 64 levels in all: the struct, the rec, 61 options, the ref; 128 bodies of 61 options each.
    let deep = format!(
        "struct{{deep:rec<A,{}ref<A>{}>,value:u8,}}",
        "option<".repeat(61),
        ">".repeat(61)
    );
    let mut body = vec![1; 61 * 127];
    body.extend([0, 9]);
    let thread = thread::Builder::new().stack_size(256 << 10);
    let run = move || {
        let read: Record = resolve(&deep, body.clone()).unwrap();
        assert_eq!(read.value, 9);
        // One body more is LIMIT, whatever the reader would have made of it.
        body.splice(0..0, [1; 61]);
        assert_eq!(resolve::<Record>(&deep, body).unwrap_err(), Error::Limit);
    };
    thread.spawn(run).unwrap().join().unwrap();
}

#[test]
fn a_rec_without_a_way_out_is_limit() {
    let schema = "struct{never:rec<A,struct{again:ref<A>,}>,value:u8,}";
    assert_eq!(
        resolve::<Record>(schema, vec![1]).unwrap_err(),
        Error::Limit
    );
}

#[test]
fn trees_that_the_writer_unrolled() {
    // Each level has a body of its own in the writer's schema, and one for all in the reader's.
    let mut schema = "struct{value:u8,}".to_string();
    let mut body = vec![7];
    for _ in 0..20 {
        schema = format!("struct{{children:list<{schema}>,value:u8,}}");
        body.splice(0..0, [1, 0, 0, 0]);
        body.push(7);
    }
    let mut tree: Tree = resolve(&schema, body).unwrap();
    for _ in 0..20 {
        assert_eq!((tree.value, tree.children.len()), (7, 1));
        tree = tree.children.pop().unwrap();
    }
    assert_eq!(
        tree,
        Tree {
            value: 7,
            children: vec![]
        }
    );
}

#[test]
fn cycles_of_different_lengths_meet_in_every_pair_once() {
    // An alias would hide the recursion from the derive, which sees names only.
    #[derive(Kiln, Debug, PartialEq)]
    #[expect(clippy::type_complexity, reason = "the nesting is what is tested")]
    struct Three(Option<Box<(u8, Option<(u8, Option<Three>)>)>>);
    // The reader's cycle has three steps to a body, the writer's two.
    let writer = "rec<W,option<tuple(u8,option<tuple(u8,ref<W>,)>,)>>";
    let body = |n: u8| {
        let mut body: Vec<u8> = (0..n).flat_map(|i| [1, i]).collect();
        body.push(0);
        body
    };
    for n in 0..20 {
        // Whether it reads depends on where the reader has one option more; it must end.
        let _ = resolve::<Three>(writer, body(n));
    }
}

#[test]
fn fields_in_another_order_at_each_level_are_charged() {
    // 30 levels, each with its fields in the reader's order turned round.
    #[derive(Kiln, Debug, PartialEq)]
    struct Node {
        first: u8,
        next: Option<Box<Node>>,
    }
    let writer = "rec<N,struct{next:option<ref<N>>,first:u8,}>";
    let mut body = vec![1; 99];
    body.push(0);
    body.extend([5; 100]);
    let bytes = frame_of(writer, body);
    let limits = Limits::default();
    assert!(limits.frame_resolve::<Node>(&bytes).is_ok());
    // The 200 bytes are moved a hundred times, on average half of them.
    let little = limits.max_alloc(9_000);
    assert_eq!(little.frame_resolve::<Node>(&bytes), Err(Error::Limit));
    assert!(
        limits
            .max_alloc(90_000)
            .frame_resolve::<Node>(&bytes)
            .is_ok()
    );
}

#[test]
fn defaults_that_are_larger_than_what_was_read_are_charged() {
    fn megabyte() -> Vec<u8> {
        vec![7; 1 << 20]
    }
    #[derive(Kiln, Debug)]
    #[allow(dead_code)]
    struct Fat {
        a: u8,
        #[kiln(default = megabyte)]
        b: Vec<u8>,
    }
    let mut body = 1000u32.to_le_bytes().to_vec();
    body.extend([0; 1000]);
    let bytes = frame_of("list<struct{a:u8,}>", body);
    let limits = Limits::default().max_alloc(16 << 20);
    let (result, used) = count::used(|| limits.frame_resolve::<Vec<Fat>>(&bytes).map(drop));
    assert_eq!(result, Err(Error::Limit));
    assert!(used.peak < 100 << 20, "{used:?}");
}

#[test]
fn parts_that_take_no_bytes_have_an_end() {
    // A thousand fields of nothing in each element of one byte.
    let nothing: String = (0..1000).map(|i| format!("f{i}:tuple(),")).collect();
    let schema = format!("struct{{many:list<struct{{{nothing}x:u8,}}>,value:u8,}}");
    let mut body = 100_000u32.to_le_bytes().to_vec();
    body.extend([0; 100_001]);
    let bytes = frame_of(&schema, body);
    let limits = Limits::default().max_alloc(1 << 20);
    let (result, used) = count::used(|| limits.frame_resolve::<Record>(&bytes));
    assert_eq!(result, Err(Error::Limit));
    assert!(used.peak < 4 << 20, "{used:?}");
}

/// What a schema of many parts without bytes makes of few bytes is work, and the budget bounds that too: 32
/// for each such part, as for a value of it. Parts that take bytes are free.
#[test]
fn the_work_of_parts_that_take_no_bytes_is_bounded() {
    // 8 + 2 parts for each element, of which 8 take nothing.
    let schema = "struct{many:list<struct{a:array<u8,0>,b:tuple(),c:struct{},d:tuple(tuple(),),e:tuple(tuple(),tuple(),),x:u8,}>,value:u8,}";
    let body = |n: u32| {
        let mut body = n.to_le_bytes().to_vec();
        body.resize(5 + n as usize, 7);
        frame_of(schema, body)
    };
    let limits = |parts: u64| Limits::default().max_alloc(parts * 32);
    let read = |bytes: &[u8], limits: Limits| limits.frame_resolve::<Record>(bytes).map(drop);
    assert_eq!(read(&body(1000), limits(8000)), Ok(()));
    assert_eq!(read(&body(1000), limits(7999)), Err(Error::Limit));
    assert_eq!(read(&body(1001), limits(8000)), Err(Error::Limit));
    // Nothing but bytes: any number.
    let mut bytes = 100_000u32.to_le_bytes().to_vec();
    bytes.extend([1; 200_001]);
    let pairs = frame_of("struct{many:list<tuple(u8,bool,)>,value:u8,}", bytes);
    assert_eq!(read(&pairs, limits(100)), Ok(()));
}

#[test]
fn what_is_skipped_takes_no_memory() {
    let schema = "struct{skipped:list<list<u16>>,value:u8,}";
    let mut body = 200_000u32.to_le_bytes().to_vec();
    body.extend(vec![0; 800_000]);
    body.push(3);
    let bytes = frame_of(schema, body);
    let (record, used) = count::used(|| frame::resolve::<Record>(&bytes));
    assert_eq!(record.unwrap().value, 3);
    assert!(used.peak < 16 << 10, "{used:?}");
}

/// A number from a seed, good enough to break things with.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }
    fn schema(&mut self, depth: usize) -> String {
        let leaf = [
            "bool", "u8", "u16", "u32", "i16", "f32", "char", "string", "list<u8>",
        ];
        if depth == 0 {
            return leaf[self.below(leaf.len())].into();
        }
        let inner = self.schema(depth - 1);
        match self.below(9) {
            0 => format!("list<{inner}>"),
            1 => format!("option<{inner}>"),
            2 => format!("dict<string,{inner}>"),
            3 => format!("struct{{value:{},children:list<{inner}>,}}", self.schema(0)),
            4 => format!("struct{{extra:{inner},value:u8,kind:enum{{B:u8,A,Z,}},}}"),
            5 => format!(
                "struct{{kind:enum{{C:struct{{d:f32,}},B:{},}},value:u16,}}",
                self.schema(0)
            ),
            6 => format!("rec<T,struct{{children:list<ref<T>>,more:{inner},value:u8,}}>"),
            7 => format!(
                "struct{{text:{},tree:{inner},value:u32,names:dict<string,u8>,}}",
                self.schema(0)
            ),
            _ => inner,
        }
    }
}

#[test]
fn any_schema_and_any_bytes_are_a_value_or_an_error() {
    let mut random = Random(1);
    let (mut values, mut type_errors) = (0, 0);
    for _ in 0..800 {
        let depth = random.below(4);
        let schema = random.schema(depth);
        let body = (0..random.below(60)).map(|_| match random.below(8) {
            0 => u8::try_from(random.below(256)).unwrap(),
            n => u8::try_from(n.saturating_sub(5)).unwrap(),
        });
        let body: Vec<u8> = body.collect();
        // Cut anywhere, for one of the lengths may be that of a value.
        for cut in 0..=body.len() {
            let bytes = frame_of(&schema, body[..cut].into());
            let strict = frame::from_slice::<Record>(&bytes);
            assert_eq!(
                strict,
                Err(Error::Schema),
                "the strict path refuses {schema}"
            );
            match frame::resolve::<Record>(&bytes) {
                Ok(record) => {
                    // What comes out is a value of the reader's type like any other.
                    let wire = kiln::to_vec(&record).unwrap();
                    assert_eq!(kiln::from_slice(&wire), Ok(record));
                    values += 1;
                }
                Err(Error::Type) => type_errors += 1,
                Err(Error::Schema) => break,
                Err(_) => {}
            }
            let _ = frame::resolve::<Tree>(&bytes);
            let _ = frame::resolve::<Vec<Option<f64>>>(&bytes);
        }
    }
    assert!(
        values > 20 && type_errors > 50,
        "{values} values, {type_errors} TYPE"
    );
}

#[test]
fn what_the_dynamic_reader_refuses_is_refused_with_the_same_error() {
    let schema = "struct{extra:list<option<u16>>,value:u8,text:string,}";
    let parsed: Schema = schema.parse().unwrap();
    let good = {
        let mut body = vec![2, 0, 0, 0, 1, 5, 6, 0, 9];
        body.extend([3, 0, 0, 0, b'a', b'b', b'c']);
        body
    };
    assert_eq!(resolve::<Record>(schema, good.clone()).unwrap().text, "abc");
    for at in 0..good.len() {
        for byte in [0, 1, 2, 5, 0x7f, 0xff] {
            let mut body = good.clone();
            body[at] = byte;
            let dynamic = parsed.decode(&body).map(drop);
            let resolved = resolve::<Record>(schema, body).map(drop);
            assert_eq!(resolved, dynamic, "{byte} at {at}");
        }
        let dynamic = parsed.decode(&good[..at]).map(drop);
        assert_eq!(
            resolve::<Record>(schema, good[..at].into()).map(drop),
            dynamic
        );
    }
}

#[test]
fn mutated_frames_never_panic() {
    let text = Options {
        schema: true,
        checksum: false,
    };
    let good = frame_of(
        "struct{kind:enum{B:u8,A,},value:u8,tree:struct{value:u8,},}",
        vec![0, 1, 2, 3],
    );
    let mut good = good;
    good[6] &= !4;
    good[32..36].fill(0);
    assert!(frame::resolve::<Record>(&good).is_ok());
    let own = text
        .to_vec(&Tree {
            value: 1,
            children: vec![],
        })
        .unwrap();
    let mut random = Random(7);
    for _ in 0..10_000 {
        let mut bytes = if random.below(2) == 0 {
            good.clone()
        } else {
            own.clone()
        };
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
        }
        // The header's hash is made right now and then, so that a mutated text gets through.
        if random.below(2) == 0
            && let Some(text) = bytes.get(68..).and_then(|text| str::from_utf8(text).ok())
            && let Ok(schema) = text.parse::<Schema>()
        {
            bytes[8..16].copy_from_slice(&schema.type_hash().to_le_bytes());
        }
        let _ = frame::resolve::<Record>(&bytes);
        let _ = frame::upgrade::<Tree>(&bytes);
    }
}
