//! Values that are meant to hurt: deep, large, failing half way, at the edge of what a type holds.

use kiln::{Decode, Describe, Error, Kiln, Limits, Reader, Schema};
use kiln_tests::check::{canonical, on_stack_of, unwritten};
use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::net::{Ipv6Addr, SocketAddr, SocketAddrV6};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// A recursive type whose variants differ much in size.
#[derive(Kiln, Debug, PartialEq)]
enum Deep<const WIDE: usize> {
    Leaf,
    Boxed(Box<Self>),
    Named {
        next: Option<Box<Self>>,
        name: String,
    },
    Many(Vec<Self>),
    Map(BTreeMap<u8, Self>),
    Pair(Box<(Self, u8)>),
    Array(Box<[Self; 1]>),
    Wide([u64; WIDE], Box<Self>),
}

impl<const WIDE: usize> Deep<WIDE> {
    /// So many levels, by way of the variants in turn or of one of them.
    fn of(levels: u32, way: Option<u32>) -> Self {
        (1..levels).fold(Self::Leaf, |inner, level| match way.unwrap_or(level % 7) {
            0 => Self::Boxed(Box::new(inner)),
            1 => Self::Named {
                next: Some(Box::new(inner)),
                name: String::new(),
            },
            2 => Self::Many(vec![inner]),
            3 => Self::Map(BTreeMap::from([(1, inner)])),
            4 => Self::Pair(Box::new((inner, 2))),
            5 => Self::Array(Box::new([inner])),
            _ => Self::Wide([3; WIDE], Box::new(inner)),
        })
    }
}

/// The limit holds, both ways, and the value can be dropped.
fn depth_holds<const WIDE: usize>() {
    for way in [
        None,
        Some(0),
        Some(1),
        Some(2),
        Some(3),
        Some(4),
        Some(5),
        Some(6),
    ] {
        let last = Deep::<WIDE>::of(128, way);
        let bytes = kiln::to_vec(&last).expect("the limit itself");
        assert_eq!(canonical::<Deep<WIDE>>(&bytes).as_ref(), Ok(&last));
        let past = Deep::<WIDE>::of(129, way);
        assert_eq!(unwritten(Limits::default(), &past), Error::Limit);
        let bytes = Limits::default()
            .max_depth(129)
            .to_vec(&past)
            .expect("raised");
        assert_eq!(canonical::<Deep<WIDE>>(&bytes).err(), Some(Error::Limit));
    }
}

#[test]
fn the_depth_limit_holds_on_a_small_stack() {
    on_stack_of(256, depth_holds::<2>);
}

#[test]
fn the_depth_limit_holds_with_fat_variants() {
    on_stack_of(2048, depth_holds::<64>);
}

#[test]
fn four_kib_of_nesting_is_an_error() {
    on_stack_of(256, || {
        for tag in 0..8 {
            let bytes = vec![tag; 4096];
            let read = kiln::from_slice::<Deep<2>>(&bytes);
            assert!(read.is_err());
        }
        assert_eq!(
            kiln::from_slice::<Deep<2>>(&[1; 4096]).err(),
            Some(Error::Limit)
        );
    });
}

/// Numbers that descend in memory and ascend on the wire.
#[derive(Kiln, Debug, PartialEq, Eq, Hash)]
struct Down(u8);

impl Ord for Down {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.cmp(&self.0)
    }
}

