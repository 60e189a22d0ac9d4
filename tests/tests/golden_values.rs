//! The golden cases of kind `value`, read by types.

use kiln::{Error, Kiln, Limits, Schema};
use kiln_tests::{check, golden};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};

#[derive(Kiln, Debug, PartialEq)]
struct Scored {
    id: u32,
    score: f32,
}

#[derive(Kiln, Debug, PartialEq)]
struct Scalars {
    a: bool,
    b: u8,
    c: i8,
    d: u16,
    e: i16,
    f: u32,
    g: i32,
    h: u64,
    i: i64,
    j: u128,
    k: i128,
    l: f32,
    m: f64,
    n: char,
}

#[derive(Kiln, Debug, PartialEq)]
struct Flagged {
    a: u8,
    b: bool,
}

#[derive(Kiln, Debug, PartialEq)]
struct Named {
    name: String,
    raw: Vec<u8>,
}

#[derive(Kiln, Debug, PartialEq)]
enum Event {
    Idle,
    Moved(i32, i32),
    Named { name: String },
}

#[derive(Kiln, Debug, PartialEq)]
enum Switch {
    Off,
    On,
}

#[derive(Kiln, Debug, PartialEq)]
struct Tree {
    label: u32,
    children: Vec<Tree>,
}

impl Tree {
    fn json(&self) -> Value {
        let children: Vec<_> = self.children.iter().map(Self::json).collect();
        json!({ "label": self.label, "children": children })
    }
}

/// One case, read as `T`: schema, hash and minimum; the value or the error by every entry point; and
/// what becomes of the bytes when they are damaged.
fn read<T: Kiln>(name: &str, shown: fn(&T) -> Value) {
    let case = golden::case_of(name);
    assert_eq!(Some(T::SCHEMA.to_string()), case.schema, "{name}");
    assert_eq!(Some(T::TYPE_HASH), case.type_hash, "{name}");
    assert_eq!(Some(T::MIN_SIZE as u64), case.min_size, "{name}");
    let bytes = &case.bytes;
    let read = check::canonical::<T>(bytes).map(|value| shown(&value));
    assert_eq!(read, case.outcome, "{name}");

    let raised = Limits::default().max_count(u32::MAX).max_depth(200);
    let raised = raised.from_slice::<T>(bytes).map(|value| shown(&value));
    match name {
        // Past the cap and past the depth: raised, what is there decides.
        "kiln-list-cap" => assert_eq!(raised, Err(Error::Eof)),
        "kiln-rec-depth" => assert!(raised.is_ok()),
        _ => assert_eq!(raised, case.outcome, "{name}"),
    }

    let Ok(expected) = case.outcome else {
        for len in 0..bytes.len() {
            let _: Result<T, Error> = check::canonical(&bytes[..len]);
        }
        return check::flip_each_bit::<T>(bytes);
    };
    let long = [bytes.as_slice(), b"more"].concat();
    let (value, rest) = kiln::from_prefix::<T>(&long).expect(name);
    assert_eq!((shown(&value), rest), (expected, &b"more"[..]), "{name}");
    assert_eq!(kiln::from_slice::<T>(&long).err(), Some(Error::Trailing));
    check::torture::<T>(bytes);

    // Caps from none to enough: LIMIT, both ways, until the longest count fits.
    let refused: Vec<bool> = (0..8)
        .map(|cap| {
            let limits = Limits::default().max_count(cap);
            let read = limits.from_slice::<T>(bytes).map(|value| shown(&value));
            let written = limits.to_vec(&value);
            match read {
                Err(error) => {
                    assert_eq!(error, Error::Limit, "{name} with a cap of {cap}");
                    assert_eq!(check::unwritten(limits, &value), Error::Limit);
                    true
                }
                Ok(read) => {
                    assert_eq!(Ok(read), golden::case_of(name).outcome);
                    assert_eq!(written.as_ref(), Ok(bytes));
                    false
                }
            }
        })
        .collect();
    assert!(refused.is_sorted_by(|a, b| a >= b), "{name}: {refused:?}");
    let longest = match name {
        "kiln-pod-list-f32" | "kiln-dict" | "kiln-rec" => 2,
        "kiln-string" => 6,
        "kiln-enum" => 3,
        _ => 0,
    };
    let refusals = refused.iter().filter(|refused| **refused).count();
    assert_eq!(refusals, longest, "{name}");
}

const READ: &[&str] = &[
    "kiln-pod-list-f32",
    "kiln-pod-list-short",
    "kiln-list-struct-hostile",
    "kiln-list-cap",
    "kiln-pod-scalars",
    "kiln-pod-bool",
    "kiln-string",
    "kiln-string-utf8",
    "kiln-dict",
    "kiln-dict-order",
    "kiln-set-duplicate",
    "kiln-option-tag",
    "kiln-enum",
    "kiln-enum-tag",
    "kiln-rec",
    "kiln-rec-depth",
];

