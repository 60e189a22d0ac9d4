//! The rows of docs/types.md, each with its bytes worked out by hand.

mod types_rows;

use half::{bf16, f16};
use indexmap::{IndexMap, IndexSet};
use kiln::Error;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZero, Saturating, Wrapping};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use types_rows::Row;
use uuid::Uuid;

/// One test for each row, and the list of the rows that have one.
macro_rules! rows {
    ($($test:ident $row:literal |$name:ident| $body:block)*) => {
        $(
            #[test]
            fn $test() {
                let $name = Row::of($row);
                $body
                $name.finish();
            }
        )*
        const TESTED: &[&str] = &[$($row),*];
    };
}

#[test]
fn every_row_has_a_test_and_every_test_a_row() {
    assert_eq!(types_rows::names(), TESTED);
}

rows! {
    boolean "bool" |row| {
        row.is::<bool>(&[], 1);
        row.travels(false, "00");
        row.travels(true, "01");
        row.refuses::<bool>("02", Error::Type);
        row.refuses::<bool>("ff", Error::Type);
    }
    character "char" |row| {
        row.is::<char>(&[], 4);
        row.travels('A', "41000000");
        row.travels('\u{10ffff}', "ffff1000");
        row.refuses::<char>("00d80000", Error::Type);
        row.refuses::<char>("ffdf0000", Error::Type);
        row.refuses::<char>("00001100", Error::Type);
        row.refuses::<char>("41000080", Error::Type);
    }
    u_8 "u8" |row| { row.is::<u8>(&[], 1); row.travels(0xfe_u8, "fe"); }
    u_16 "u16" |row| { row.is::<u16>(&[], 2); row.travels(0x0102_u16, "0201"); }
    u_32 "u32" |row| { row.is::<u32>(&[], 4); row.travels(0x0102_0304_u32, "04030201"); }
    u_64 "u64" |row| { row.is::<u64>(&[], 8); row.travels(0x0102_0304_0506_0708_u64, "0807060504030201"); }
    u_128 "u128" |row| {
        row.is::<u128>(&[], 16);
        row.travels(1u128 << 120 | 2, "02000000000000000000000000000001");
    }
    i_8 "i8" |row| { row.is::<i8>(&[], 1); row.travels(-2i8, "fe"); }
    i_16 "i16" |row| { row.is::<i16>(&[], 2); row.travels(-2i16, "feff"); }
    i_32 "i32" |row| { row.is::<i32>(&[], 4); row.travels(i32::MIN, "00000080"); }
    i_64 "i64" |row| { row.is::<i64>(&[], 8); row.travels(-2i64, "feffffffffffffff"); }
    i_128 "i128" |row| { row.is::<i128>(&[], 16); row.travels(i128::MAX, "ffffffffffffffffffffffffffffff7f"); }
    f_32 "f32" |row| {
        row.is::<f32>(&[], 4);
        row.travels(-2.0f32, "000000c0");
        for bits in [0x7fc0_0001u32, 0x7f80_0001, 0xffff_ffff, 0x8000_0000] {
            row.bits(f32::from_bits(bits), bits.to_le_bytes(), |f| f.to_bits().to_le_bytes());
        }
    }
    f_64 "f64" |row| {
        row.is::<f64>(&[], 8);
        row.travels(1.5f64, "000000000000f83f");
        for bits in [0x7ff0_0000_0000_0001u64, u64::MAX, 1 << 63] {
            row.bits(f64::from_bits(bits), bits.to_le_bytes(), |f| f.to_bits().to_le_bytes());
        }
    }
    nonzero "NonZero<T>" |row| {
        row.is::<NonZero<u8>>(&[("T", "u8")], 1);
        row.travels(NonZero::new(255u8).expect("not zero"), "ff");
        row.refuses::<NonZero<u8>>("00", Error::Type);
        row.is::<NonZero<i128>>(&[("T", "i128")], 16);
        row.travels(NonZero::new(-1i128).expect("not zero"), &"ff".repeat(16));
        row.refuses::<NonZero<u16>>("0000", Error::Type);
        row.refuses::<NonZero<u32>>("00000000", Error::Type);
        row.refuses::<NonZero<u64>>("0000000000000000", Error::Type);
        row.refuses::<NonZero<i64>>("0000000000000000", Error::Type);
        row.refuses::<Vec<NonZero<i16>>>("02000000 0100 0000", Error::Type);
    }
    wrappers "Wrapping<T>, Saturating<T>" |row| {
        row.is::<Wrapping<u16>>(&[("T", "u16")], 2);
        row.travels(Wrapping(0x0102_u16), "0201");
        row.is::<Saturating<i8>>(&[("T", "i8")], 1);
        row.travels(Saturating(-1i8), "ff");
        row.travels(vec![Wrapping(1u16), Wrapping(2)], "02000000 0100 0200");
    }
    string "String" |row| {
        row.is::<String>(&[], 4);
        row.travels(String::new(), "00000000");
        row.travels("k\u{ef}ln".to_owned(), "05000000 6bc3af6c6e");
        row.travels("\u{feff}".to_owned(), "03000000 efbbbf");
        for bad in ["80", "c328", "c080", "eda080", "f4908080", "f5808080", "e28284c0"] {
            row.refuses::<String>(&format!("{:02x}000000{bad}", bad.len() / 2), Error::Utf8);
        }
    }
    borrowed_text "&str" |row| {
        row.is::<&str>(&[], 4);
        row.travels("hi", "02000000 6869");
        row.refuses::<&str>("01000000 ff", Error::Utf8);
    }
    cow_text "Cow<str>" |row| {
        row.is::<Cow<'static, str>>(&[], 4);
        row.travels(Cow::from("hi"), "02000000 6869");
        row.refuses::<Cow<'static, str>>("01000000 ff", Error::Utf8);
        let text: Cow<'_, str> = kiln::from_slice(b"\x01\0\0\0t").expect("text");
        assert!(matches!(text, Cow::Borrowed("t")));
    }
    owned_text "Box<str>, Rc<str>, Arc<str>" |row| {
        row.is::<Box<str>>(&[], 4);
        row.travels(Box::<str>::from("hi"), "02000000 6869");
        row.is::<Rc<str>>(&[], 4);
        row.travels(Rc::<str>::from("hi"), "02000000 6869");
        row.is::<Arc<str>>(&[], 4);
        row.travels(Arc::<str>::from("hi"), "02000000 6869");
        row.refuses::<Box<str>>("01000000 ff", Error::Utf8);
        row.refuses::<Rc<str>>("01000000 ff", Error::Utf8);
        row.refuses::<Arc<str>>("01000000 ff", Error::Utf8);
    }
    path "PathBuf" |row| {
        row.is::<PathBuf>(&[], 4);
        row.travels(PathBuf::from("a/b"), "03000000 612f62");
        row.refuses::<PathBuf>("01000000 ff", Error::Utf8);
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStringExt;
            let path = std::ffi::OsString::from_vec(vec![b'a', 0xff]);
            row.unwritten(&PathBuf::from(path), Error::Utf8);
        }
    }
    vec "Vec<T>" |row| {
        row.is::<Vec<u16>>(&[("T", "u16")], 4);
        row.travels(Vec::<u16>::new(), "00000000");
        row.travels(vec![1u16, 2], "02000000 0100 0200");
        row.travels(vec![vec!["a"], vec![]], "02000000 01000000 01000000 61 00000000");
    }
    deque "VecDeque<T>" |row| {
        row.is::<VecDeque<u16>>(&[("T", "u16")], 4);
        let mut deque = VecDeque::from([1u16, 2, 3]);
        deque.rotate_left(2);
        row.travels(deque, "03000000 0300 0100 0200");
        row.travels(VecDeque::from(["a", "b"]), "02000000 01000000 61 01000000 62");
    }
    slices "Box<[T]>, Rc<[T]>, Arc<[T]>" |row| {
        row.is::<Box<[bool]>>(&[("T", "bool")], 4);
        row.travels(Box::<[bool]>::from([true, false]), "02000000 0100");
        row.is::<Rc<[bool]>>(&[("T", "bool")], 4);
        row.travels(Rc::<[bool]>::from([true, false]), "02000000 0100");
        row.is::<Arc<[u32]>>(&[("T", "u32")], 4);
        row.travels(Arc::<[u32]>::from([7]), "01000000 07000000");
    }
    cow_slice "Cow<[T]>" |row| {
        row.is::<Cow<'static, [u32]>>(&[("T", "u32")], 4);
        row.travels(Cow::<'static, [u32]>::from(vec![7]), "01000000 07000000");
        row.travels(Cow::<'static, [String]>::from(vec!["a".to_owned()]), "01000000 01000000 61");
        // Each way for one of the four places that the input may begin at.
        let mut room = [0u8; 16];
        let borrowed = (0..4).filter(|&at| {
            room.fill(0);
            room[at..at + 8].copy_from_slice(&[1, 0, 0, 0, 7, 0, 0, 0]);
            let read: Cow<'_, [u32]> = kiln::from_slice(&room[at..at + 8]).expect("a list");
            assert_eq!(*read, [7]);
            matches!(read, Cow::Borrowed(_))
        });
        assert_eq!(borrowed.count(), 1);
    }
    borrowed_bytes "&[u8]" |row| {
        row.is::<&[u8]>(&[], 4);
        row.travels::<&[u8]>(&[1, 255], "02000000 01ff");
    }
    borrowed_signed_bytes "&[i8]" |row| {
        row.is::<&[i8]>(&[], 4);
        row.travels::<&[i8]>(&[1, -1], "02000000 01ff");
    }
    array "[T; N]" |row| {
        row.is::<[u16; 3]>(&[("T", "u16"), ("N", "3")], 6);
        row.travels([1u16, 2, 3], "0100 0200 0300");
        row.is::<[String; 2]>(&[("T", "string"), ("N", "2")], 8);
        row.travels(["a".to_owned(), String::new()], "01000000 61 00000000");
        row.is::<[u8; 0]>(&[("T", "u8"), ("N", "0")], 0);
        row.travels([0u8; 0], "");
        row.travels([[1u8; 2]; 2], "0101 0101");
    }
    boxed_array "Box<[T; N]>" |row| {
        row.is::<Box<[u16; 3]>>(&[("T", "u16"), ("N", "3")], 6);
        row.travels(Box::new([1u16, 2, 3]), "0100 0200 0300");
        row.travels(Box::new([true, false]), "0100");
        row.travels(Box::new([String::new()]), "00000000");
        row.travels(Box::new([0u8; 0]), "");
    }
    unit "()" |row| { row.is::<()>(&[], 0); row.travels((), ""); }
    phantom "PhantomData<T>" |row| {
        row.is::<PhantomData<str>>(&[], 0);
        row.travels(PhantomData::<dyn Send>, "");
    }
    pair "(A, B)" |row| {
        row.is::<(u8, String)>(&[("A", "u8"), ("B", "string")], 5);
        row.travels((7u8, "a".to_owned()), "07 01000000 61");
        row.travels((7u8,), "07");
        row.travels((1u8, 2u8, 3u16), "01 02 0300");
        row.refuses_quietly::<(bool, u32)>("02", Error::Type);
    }
    twelve "(A, B, C, D, E, F, G, H, I, J, K, L)" |row| {
        type Twelve = (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u16);
        let of = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"].map(|item| (item, "u8"));
        row.is::<Twelve>(&[&of[..], &[("L", "u16")]].concat(), 13);
        row.travels::<Twelve>((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), "0102030405060708090a0b0c00");
        row.travels((1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8), "01020304050607");
    }
    option "Option<T>" |row| {
        row.is::<Option<u16>>(&[("T", "u16")], 1);
        row.travels(None::<u16>, "00");
        row.travels(Some(7u16), "01 0700");
        row.travels(Some(None::<u16>), "01 00");
        row.travels(Some(()), "01");
        row.refuses::<Option<u16>>("02 0000", Error::Type);
        row.refuses::<Option<NonZero<u8>>>("01 00", Error::Type);
    }
    result "Result<T, E>" |row| {
        row.is::<Result<u16, String>>(&[("T", "u16"), ("E", "string")], 3);
        row.travels(Ok::<u16, String>(7), "00 0700");
        row.travels(Err::<u16, String>("a".to_owned()), "01 01000000 61");
        row.travels(Err::<u16, ()>(()), "01");
        row.refuses::<Result<u16, String>>("02 0000", Error::Type);
    }
    pointers "Box<T>, Rc<T>, Arc<T>" |row| {
        row.is::<Box<u16>>(&[("T", "u16")], 2);
        row.travels(Box::new(7u16), "0700");
        row.is::<Rc<String>>(&[("T", "string")], 4);
        row.travels(Rc::new("a".to_owned()), "01000000 61");
        row.is::<Arc<bool>>(&[("T", "bool")], 1);
        row.travels(Arc::new(true), "01");
        row.travels(Box::new(()), "");
        let shared = Rc::new(1u8);
        let twice = vec![shared.clone(), shared];
        row.travels(twice, "02000000 01 01");
        let back: Vec<Rc<u8>> = kiln::from_slice(&[2, 0, 0, 0, 1, 1]).expect("two");
        assert!(!Rc::ptr_eq(&back[0], &back[1]));
    }
    cow "Cow<T>" |row| {
        row.is::<Cow<'static, u16>>(&[("T", "u16")], 2);
        row.travels(Cow::<'static, u16>::Owned(7), "0700");
        row.travels(Cow::<'static, String>::Owned("a".to_owned()), "01000000 61");
    }
    reference "&T" |row| {
        row.describes::<&u16>(&[("T", "u16")], 2);
        assert_eq!(kiln::to_vec(&&7u16), Ok(vec![7, 0]));
        assert_eq!(kiln::to_vec("a"), Ok(vec![1, 0, 0, 0, b'a']));
        assert_eq!(kiln::to_vec(&[7u16][..]), Ok(vec![1, 0, 0, 0, 7, 0]));
        assert_eq!(kiln::to_vec(std::path::Path::new("a")), Ok(vec![1, 0, 0, 0, b'a']));
    }
    btree_map "BTreeMap<K, V>" |row| {
        row.is::<BTreeMap<u16, String>>(&[("K", "u16"), ("V", "string")], 4);
        row.travels(BTreeMap::from([(256u16, 1u8), (1, 2)]), "02000000 0100 02 0001 01");
        row.travels(BTreeMap::from([(-1i8, ()), (1, ())]), "02000000 ff 01");
        row.refuses::<BTreeMap<u16, u8>>("02000000 0001 01 0100 02", Error::Type);
        row.refuses::<BTreeMap<u8, u8>>("02000000 01 01 01 02", Error::Type);
    }
    hash_map "HashMap<K, V, S>" |row| {
        row.is::<HashMap<u16, u8>>(&[("K", "u16"), ("V", "u8")], 4);
        row.travels(HashMap::from([(256u16, 1u8), (1, 2)]), "02000000 0100 02 0001 01");
        row.refuses::<HashMap<u16, u8>>("02000000 0001 01 0100 02", Error::Type);
        row.refuses::<HashMap<u8, u8>>("02000000 01 01 01 02", Error::Type);
    }
    btree_set "BTreeSet<K>" |row| {
        row.is::<BTreeSet<String>>(&[("K", "string")], 4);
        row.travels(BTreeSet::from(["b", "aa"]), "02000000 02000000 6161 01000000 62");
        row.travels(BTreeSet::from([[2u8, 1], [1, 2]]), "02000000 0102 0201");
        row.refuses::<BTreeSet<bool>>("02000000 01 00", Error::Type);
        row.refuses::<BTreeSet<char>>("02000000 61000000 61000000", Error::Type);
    }
    hash_set "HashSet<K, S>" |row| {
        row.is::<HashSet<i16>>(&[("K", "i16")], 4);
        row.travels(HashSet::from([1i16, -1, 256]), "03000000 ffff 0100 0001");
        row.refuses::<HashSet<i16>>("02000000 0100 ffff", Error::Type);
        row.refuses::<HashSet<i16>>("02000000 0100 0100", Error::Type);
    }
    duration "Duration" |row| {
        row.is::<Duration>(&[], 12);
        row.travels(Duration::new(1, 999_999_999), "0100000000000000 ffc99a3b");
        row.travels(Duration::MAX, "ffffffffffffffff ffc99a3b");
        row.refuses::<Duration>("0000000000000000 00ca9a3b", Error::Type);
        row.refuses::<Duration>("ffffffffffffffff ffffffff", Error::Type);
    }
    system_time "SystemTime" |row| {
        row.is::<SystemTime>(&[], 12);
        let epoch = SystemTime::UNIX_EPOCH;
        row.travels(epoch, "0000000000000000 00000000");
        row.travels(epoch + Duration::from_millis(1500), "0100000000000000 0065cd1d");
        row.travels(epoch - Duration::from_millis(500), "ffffffffffffffff 0065cd1d");
        row.travels(epoch - Duration::from_secs(2), "feffffffffffffff 00000000");
        row.refuses::<SystemTime>("0000000000000000 00ca9a3b", Error::Type);
        row.refuses::<SystemTime>("ffffffffffffffff ffffffff", Error::Type);
    }
    ip_v4 "Ipv4Addr" |row| { row.is::<Ipv4Addr>(&[], 4); row.travels(Ipv4Addr::LOCALHOST, "7f000001"); }
    ip_v6 "Ipv6Addr" |row| {
        row.is::<Ipv6Addr>(&[], 16);
        row.travels(Ipv6Addr::new(0x102, 0, 0, 0, 0, 0, 0, 3), "01020000000000000000000000000003");
    }
    ip "IpAddr" |row| {
        row.is::<IpAddr>(&[], 5);
        row.travels(IpAddr::from(Ipv4Addr::LOCALHOST), "00 7f000001");
        row.travels(IpAddr::from(Ipv6Addr::LOCALHOST), "01 00000000000000000000000000000001");
        row.refuses::<IpAddr>("02 00000000", Error::Type);
    }
    socket_v4 "SocketAddrV4" |row| {
        row.is::<SocketAddrV4>(&[], 6);
        row.travels(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 258), "7f000001 0201");
    }
    socket_v6 "SocketAddrV6" |row| {
        row.is::<SocketAddrV6>(&[], 26);
        let address = SocketAddrV6::new(Ipv6Addr::LOCALHOST, 258, 3, 4);
        row.travels(address, "00000000000000000000000000000001 0201 03000000 04000000");
    }
    socket "SocketAddr" |row| {
        row.is::<SocketAddr>(&[], 7);
        row.travels(SocketAddr::from(([127, 0, 0, 1], 258)), "00 7f000001 0201");
        let address = SocketAddr::V6(SocketAddrV6::new(Ipv6Addr::UNSPECIFIED, 1, u32::MAX, 2));
        row.travels(address, &format!("01 {} 0100 ffffffff 02000000", "00".repeat(16)));
        row.refuses::<SocketAddr>("02", Error::Type);
    }
    range "Range<T>" |row| {
        row.is::<std::ops::Range<u16>>(&[("T", "u16")], 4);
        row.travels(1u16..2, "0100 0200");
        row.travels("b".to_owned().."a".to_owned(), "01000000 62 01000000 61");
    }
    range_inclusive "RangeInclusive<T>" |row| {
        row.is::<std::ops::RangeInclusive<u8>>(&[("T", "u8")], 2);
        row.travels(1u8..=2, "01 02");
        row.travels(std::ops::RangeInclusive::new(2u8, 1), "02 01");
        let mut exhausted = 1u8..=2;
        assert_eq!(exhausted.by_ref().count(), 2);
        row.unwritten(&exhausted, Error::Type);
    }
    half_float "half::f16 (half-2)" |row| {
        row.is::<f16>(&[], 2);
        row.travels(f16::from_f32(1.0), "003c");
        row.travels(vec![f16::from_f32(1.0), f16::from_f32(-2.0)], "02000000 003c 00c0");
        row.bits(f16::from_bits(0x7c01), [1, 0x7c], |f| f.to_le_bytes());
    }
    brain_float "half::bf16 (half-2)" |row| {
        row.is::<bf16>(&[], 2);
        row.travels(bf16::from_f32(1.0), "803f");
        row.bits(bf16::from_bits(0xffff), [0xff, 0xff], |f| f.to_le_bytes());
    }
    foreign_bytes "bytes::Bytes, bytes::BytesMut (bytes-1)" |row| {
        row.is::<bytes::Bytes>(&[], 4);
        row.travels(bytes::Bytes::from_static(&[1, 2]), "02000000 0102");
        row.is::<bytes::BytesMut>(&[], 4);
        row.travels(bytes::BytesMut::from(&[1, 2][..]), "02000000 0102");
    }
    uuid "uuid::Uuid (uuid-1)" |row| {
        row.is::<Uuid>(&[], 16);
        let uuid = Uuid::from_u128(0x0102_0304_0506_0708_090a_0b0c_0d0e_0f10);
        row.travels(uuid, &uuid.simple().to_string());
    }
    small_vec "smallvec::SmallVec<[T; N]> (smallvec-1)" |row| {
        row.is::<SmallVec<[u16; 2]>>(&[("T", "u16")], 4);
        row.travels(SmallVec::<[u16; 2]>::from_vec(vec![1]), "01000000 0100");
        row.travels(SmallVec::<[u16; 2]>::from_vec(vec![1, 2, 3]), "03000000 0100 0200 0300");
    }
    index_map "indexmap::IndexMap<K, V, S> (indexmap-2)" |row| {
        row.is::<IndexMap<u16, u8>>(&[("K", "u16"), ("V", "u8")], 4);
        row.travels(IndexMap::from([(2u16, 1u8), (1, 2)]), "02000000 0100 02 0200 01");
        row.refuses::<IndexMap<u16, u8>>("02000000 0001 01 0100 02", Error::Type);
        let back: IndexMap<u8, u8> = kiln::from_slice(&[2, 0, 0, 0, 1, 9, 2, 8]).expect("a map");
        assert_eq!(back.keys().copied().collect::<Vec<_>>(), [1, 2]);
    }
    index_set "indexmap::IndexSet<K, S> (indexmap-2)" |row| {
        row.is::<IndexSet<u16>>(&[("K", "u16")], 4);
        row.travels(IndexSet::from([2u16, 1]), "02000000 0100 0200");
        row.refuses::<IndexSet<u16>>("02000000 0100 0100", Error::Type);
    }
}