impl PartialOrd for Down {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[derive(Kiln, Debug, PartialEq, Default)]
struct Branch {
    down: BTreeMap<Down, Branch>,
    hashed: HashMap<u8, Branch>,
    inserted: indexmap::IndexMap<u8, Branch>,
    hashed_down: HashMap<Down, Branch>,
    inserted_down: indexmap::IndexMap<Down, Branch>,
}

#[test]
fn deep_maps_out_of_order_are_written_in_reasonable_time() {
    // The chain comes first in memory and last on the wire. Written once to find that out and once
    // in order, at each level, it would take 2^120 writes.
    let levels = |count, wrap: fn(Branch) -> Branch| {
        (1..count).fold(Branch::default(), |inner, _| wrap(inner))
    };
    let ways: [fn(Branch) -> Branch; 5] = [
        |inner| Branch {
            down: BTreeMap::from([(Down(1), inner), (Down(0), Branch::default())]),
            ..Branch::default()
        },
        |inner| Branch {
            inserted: [(1, inner), (0, Branch::default())].into_iter().collect(),
            ..Branch::default()
        },
        |inner| {
            let leaves = (0..9).map(|key| (key, Branch::default()));
            Branch {
                hashed: leaves.chain([(9, inner)]).collect(),
                ..Branch::default()
            }
        },
        |inner| {
            let leaves = (0..9).map(|key| (Down(key), Branch::default()));
            Branch {
                hashed_down: leaves.chain([(Down(9), inner)]).collect(),
                ..Branch::default()
            }
        },
        |inner| Branch {
            inserted_down: [(Down(1), inner), (Down(0), Branch::default())]
                .into_iter()
                .collect(),
            ..Branch::default()
        },
    ];
    let mixed = |inner| {
        let down = BTreeMap::from([(Down(1), inner), (Down(0), Branch::default())]);
        let tried = Branch {
            down,
            ..Branch::default()
        };
        let hashed = Branch {
            hashed: HashMap::from([(0, tried)]),
            ..Branch::default()
        };
        let leaf = || Branch::default();
        Branch {
            inserted_down: [(Down(2), hashed), (Down(1), leaf()), (Down(0), leaf())]
                .into_iter()
                .collect(),
            ..Branch::default()
        }
    };
    let mut all: Vec<_> = ways.into_iter().map(|way| (120, way)).collect();
    all.push((40, mixed));
    for (count, way) in all {
        on_stack_of(1024, move || {
            let value = levels(count, way);
            let bytes = kiln::to_vec(&value).expect("encodes");
            let read: Branch = kiln::from_slice(&bytes).expect("decodes");
            assert_eq!(kiln::to_vec(&read), Ok(bytes));
        });
    }
}

#[test]
fn big_boxed_arrays_are_never_on_the_stack() {
    const N: usize = 16 << 20;
    on_stack_of(256, || {
        let bytes = vec![1; N];
        let array: Box<[u8; N]> = kiln::from_slice(&bytes).expect("bytes");
        assert_eq!(kiln::to_vec(&array).as_ref(), Ok(&bytes));
        let shared: Rc<[u8; N]> = kiln::from_slice(&bytes).expect("bytes");
        assert!(*shared == *array);
        let shared: Arc<[u8; N]> = kiln::from_slice(&bytes).expect("bytes");
        assert!(*shared == *array);
        let words: Box<[[u32; 1024]; N / 4096]> = kiln::from_slice(&bytes).expect("words");
        assert_eq!(words[N / 4096 - 1][1023], 0x0101_0101);
        let pairs: Box<([u8; N / 2], [u8; N / 2])> = kiln::from_slice(&bytes).expect("a pair");
        assert!(pairs.0 == pairs.1);
        let bytes = vec![1; 1 << 20];
        let flags: Arc<[bool; 1 << 20]> = kiln::from_slice(&bytes).expect("flags");
        assert!(flags.iter().all(|flag| *flag));
        let error = kiln::from_slice::<Rc<[bool; 1 << 20]>>(&[1; 100]);
        assert_eq!(error, Err(Error::Eof));
    });
}

thread_local! {
    static MADE: Cell<i32> = const { Cell::new(0) };
    static ALIVE: Cell<i32> = const { Cell::new(0) };
}

/// Counts those that were made and those that are alive. The byte 255 is none.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Counted(u8);

impl Describe for Counted {
    const SCHEMA: &'static Schema = u8::SCHEMA;
}

impl<'de> Decode<'de> for Counted {
    fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
        let byte = u8::decode(r)?;
        if byte == 255 {
            return Err(Error::Type);
        }
        MADE.set(MADE.get() + 1);
        ALIVE.set(ALIVE.get() + 1);
        Ok(Self(byte))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        ALIVE.set(ALIVE.get() - 1);
    }
}

