//! What decoding and encoding allocate, counted.

use kiln::{Error, Kiln, Limits};
use kiln_tests::count::{Counting, used};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[derive(Kiln, Debug, PartialEq)]
struct Scored {
    id: u32,
    score: f32,
}

#[derive(Kiln, Debug, PartialEq)]
struct Borrowed<'a> {
    name: &'a str,
    raw: &'a [u8],
    cow: Cow<'a, str>,
    levels: [u16; 4],
    flag: Option<bool>,
    numbers: Cow<'a, [u8]>,
}

/// The error, and the most memory that was held on the way to it.
fn refused<T: Kiln>(limits: Limits, bytes: &[u8]) -> (Error, usize) {
    let (read, usage) = used(|| limits.from_slice::<T>(bytes).map(drop));
    (read.expect_err("no value"), usage.peak)
}

/// A count of 2^32 - 1 and no data, with the cap as it is and as high as it goes.
fn count_is_not_believed<T: Kiln>() {
    for tail in [0, 3, 64] {
        let bytes = [vec![0xff; 4], vec![0; tail]].concat();
        let (error, peak) = refused::<T>(Limits::default(), &bytes);
        assert_eq!((error, peak), (Error::Limit, 0), "{}", T::SCHEMA);
        let all = Limits::default().max_count(u32::MAX);
        let (error, peak) = refused::<T>(all, &bytes);
        assert_eq!((error, peak), (Error::Eof, 0), "{}", T::SCHEMA);
    }
    let at_the_cap = [0, 0, 0, 1];
    let outcome = refused::<T>(Limits::default(), &at_the_cap);
    assert_eq!(outcome, (Error::Eof, 0), "{}", T::SCHEMA);
}

#[test]
fn a_hostile_count_allocates_nothing() {
    count_is_not_believed::<Vec<u8>>();
    count_is_not_believed::<Vec<bool>>();
    count_is_not_believed::<Vec<Scored>>();
    count_is_not_believed::<Vec<String>>();
    count_is_not_believed::<Vec<Vec<u8>>>();
    count_is_not_believed::<VecDeque<u16>>();
    count_is_not_believed::<Box<[f64]>>();
    count_is_not_believed::<Rc<[f64]>>();
    count_is_not_believed::<Arc<[Option<u8>]>>();
    count_is_not_believed::<String>();
    count_is_not_believed::<Box<str>>();
    count_is_not_believed::<Rc<str>>();
    count_is_not_believed::<Arc<str>>();
    count_is_not_believed::<std::path::PathBuf>();
    count_is_not_believed::<BTreeMap<u8, u8>>();
    count_is_not_believed::<BTreeMap<String, ()>>();
    count_is_not_believed::<HashMap<u64, Scored>>();
    count_is_not_believed::<BTreeSet<char>>();
    count_is_not_believed::<HashSet<bool>>();
    count_is_not_believed::<bytes::Bytes>();
    count_is_not_believed::<bytes::BytesMut>();
    count_is_not_believed::<smallvec::SmallVec<[u8; 4]>>();
    count_is_not_believed::<indexmap::IndexMap<u8, u8>>();
    count_is_not_believed::<indexmap::IndexSet<u8>>();
}

#[test]
fn a_count_inside_a_value_is_not_believed_either() {
    let list_in_list = [&[1, 0, 0, 0][..], &[0, 0, 0, 1], &[0; 32]].concat();
    let (error, peak) = refused::<Vec<Vec<u64>>>(Limits::default(), &list_in_list);
    assert_eq!(error, Error::Eof);
    assert!(peak < 1024, "{peak}");
}

