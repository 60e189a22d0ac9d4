//! Values of every family against a reference encoder, and any bytes against the rule that what is
//! accepted is canonical.

mod model;

use kiln::{Encode, Kiln};
use kiln_tests::check::canonical;
use model::Model;
use proptest::collection::{btree_map, btree_set, vec};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::NonZero;
use std::ops::{Range, RangeInclusive};
use std::time::{Duration, SystemTime};

/// A value has the bytes of its model, comes back from them, and what the damaged bytes decode to
/// encodes to them.
fn travels<T>(value: &T, model: &Model, damage: &[(usize, u8)]) -> Result<(), TestCaseError>
where
    T: Kiln + PartialEq + Debug,
{
    let bytes = kiln::to_vec(value).expect("encodes");
    prop_assert_eq!(&bytes, &model.bytes());
    prop_assert_eq!(value.encoded_size(), bytes.len());
    let back: T = canonical(&bytes).expect("decodes");
    prop_assert_eq!(&back, value);
    damaged::<T>(bytes, damage);
    Ok(())
}

/// Bytes with some of them replaced, and cut short.
fn damaged<T: Kiln>(mut bytes: Vec<u8>, damage: &[(usize, u8)]) {
    for (at, byte) in damage {
        let len = bytes.len();
        if let Some(place) = bytes.get_mut(at % len.max(1)) {
            *place = *byte;
        }
        let _: Result<T, kiln::Error> = canonical(&bytes);
        let _: Result<T, kiln::Error> = canonical(&bytes[..at % (len + 1)]);
    }
}

/// Which bytes to replace by which: small numbers mostly, which lie on counts and tags.
fn damage() -> impl Strategy<Value = Vec<(usize, u8)>> {
    vec((any::<usize>(), prop_oneof![0u8..4, any::<u8>()]), 0..6)
}

macro_rules! numbers {
    ($($test:ident $type:ident;)*) => {
        proptest! {$(
            #[test]
            fn $test(values in vec(any::<$type>(), 0..20), damage in damage()) {
                let model = |n: &$type| Model::Raw(n.to_le_bytes().to_vec());
                for value in &values {
                    travels(value, &model(value), &damage)?;
                }
                let models: Vec<Model> = values.iter().map(model).collect();
                let list = Model::List(models.clone());
                travels(&values, &list, &damage)?;
                travels(&VecDeque::from(values.clone()), &list, &damage)?;
                travels(&values.clone().into_boxed_slice(), &list, &damage)?;
                travels(&smallvec::SmallVec::<[$type; 4]>::from_vec(values.clone()), &list, &damage)?;
                if let Ok(array) = <[$type; 5]>::try_from(&values[..values.len().min(5)]) {
                    travels(&array, &Model::All(models[..5].to_vec()), &damage)?;
                    travels(&Box::new(array), &Model::All(models[..5].to_vec()), &damage)?;
                }
            }
        )*}
    };
}

numbers! {
    numbers_u8 u8; numbers_u16 u16; numbers_u32 u32; numbers_u64 u64; numbers_u128 u128;
    numbers_i8 i8; numbers_i16 i16; numbers_i32 i32; numbers_i64 i64; numbers_i128 i128;
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c]{0,3}", "[ -~]{0,40}", "\\PC{0,20}"]
}

fn duration() -> impl Strategy<Value = Duration> {
    (any::<u64>(), 0u32..1_000_000_000).prop_map(|(secs, nanos)| Duration::new(secs, nanos))
}

/// Keys, in the order of the format by a comparison of its own.
fn entries<K: Clone, V>(
    map: impl IntoIterator<Item = (K, V)>,
    model: fn(&K) -> Model,
    value: fn(&V) -> Model,
    less: fn(&K, &K) -> bool,
) -> Model {
    let mut sorted: Vec<(K, V)> = Vec::new();
    for (key, item) in map {
        let place = sorted
            .iter()
            .take_while(|(before, _)| less(before, &key))
            .count();
        sorted.insert(place, (key, item));
    }
    Model::List(
        sorted
            .iter()
            .map(|(key, item)| Model::All(vec![model(key), value(item)]))
            .collect(),
    )
}

fn bytewise(a: &[u8], b: &[u8]) -> bool {
    for (a, b) in a.iter().zip(b) {
        if a != b {
            return a < b;
        }
    }
    a.len() < b.len()
}