#[test]
fn what_was_decoded_before_a_failure_is_dropped() {
    fn fails<T: for<'de> Decode<'de>>(bytes: &[u8], made: i32) {
        let (before, alive) = (MADE.get(), ALIVE.get());
        assert!(kiln::from_slice::<T>(bytes).is_err(), "{}", T::SCHEMA);
        assert_eq!(MADE.get() - before, made, "{}", T::SCHEMA);
        assert_eq!(ALIVE.get(), alive, "{}", T::SCHEMA);
    }
    type C = Counted;
    let list = [4, 0, 0, 0, 1, 2, 3, 255];
    fails::<[C; 4]>(&[1, 2, 3, 255], 3);
    fails::<[C; 1]>(&[255], 0);
    fails::<[[C; 2]; 2]>(&[1, 2, 3, 255], 3);
    fails::<[(C, bool); 2]>(&[1, 1, 2, 9], 2);
    fails::<Box<[C; 4]>>(&[1, 2, 3, 255], 3);
    fails::<Rc<[C; 4]>>(&[1, 2, 3, 255], 3);
    fails::<(C, C, C, C)>(&[1, 2, 3, 255], 3);
    fails::<(C, String)>(&[1, 1, 0, 0, 0, 255], 1);
    // Not all bytes are there: those that are are looked at, and nothing is left of it.
    fails::<(C, C, u32)>(&[1, 2, 3], 2);
    fails::<Vec<C>>(&list, 3);
    fails::<VecDeque<C>>(&list, 3);
    fails::<Box<[C]>>(&list, 3);
    fails::<Arc<[C]>>(&list, 3);
    fails::<smallvec::SmallVec<[C; 2]>>(&list, 3);
    fails::<BTreeSet<C>>(&list, 3);
    fails::<BTreeMap<C, C>>(&[2, 0, 0, 0, 1, 2, 3, 255], 3);
    fails::<BTreeMap<C, C>>(&[2, 0, 0, 0, 3, 2, 1, 0], 3);
    fails::<HashMap<u8, C>>(&[2, 0, 0, 0, 1, 2, 3, 255], 1);
    fails::<Option<Box<C>>>(&[1, 255], 0);
    fails::<Result<C, C>>(&[0, 1, 2], 1);
    fails::<Box<C>>(&[1, 2], 1);
    fails::<std::ops::Range<C>>(&[1, 255], 1);
    assert!(kiln::from_slice::<[C; 4]>(&[1, 2, 3, 4]).is_ok());
    assert_eq!(ALIVE.get(), 0);
}

#[derive(Kiln, Debug, PartialEq, Clone, Copy)]
struct Padded {
    a: u8,
    b: u32,
    c: u16,
}

#[test]
fn padding_does_not_travel() {
    let encoded = |poison: u8| {
        // Memory that the list is likely to be given again.
        drop(std::hint::black_box(vec![[poison; size_of::<Padded>()]; 3]));
        let mut list = Vec::with_capacity(3);
        for n in 1..=3 {
            let (a, c) = (n, u16::from(n));
            list.push(Padded {
                a,
                b: 0x0101_0101,
                c,
            });
        }
        kiln::to_vec(&(list.clone(), [list[0]; 2], Box::new(list[1]))).expect("encodes")
    };
    let expected = kiln_tests::hex::bytes(
        "03000000 01 01010101 0100 02 01010101 0200 03 01010101 0300
         01 01010101 0100 01 01010101 0100 02 01010101 0200",
    );
    for poison in [0, 0xaa, 0xff] {
        assert_eq!(encoded(poison), expected);
    }
}