#[test]
fn a_borrowed_struct_allocates_nothing() {
    let value = Borrowed {
        name: "a name of some length",
        raw: &[7; 100],
        cow: Cow::Borrowed("\u{e9}t\u{e9}"),
        levels: [1, 2, 3, 4],
        flag: Some(true),
        numbers: Cow::Borrowed(&[1; 50]),
    };
    let bytes = kiln::to_vec(&value).expect("encodes");
    let (read, usage) = used(|| kiln::from_slice::<Borrowed<'_>>(&bytes));
    assert_eq!(usage.calls, 0);
    assert_eq!(read, Ok(value));
}

#[test]
fn a_list_of_plain_elements_is_one_exact_allocation() {
    fn once<T: Kiln + Clone>(item: T, size: usize) {
        for count in [1, 3, 1000] {
            let bytes = kiln::to_vec(&vec![item.clone(); count]).expect("encodes");
            let (read, usage) = used(|| kiln::from_slice::<Vec<T>>(&bytes).expect("decodes"));
            assert_eq!((usage.calls, usage.bytes), (1, count * size));
            assert_eq!((read.len(), read.capacity()), (count, count));
        }
        let (_, usage) = used(|| kiln::from_slice::<Vec<T>>(&[0; 4]).expect("an empty list"));
        assert_eq!(usage.calls, 0);
    }
    once(1.0f32, 4);
    once(1u128, 16);
    once(true, 1);
    once('c', 4);
    once([1u16; 3], 6);
    once((1u32, 2u32), 8);
    once(Some(1u8), 2);
}

#[test]
fn text_is_one_exact_allocation() {
    for text in ["a", "k\u{ef}ln", &"long ".repeat(100)] {
        let bytes = kiln::to_vec(text).expect("encodes");
        let (read, usage) = used(|| kiln::from_slice::<String>(&bytes).expect("decodes"));
        assert_eq!((usage.calls, usage.bytes), (1, text.len()));
        assert_eq!(read, text);
        let (read, usage) = used(|| kiln::from_slice::<Box<str>>(&bytes).expect("decodes"));
        assert_eq!((usage.calls, usage.bytes), (1, text.len()));
        assert_eq!(&*read, text);
        // Two counters of references before the text; nothing else on the way there.
        let (read, usage) = used(|| kiln::from_slice::<Rc<str>>(&bytes).expect("decodes"));
        assert_eq!(usage.calls, 1);
        assert_eq!(&*read, text);
        let (read, usage) = used(|| kiln::from_slice::<Arc<str>>(&bytes).expect("decodes"));
        assert_eq!(usage.calls, 1);
        assert_eq!(&*read, text);
    }
    let (_, usage) = used(|| kiln::from_slice::<String>(&[0; 4]));
    assert_eq!(usage.calls, 0);
}

#[test]
fn an_error_allocates_nothing() {
    assert_eq!(size_of::<Error>(), 1);
    let (_, usage) = used(|| {
        for error in [
            kiln::from_slice::<u32>(&[1]).err(),
            kiln::from_slice::<bool>(&[2]).err(),
            kiln::from_slice::<u8>(&[1, 2]).err(),
            kiln::from_slice::<String>(&[1, 0, 0, 0, 0xff]).err(),
            kiln::from_slice::<Vec<u8>>(&[0xff; 4]).err(),
            kiln::from_slice::<(u8, bool, u32)>(&[1, 2]).err(),
            kiln::from_slice::<Borrowed<'_>>(&[0; 11]).err(),
        ] {
            let error = black_box(error).expect("an error");
            assert!(!error.name().is_empty());
        }
    });
    assert_eq!(usage.calls, 0);
}

#[test]
fn writing_into_a_buffer_with_room_allocates_nothing() {
    let value = (
        vec![Scored { id: 1, score: 2.0 }],
        "text".to_owned(),
        BTreeMap::from([("a", vec![1u8]), ("b", vec![])]),
        vec![Some('x'), None],
        [vec![1u32; 100]],
    );
    let mut out = kiln::to_vec(&value).expect("encodes");
    let first = out.clone();
    for _ in 0..3 {
        out.clear();
        let (written, usage) = used(|| kiln::encode_into(&value, &mut out));
        assert_eq!((written, usage.calls), (Ok(()), 0));
        assert_eq!(out, first);
    }
}

/// Just so much room as the value takes is enough, whatever comes last.
#[test]
fn writing_into_a_buffer_that_is_filled_by_it_allocates_nothing() {
    fn fills<T: Kiln>(value: &T) {
        let size = kiln::encoded_size(value);
        for before in [0, 5] {
            let mut out = Vec::with_capacity(before + size);
            out.resize(before, 0xa5);
            let (written, usage) = used(|| kiln::encode_into(value, &mut out));
            assert_eq!((written, usage.calls), (Ok(()), 0), "{}", T::SCHEMA);
            assert_eq!(out.len(), before + size);
        }
    }
    fills(&None::<u8>);
    fills(&None::<[u8; 16]>);
    fills(&Some([1u8; 16]));
    fills(&vec![None::<u64>; 9]);
    fills(&vec![Some('x'), None]);
    fills(&(1u32, Some(2u16), None::<f64>));
    fills(&[(None::<bool>, None::<u128>)]);
    fills(&BTreeMap::from([(1u8, Some(1u64)), (2, None)]));
    fills(&HashMap::from([
        ("a".to_owned(), None::<u32>),
        ("b".to_owned(), None),
    ]));
    fills(&BTreeSet::from([1u16, 2]));
    fills(&Some(Box::new(None::<i32>)));
    fills(&"text".to_owned());
}

#[test]
fn a_failed_encoding_leaves_the_buffer_as_it_was() {
    let limits = Limits::default().max_count(8);
    let over = (vec![1u64; 8], "no longer than eight".to_owned());
    for room in [0, 1000] {
        let mut out = Vec::with_capacity(room);
        out.extend_from_slice(b"before");
        assert_eq!(limits.encode_into(&over, &mut out), Err(Error::Limit));
        assert_eq!(out, b"before");
        // And it is of use afterwards.
        assert_eq!(limits.encode_into(&7u8, &mut out), Ok(()));
        assert_eq!(out, b"before\x07");
    }
    let long = "x".repeat(1 << 20);
    let mut out = Vec::new();
    let (written, usage) = used(|| limits.encode_into(long.as_str(), &mut out));
    assert_eq!((written, usage.calls), (Err(Error::Limit), 0));
}

/// One byte on the wire, 4 KiB in memory.
#[derive(Kiln, Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "what it is there for")]
enum Fat {
    Thin,
    Wide(Box<[u8]>, [u8; 4096]),
}

/// What is fat in memory and of one size on the wire.
#[derive(Kiln, Clone, Debug)]
struct Padded {
    tag: bool,
    #[kiln(skip)]
    #[expect(dead_code, reason = "it makes the type large")]
    cache: Cache,
}

#[derive(Clone, Debug)]
struct Cache(#[expect(dead_code, reason = "it makes the type large")] [u8; 4096]);

impl Default for Cache {
    fn default() -> Self {
        Self([0; 4096])
    }
}

/// So many elements of one byte each; the one at `bad` is none.
fn tags(count: u32, bad: usize) -> Vec<u8> {
    let mut bytes = vec![0; 4 + count as usize];
    bytes[..4].copy_from_slice(&count.to_le_bytes());
    bytes[4 + bad] = 9;
    bytes
}

#[test]
fn elements_that_are_larger_in_memory_are_reserved_as_they_come() {
    const COUNT: u32 = 1 << 16;
    fn early<T: Kiln>(size: usize) {
        assert!(size_of::<T>() >= size, "{} bytes", size_of::<T>());
        let (error, peak) = refused::<T>(Limits::default(), &tags(COUNT, 2));
        assert_eq!(error, Error::Type, "{}", T::SCHEMA);
        let justified = 2 * COUNT as usize + (3 * 4096 + 8192);
        assert!(peak <= justified, "{peak} for {}", T::SCHEMA);
    }
    early::<Vec<Fat>>(0);
    early::<Vec<Padded>>(0);
    early::<VecDeque<Fat>>(0);
    early::<Box<[Padded]>>(0);
    early::<smallvec::SmallVec<[Fat; 1]>>(4096);

    // A table rounds up: 32 entries, which the unread bytes and the constant amount to, are 64 places.
    let entries = [
        &COUNT.to_le_bytes()[..],
        &[0, 0],
        &[1; 2 * COUNT as usize - 2],
    ]
    .concat();
    let (error, peak) = refused::<HashMap<u8, Padded>>(Limits::default(), &entries);
    assert_eq!(error, Error::Type);
    let justified = 2 * COUNT as usize + 4096;
    assert!(
        justified / size_of::<(u8, Padded)>() == 32,
        "else it need not be 64"
    );
    assert!(peak <= justified * 16 / 7 + 4096, "{peak}");

    let budget = Limits::default().max_alloc(16 << 20);
    assert_eq!(
        refused::<Vec<Fat>>(budget, &tags(COUNT, 2)),
        (Error::Limit, 0)
    );
    assert_eq!(
        refused::<Vec<Padded>>(budget, &tags(COUNT, 2)),
        (Error::Limit, 0)
    );
}

#[test]
fn a_bad_element_at_the_end_costs_a_multiple_of_the_elements_before_it() {
    let count = 1 << 12;
    let bytes = tags(count, count as usize - 1);
    let (error, peak) = refused::<Vec<Fat>>(Limits::default(), &bytes);
    assert_eq!(error, Error::Type);
    let elements = count as usize * size_of::<Fat>();
    assert!(peak <= 3 * elements, "{peak}");
}

#[test]
fn what_elements_hold_on_the_heap_is_charged_too() {
    fn charged<T: Kiln>() {
        let bytes = tags(1 << 12, (1 << 12) - 1);
        let budget = Limits::default().max_alloc(1 << 20);
        let (error, peak) = refused::<T>(budget, &bytes);
        assert_eq!(error, Error::Limit, "{}", T::SCHEMA);
        assert!(peak <= 3 << 20, "{peak} for {}", T::SCHEMA);
    }
    charged::<Vec<Box<Fat>>>();
    charged::<Vec<Rc<Padded>>>();
    charged::<Vec<Arc<Padded>>>();
    charged::<Vec<Box<[Padded; 1]>>>();
    charged::<Vec<(Box<Padded>,)>>();
    // A budget is used up by everything together, not by each list on its own.
    let lists = kiln::to_vec(&vec![vec![0u8; 100]; 100]).expect("encodes");
    let read = |bytes| {
        Limits::default()
            .max_alloc(bytes)
            .from_slice::<Vec<Vec<u8>>>(&lists)
    };
    assert_eq!(read(100 * 24 + 100 * 100).map(|lists| lists.len()), Ok(100));
    assert_eq!(read(100 * 24 + 100 * 100 - 1).err(), Some(Error::Limit));
}

#[test]
fn a_boxed_array_is_made_where_it_stays() {
    const N: usize = 1 << 20;
    let bytes = vec![1; N];
    let (array, usage) = used(|| kiln::from_slice::<Box<[u8; N]>>(&bytes).expect("decodes"));
    assert_eq!((usage.calls, usage.bytes), (1, N));
    assert!(array.iter().all(|&byte| byte == 1));
    let (array, usage) = used(|| kiln::from_slice::<Box<[bool; N]>>(&bytes).expect("decodes"));
    assert_eq!((usage.calls, usage.bytes), (1, N));
    assert!(array.iter().all(|&byte| byte));
    let (error, peak) = refused::<Box<[u8; N]>>(Limits::default(), &bytes[1..]);
    assert_eq!((error, peak), (Error::Eof, 0));
    let (error, peak) = refused::<Box<[bool; N]>>(Limits::default(), &bytes[1..]);
    assert_eq!((error, peak), (Error::Eof, 0));
}

#[test]
fn a_schema_takes_a_small_multiple_of_its_text() {
    let many = 10_000;
    let names = |n: usize| (0..n).map(|i| format!("f{i}:u8,")).collect::<String>();
    let texts = [
        "list<".repeat(1 << 18),
        "struct{a:".repeat(1 << 17),
        format!("struct{{{}}}", names(many)),
        format!("struct{{{}", names(many)),
        format!("tuple({})", "u8,".repeat(many)),
        format!("enum{{{}}}", names(many)),
        format!("tuple({})", "struct{},".repeat(many)),
        format!("tuple({})", "option<u8>,".repeat(many)),
    ];
    for text in texts {
        let (parsed, usage) = used(|| text.parse::<kiln::Schema>());
        let most = 4096 + 48 * text.len();
        assert!(
            usage.peak <= most,
            "{} for {} bytes of {:.20}",
            usage.peak,
            text.len(),
            text
        );
        drop(parsed);
    }
}

#[test]
fn what_may_be_borrowed_is_accepted_or_refused_wherever_it_lies() {
    // Ten numbers of 4 bytes, and ten of 1: the second need no alignment and are never copied.
    let wide = [&[10, 0, 0, 0][..], &[7; 40]].concat();
    let narrow = [&[10, 0, 0, 0][..], &[7; 10]].concat();
    for shift in 0..8 {
        let at = |bytes: &[u8]| [&vec![0; shift][..], bytes].concat();
        let (wide, narrow) = (at(&wide), at(&narrow));
        let limits = |bytes| Limits::default().max_alloc(bytes);
        type Wide<'a> = Cow<'a, [u32]>;
        let read = |limits: Limits| {
            limits
                .from_slice::<Wide<'_>>(&wide[shift..])
                .map(|v| v.len())
        };
        assert_eq!(read(limits(40)), Ok(10));
        assert_eq!(read(limits(39)), Err(Error::Limit));
        let borrowed = limits(0).from_slice::<Cow<'_, [u8]>>(&narrow[shift..]);
        assert!(matches!(borrowed, Ok(Cow::Borrowed([7, ..]))));
    }
}