#[test]
fn every_case_is_read() {
    let cases = golden::of_kind("value");
    let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names.len(), 17);
    let (last, read) = names.split_last().expect("there are cases");
    assert_eq!(read, READ);
    // Tensors have tests of their own.
    assert_eq!(*last, "kiln-tensors-field");
}

#[test]
fn lists() {
    read::<Vec<f32>>(READ[0], |v| json!(v));
    read::<Box<[f32]>>(READ[0], |v| json!(v));
    read::<std::collections::VecDeque<f32>>(READ[0], |v| json!(v.iter().collect::<Vec<_>>()));
    read::<Vec<f32>>(READ[1], |v| json!(v));
    read::<Vec<Scored>>(READ[2], |v| json!(v.len()));
    read::<Vec<u8>>(READ[3], |v| json!(v));
}

#[test]
fn structs() {
    read::<Scalars>(READ[4], |s| {
        let wide = |n: &dyn ToString| n.to_string();
        json!({
            "a": s.a, "b": s.b, "c": s.c, "d": s.d, "e": s.e, "f": s.f, "g": s.g,
            "h": wide(&s.h), "i": wide(&s.i), "j": wide(&s.j), "k": wide(&s.k),
            "l": format!("bits:0x{:08x}", s.l.to_bits()), "m": s.m, "n": s.n,
        })
    });
    let scalars: Scalars = kiln::from_slice(&golden::case_of(READ[4]).bytes).expect("decodes");
    assert!(scalars.m == 0.0 && scalars.m.is_sign_negative());
    read::<Flagged>(READ[5], |s| json!({ "a": s.a, "b": s.b }));
    read::<Named>(READ[6], |s| json!({ "name": s.name, "raw": s.raw }));
}

#[test]
fn text_and_keys() {
    read::<String>(READ[7], |s| json!(s));
    read::<Box<str>>(READ[7], |s| json!(s));
    read::<BTreeMap<String, u32>>(READ[8], |m| json!(m.iter().collect::<Vec<_>>()));
    read::<HashMap<String, u32>>(READ[8], |m| {
        json!(
            m.iter()
                .collect::<BTreeMap<_, _>>()
                .iter()
                .collect::<Vec<_>>()
        )
    });
    read::<BTreeMap<u16, u8>>(READ[9], |m| json!(m.len()));
    read::<BTreeSet<String>>(READ[10], |s| json!(s));
}

#[test]
fn choices() {
    read::<Option<u8>>(READ[11], |o| json!(o));
    read::<Vec<Event>>(READ[12], |events| {
        let shown = |event: &Event| match event {
            Event::Idle => json!("Idle"),
            Event::Moved(x, y) => json!({ "Moved": [x, y] }),
            Event::Named { name } => json!({ "Named": { "name": name } }),
        };
        json!(events.iter().map(shown).collect::<Vec<_>>())
    });
    read::<Switch>(READ[13], |s| json!(*s == Switch::On));
}

#[test]
fn recursion() {
    read::<Tree>(READ[14], Tree::json);
    read::<Tree>(READ[15], Tree::json);
}

#[test]
fn a_value_of_the_depth_limit_travels_and_one_more_level_does_not() {
    let deep = |levels: u32| {
        (1..levels).fold(
            Tree {
                label: 0,
                children: vec![],
            },
            |inner, label| Tree {
                label,
                children: vec![inner],
            },
        )
    };
    let last = kiln::to_vec(&deep(128)).expect("128 levels");
    assert!(check::canonical::<Tree>(&last).is_ok());
    assert_eq!(
        check::unwritten(Limits::default(), &deep(129)),
        Error::Limit
    );
    let bytes = golden::case_of("kiln-rec-depth").bytes;
    let wider = Limits::default().max_depth(129);
    assert_eq!(wider.to_vec(&deep(129)), Ok(bytes.clone()));
    assert_eq!(wider.from_slice(&bytes), Ok(deep(129)));
    for depth in 0..4 {
        let limits = Limits::default().max_depth(depth);
        assert_eq!(limits.to_vec(&deep(4)), Err(Error::Limit));
        let bytes = kiln::to_vec(&deep(4)).expect("four levels");
        assert_eq!(limits.from_slice::<Tree>(&bytes), Err(Error::Limit));
    }
}

#[test]
fn every_schema_of_the_file_parses_and_prints_back() {
    let mut schemas = 0;
    for case in golden::cases() {
        let Some(text) = case.schema else { continue };
        let schema: Schema = text.parse().expect(&case.name);
        assert_eq!(schema.to_string(), text);
        assert_eq!(Some(schema.type_hash()), case.type_hash, "{}", case.name);
        if let Some(min) = case.min_size {
            assert_eq!(schema.min_size(), min, "{}", case.name);
        }
        schemas += 1;
    }
    assert!(schemas >= 23, "{schemas}");
}