proptest! {
    #[test]
    fn floats_keep_their_bits(single in vec(any::<u32>(), 0..10), double in vec(any::<u64>(), 0..10), half in vec(any::<u16>(), 0..10)) {
        let singles: Vec<f32> = single.iter().map(|bits| f32::from_bits(*bits)).collect();
        let model = Model::List(single.iter().map(|bits| Model::Raw(bits.to_le_bytes().to_vec())).collect());
        prop_assert_eq!(kiln::to_vec(&singles).expect("encodes"), model.bytes());
        let back: Vec<f32> = canonical(&model.bytes()).expect("decodes");
        prop_assert_eq!(back.iter().map(|f| f.to_bits()).collect::<Vec<_>>(), single);
        let model = Model::List(double.iter().map(|bits| Model::Raw(bits.to_le_bytes().to_vec())).collect());
        let back: VecDeque<f64> = canonical(&model.bytes()).expect("decodes");
        prop_assert_eq!(back.iter().map(|f| f.to_bits()).collect::<Vec<_>>(), double);
        let model = Model::List(half.iter().map(|bits| Model::Raw(bits.to_le_bytes().to_vec())).collect());
        let back: Vec<half::f16> = canonical(&model.bytes()).expect("decodes");
        prop_assert_eq!(back.iter().map(|f| f.to_bits()).collect::<Vec<_>>(), half.clone());
        let back: Vec<half::bf16> = canonical(&model.bytes()).expect("decodes");
        prop_assert_eq!(back.iter().map(|f| f.to_bits()).collect::<Vec<_>>(), half);
    }

    #[test]
    fn text_and_flags(texts in vec(text(), 0..6), flags in vec(any::<bool>(), 0..20), letters in vec(any::<char>(), 0..9), damage in damage()) {
        for one in &texts {
            travels(one, &Model::text(one), &damage)?;
            travels(&one.clone().into_boxed_str(), &Model::text(one), &damage)?;
            travels(&std::path::PathBuf::from(one), &Model::text(one), &damage)?;
        }
        travels(&texts, &Model::List(texts.iter().map(|t| Model::text(t)).collect()), &damage)?;
        let model = flags.iter().map(|f| Model::Raw(vec![u8::from(*f)])).collect();
        travels(&flags, &Model::List(model), &damage)?;
        let model = letters.iter().map(|c| Model::Raw(u32::from(*c).to_le_bytes().to_vec())).collect();
        travels(&letters, &Model::List(model), &damage)?;
        let bytes: Vec<u8> = flags.iter().map(|f| u8::from(*f)).collect();
        travels(&bytes::Bytes::from(bytes.clone()), &Model::bytes_of(&bytes), &damage)?;
    }

    #[test]
    fn any_bytes_as_text(bytes in vec(prop_oneof![0x60u8..0x64, 0x80u8..=0xff], 0..40)) {
        let wire = Model::bytes_of(&bytes).bytes();
        let read: Result<String, kiln::Error> = canonical(&wire);
        let expected = String::from_utf8(bytes).map_err(|_| kiln::Error::Utf8);
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn maps_of_numbers(map in btree_map(any::<i16>(), text(), 0..12), wide in btree_map(any::<u128>(), any::<u8>(), 0..12), damage in damage()) {
        let model = entries(map.clone(), |k| Model::Raw(k.to_le_bytes().to_vec()), |v| Model::text(v), |a, b| i32::from(*a) < i32::from(*b));
        travels(&map, &model, &damage)?;
        travels(&map.clone().into_iter().collect::<HashMap<_, _>>(), &model, &damage)?;
        travels(&map.into_iter().rev().collect::<indexmap::IndexMap<_, _>>(), &model, &damage)?;
        let model = entries(wide.clone(), |k| Model::Raw(k.to_le_bytes().to_vec()), |v| Model::Raw(vec![*v]), |a, b| bytewise(&a.to_be_bytes(), &b.to_be_bytes()));
        travels(&wide, &model, &damage)?;
        travels(&wide.into_iter().collect::<HashMap<_, _>>(), &model, &damage)?;
    }

    #[test]
    fn maps_of_text_and_bytes(map in btree_map(text(), vec(any::<u8>(), 0..3), 0..12), arrays in btree_map(any::<[u8; 3]>(), any::<bool>(), 0..12), damage in damage()) {
        let model = entries(map.clone(), |k| Model::text(k), |v| Model::bytes_of(v), |a, b| bytewise(a.as_bytes(), b.as_bytes()));
        travels(&map, &model, &damage)?;
        travels(&map.into_iter().collect::<HashMap<_, _>>(), &model, &damage)?;
        let model = entries(arrays.clone(), |k| Model::Raw(k.to_vec()), |v| Model::Raw(vec![u8::from(*v)]), |a, b| bytewise(a, b));
        travels(&arrays, &model, &damage)?;
        travels(&arrays.into_iter().collect::<HashMap<_, _>>(), &model, &damage)?;
    }

    #[test]
    fn sets(letters in btree_set(any::<char>(), 0..12), signed in btree_set(any::<i64>(), 0..12), texts in btree_set(text(), 0..12), damage in damage()) {
        let nothing = |(): &()| Model::All(vec![]);
        let pairs = |()| letters.iter().map(|c| (*c, ()));
        let model = entries(pairs(()), |c| Model::Raw(u32::from(*c).to_le_bytes().to_vec()), nothing, |a, b| u32::from(*a) < u32::from(*b));
        travels(&letters, &model, &damage)?;
        travels(&letters.iter().copied().collect::<HashSet<_>>(), &model, &damage)?;
        let model = entries(signed.iter().map(|n| (*n, ())), |n| Model::Raw(n.to_le_bytes().to_vec()), nothing, |a, b| i128::from(*a) - i128::from(*b) < 0);
        travels(&signed, &model, &damage)?;
        travels(&signed.into_iter().collect::<HashSet<_>>(), &model, &damage)?;
        let model = entries(texts.iter().map(|t| (t.clone(), ())), |t| Model::text(t), nothing, |a, b| bytewise(a.as_bytes(), b.as_bytes()));
        travels(&texts, &model, &damage)?;
        travels(&texts.into_iter().rev().collect::<indexmap::IndexSet<_>>(), &model, &damage)?;
    }

    #[test]
    fn choices_and_tuples(values in vec((any::<Option<u16>>(), prop::result::maybe_ok(text(), any::<i32>()), (any::<bool>(), any::<u64>(), any::<char>())), 0..6), damage in damage()) {
        let model = Model::List(values.iter().map(|(option, result, (a, b, c))| Model::All(vec![
            match option {
                None => Model::Raw(vec![0]),
                Some(n) => Model::Tagged(1, Box::new(Model::Raw(n.to_le_bytes().to_vec()))),
            },
            match result {
                Ok(t) => Model::Tagged(0, Box::new(Model::text(t))),
                Err(n) => Model::Tagged(1, Box::new(Model::Raw(n.to_le_bytes().to_vec()))),
            },
            Model::Raw([vec![u8::from(*a)], b.to_le_bytes().to_vec(), u32::from(*c).to_le_bytes().to_vec()].concat()),
        ])).collect());
        travels(&values, &model, &damage)?;
        travels(&values.into_iter().map(Box::new).collect::<Vec<_>>(), &model, &damage)?;
    }

    #[test]
    fn times(durations in vec(duration(), 0..4), offset in any::<i32>(), nanos in 0u32..1_000_000_000, damage in damage()) {
        let of = |d: &Duration| Model::Raw([&d.as_secs().to_le_bytes()[..], &d.subsec_nanos().to_le_bytes()].concat());
        travels(&durations, &Model::List(durations.iter().map(of).collect()), &damage)?;
        let secs = i64::from(offset);
        let whole = Duration::from_secs(secs.unsigned_abs());
        let epoch = SystemTime::UNIX_EPOCH;
        let time = if secs < 0 { epoch - whole } else { epoch + whole } + Duration::new(0, nanos);
        // A clock may tick in more than a nanosecond.
        let kept = time.duration_since(epoch).map_or_else(|e| (1_000_000_000 - e.duration().subsec_nanos()) % 1_000_000_000, |d| d.subsec_nanos());
        let model = Model::Raw([&secs.to_le_bytes()[..], &kept.to_le_bytes()].concat());
        travels(&time, &model, &damage)?;
    }

    #[test]
    fn addresses(v4 in any::<[u8; 4]>(), v6 in any::<[u8; 16]>(), port in any::<u16>(), flow in any::<u32>(), scope in any::<u32>(), damage in damage()) {
        let (ip4, ip6) = (Ipv4Addr::from(v4), Ipv6Addr::from(v6));
        let (raw4, raw6) = (Model::Raw(v4.to_vec()), Model::Raw(v6.to_vec()));
        let port_of = Model::Raw(port.to_le_bytes().to_vec());
        travels(&ip4, &raw4, &damage)?;
        travels(&ip6, &raw6, &damage)?;
        travels(&vec![IpAddr::V4(ip4), IpAddr::V6(ip6)], &Model::List(vec![Model::Tagged(0, Box::new(raw4.clone())), Model::Tagged(1, Box::new(raw6.clone()))]), &damage)?;
        let four = Model::All(vec![raw4, port_of.clone()]);
        let more = [flow, scope].map(|n| Model::Raw(n.to_le_bytes().to_vec()));
        let six = Model::All([vec![raw6, port_of], more.to_vec()].concat());
        let (s4, s6) = (SocketAddrV4::new(ip4, port), SocketAddrV6::new(ip6, port, flow, scope));
        travels(&s4, &four, &damage)?;
        travels(&s6, &six, &damage)?;
        travels(&(SocketAddr::V4(s4), SocketAddr::V6(s6)), &Model::All(vec![Model::Tagged(0, Box::new(four)), Model::Tagged(1, Box::new(six))]), &damage)?;
        travels(&uuid::Uuid::from_bytes(v6), &Model::Raw(v6.to_vec()), &damage)?;
    }

    #[test]
    fn ranges_and_refinements(start in any::<i32>(), end in any::<i32>(), nonzero in vec(any::<NonZero<u32>>(), 0..6), damage in damage()) {
        let model = Model::Raw([start.to_le_bytes(), end.to_le_bytes()].concat());
        travels::<Range<i32>>(&(start..end), &model, &damage)?;
        travels::<RangeInclusive<i32>>(&(start..=end), &model, &damage)?;
        travels(&std::num::Wrapping(start), &Model::Raw(start.to_le_bytes().to_vec()), &damage)?;
        let model = Model::List(nonzero.iter().map(|n| Model::Raw(n.get().to_le_bytes().to_vec())).collect());
        travels(&nonzero, &model, &damage)?;
    }

    #[test]
    fn in_bulk_and_one_by_one_are_the_same(pairs in vec(any::<(u8, u8)>(), 0..20), wide in vec(any::<(u32, [u16; 2])>(), 0..20), damage in damage()) {
        let single: Vec<OneByOne<(u8, u8)>> = pairs.iter().copied().map(OneByOne).collect();
        let bytes = kiln::to_vec(&pairs).expect("encodes");
        prop_assert_eq!(kiln::to_vec(&single), Ok(bytes.clone()));
        prop_assert_eq!(canonical::<Vec<OneByOne<(u8, u8)>>>(&bytes), Ok(single));
        let single: Vec<OneByOne<(u32, [u16; 2])>> = wide.iter().copied().map(OneByOne).collect();
        let mut bytes = kiln::to_vec(&wide).expect("encodes");
        prop_assert_eq!(kiln::to_vec(&single), Ok(bytes.clone()));
        for (at, byte) in damage {
            let at = at % bytes.len();
            bytes[at] = byte;
            let bulk = canonical::<Vec<(u32, [u16; 2])>>(&bytes);
            let single = canonical::<Vec<OneByOne<(u32, [u16; 2])>>>(&bytes);
            prop_assert_eq!(bulk, single.map(|list| list.into_iter().map(|one| one.0).collect::<Vec<_>>()));
        }
    }

    #[test]
    fn any_bytes_as_any_type(bytes in vec(prop_oneof![3 => 0u8..4, 1 => any::<u8>()], 0..60)) {
        damaged::<Vec<(BTreeMap<u8, Option<String>>, Result<[bool; 2], char>)>>(bytes.clone(), &[(0, 1)]);
        damaged::<(BTreeSet<String>, HashMap<[u8; 2], Vec<i16>>, Duration)>(bytes.clone(), &[(0, 1)]);
        damaged::<VecDeque<(SocketAddr, Option<NonZero<u8>>)>>(bytes.clone(), &[(0, 1)]);
        damaged::<Option<Box<[Range<String>; 2]>>>(bytes, &[(0, 1)]);
    }
}

/// What it holds, without a proof that memory is the wire image.
#[derive(Debug, PartialEq, Clone)]
struct OneByOne<T>(T);

impl<T: kiln::Describe> kiln::Describe for OneByOne<T> {
    const SCHEMA: &'static kiln::Schema = T::SCHEMA;
}

impl<T: Encode> Encode for OneByOne<T> {
    fn encode(&self, w: &mut kiln::Writer<'_>) -> Result<(), kiln::Error> {
        self.0.encode(w)
    }
    fn encoded_size(&self) -> usize {
        self.0.encoded_size()
    }
}

impl<'de, T: kiln::Decode<'de>> kiln::Decode<'de> for OneByOne<T> {
    fn decode(r: &mut kiln::Reader<'de>) -> Result<Self, kiln::Error> {
        T::decode(r).map(Self)
    }
}