#[test]
fn times_at_the_edges() {
    let wire = |secs: i64, nanos: u32| [&secs.to_le_bytes()[..], &nanos.to_le_bytes()].concat();
    for secs in [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX] {
        for nanos in [0, 1, 500_000_000, 999_999_999] {
            // Ok where the clock of this platform holds it; always an answer.
            match canonical::<SystemTime>(&wire(secs, nanos)) {
                Ok(time) => assert_eq!(kiln::to_vec(&time), Ok(wire(secs, nanos))),
                Err(error) => assert_eq!(error, Error::Type),
            }
        }
        for nanos in [1_000_000_000, u32::MAX] {
            let read = canonical::<SystemTime>(&wire(secs, nanos));
            assert_eq!(read, Err(Error::Type));
        }
    }
    assert!(canonical::<SystemTime>(&wire(-1, 1)).is_ok());
    assert_eq!(canonical::<Duration>(&[0xff; 12]), Err(Error::Type));
    assert_eq!(canonical::<SystemTime>(&[0xff; 12]), Err(Error::Type));
    assert_eq!(
        canonical::<Duration>(&wire(0, 1_000_000_000)),
        Err(Error::Type)
    );
    assert_eq!(
        canonical::<Duration>(&wire(-1, 999_999_999)),
        Ok(Duration::MAX)
    );
}

#[test]
fn no_field_of_an_address_is_lost() {
    let ip = Ipv6Addr::new(1, 2, 3, 4, 5, 6, 7, 8);
    for (flow, scope) in [(0, 0), (1, 2), (u32::MAX, 0), (0, u32::MAX)] {
        let address = SocketAddr::V6(SocketAddrV6::new(ip, 9, flow, scope));
        let bytes = kiln::to_vec(&address).expect("encodes");
        let read: SocketAddr = kiln::from_slice(&bytes).expect("decodes");
        let SocketAddr::V6(v6) = read else {
            panic!("{read}")
        };
        assert_eq!((v6.flowinfo(), v6.scope_id()), (flow, scope));
    }
}

#[derive(Kiln, Debug, PartialEq)]
struct Flagged {
    id: u32,
    on: bool,
    level: u8,
}

#[test]
fn one_bad_flag_in_the_middle_of_many_is_found() {
    let flagged: Vec<Flagged> = (0..100)
        .map(|id| Flagged {
            id,
            on: id % 2 == 0,
            level: 7,
        })
        .collect();
    let mut bytes = kiln::to_vec(&flagged).expect("encodes");
    let at = 4 + 50 * 6 + 4;
    for bad in 2..=255 {
        bytes[at] = bad;
        let tuples = canonical::<Vec<(u32, bool, u8)>>(&bytes);
        assert_eq!(canonical::<Vec<Flagged>>(&bytes), Err(Error::Type));
        assert_eq!(tuples, Err(Error::Type));
        assert_eq!(canonical::<[Flagged; 100]>(&bytes[4..]), Err(Error::Type));
        assert_eq!(
            canonical::<Box<[Flagged; 100]>>(&bytes[4..]),
            Err(Error::Type)
        );
    }
}

#[test]
fn encoding_has_the_limits_of_decoding() {
    let capped = Limits::default().max_count(3);
    assert_eq!(unwritten(capped, "four"), Error::Limit);
    assert_eq!(unwritten(capped, &[0u8; 4][..]), Error::Limit);
    assert_eq!(unwritten(capped, &vec![0u32; 4]), Error::Limit);
    assert_eq!(unwritten(capped, &VecDeque::from([0; 4])), Error::Limit);
    assert_eq!(
        unwritten(capped, &BTreeSet::from([1, 2, 3, 4])),
        Error::Limit
    );
    let map: HashMap<u8, u8> = (0..4).map(|n| (n, n)).collect();
    assert_eq!(unwritten(capped, &map), Error::Limit);
    assert_eq!(
        unwritten(capped, &bytes::Bytes::from_static(&[0; 4])),
        Error::Limit
    );
    assert!(capped.to_vec(&[0u8; 4]).is_ok(), "an array has no count");
    let default = vec![0u8; 16_777_217];
    assert_eq!(unwritten(Limits::default(), &default), Error::Limit);
    assert!(kiln::to_vec(&default[1..]).is_ok());
}
