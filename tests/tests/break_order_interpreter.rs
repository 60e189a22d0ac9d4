//! Typed decoding against a plain reading of the format: one field after another, over the schema only,
//! nothing checked ahead. The two agree on every input, valid, mutated or cut.

use kiln::{Error, Kiln, Limits, Schema};
use kiln_tests::check::canonical;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::num::{NonZero, Wrapping};
use std::rc::Rc;

/// An enclosing `rec`: its label, its body, the settled minimum, and what is around it.
#[derive(Copy, Clone)]
struct Scope<'a> {
    label: &'a str,
    body: &'a Schema,
    min: u64,
    outer: Option<&'a Scope<'a>>,
}

fn find<'a>(label: &str, mut scope: Option<&'a Scope<'a>>) -> &'a Scope<'a> {
    while let Some(at) = scope {
        if at.label == label {
            return at;
        }
        scope = at.outer;
    }
    panic!("a ref to nothing")
}

/// Format section 1, the column "minimum size".
fn min(schema: &Schema, scope: Option<&Scope<'_>>) -> u64 {
    match schema {
        Schema::Bool | Schema::U8 | Schema::I8 | Schema::Option(_) => 1,
        Schema::U16 | Schema::I16 | Schema::F16 | Schema::Bf16 => 2,
        Schema::U32 | Schema::I32 | Schema::F32 | Schema::Char => 4,
        Schema::String | Schema::List(_) | Schema::Set(_) | Schema::Dict(..) => 4,
        Schema::U64 | Schema::I64 | Schema::F64 => 8,
        Schema::U128 | Schema::I128 => 16,
        Schema::Tensors => 64,
        Schema::Array(element, n) => min(element.get(), scope) * u64::from(*n),
        Schema::Tuple(items) => items.iter().map(|item| min(item, scope)).sum(),
        Schema::Struct(fields) => fields.iter().map(|f| min(f.schema(), scope)).sum(),
        Schema::Enum(variants) => {
            let tag = if variants.len() <= 256 { 1 } else { 2 };
            let of = |v: &kiln::schema::Variant| v.schema().map_or(0, |s| min(s, scope));
            tag + variants.iter().map(of).min().unwrap()
        }
        Schema::Rec(label, body) => min(body.get(), Some(&opened(label, body.get(), scope, 0))),
        Schema::Ref(label) => find(label, scope).min,
    }
}

fn opened<'a>(
    label: &'a str,
    body: &'a Schema,
    outer: Option<&'a Scope<'a>>,
    min: u64,
) -> Scope<'a> {
    Scope {
        label,
        body,
        min,
        outer,
    }
}

/// Format sections 2 and 3.
struct Plain<'b> {
    unread: &'b [u8],
    cap: u32,
    depth: u32,
}

impl<'b> Plain<'b> {
    fn take(&mut self, n: usize) -> Result<&'b [u8], Error> {
        if n > self.unread.len() {
            return Err(Error::Eof);
        }
        let (bytes, rest) = self.unread.split_at(n);
        self.unread = rest;
        Ok(bytes)
    }

    fn count(&mut self, min: u64) -> Result<usize, Error> {
        let count = u32::from_le_bytes(self.take(4)?.try_into().unwrap());
        if count > self.cap {
            return Err(Error::Limit);
        }
        let needed = u64::from(count).checked_mul(min).ok_or(Error::Limit)?;
        if needed > self.unread.len() as u64 {
            return Err(Error::Eof);
        }
        Ok(count as usize)
    }

    fn key(
        &mut self,
        schema: &Schema,
        scope: Option<&Scope<'_>>,
        before: &mut Option<Key>,
    ) -> Result<(), Error> {
        let start = self.unread;
        self.value(schema, scope)?;
        let wire = &start[..start.len() - self.unread.len()];
        let key = match schema {
            Schema::String => Key::Bytes(wire[4..].to_vec()),
            Schema::Array(..) => Key::Bytes(wire.to_vec()),
            _ => {
                let signed = matches!(
                    schema,
                    Schema::I8 | Schema::I16 | Schema::I32 | Schema::I64 | Schema::I128
                );
                let fill = if signed && wire.last().unwrap() & 0x80 != 0 {
                    0xff
                } else {
                    0
                };
                let mut wide = [fill; 17];
                wide[..wire.len()].copy_from_slice(wire);
                let low = u128::from_le_bytes(wide[..16].try_into().unwrap());
                Key::Number(wide[16] == 0, low)
            }
        };
        let ascends = before.as_ref().is_none_or(|before| *before < key);
        *before = Some(key);
        if ascends { Ok(()) } else { Err(Error::Type) }
    }

    fn body(&mut self, scope: &Scope<'_>) -> Result<(), Error> {
        if self.depth == 0 {
            return Err(Error::Limit);
        }
        self.depth -= 1;
        self.value(scope.body, Some(scope))?;
        self.depth += 1;
        Ok(())
    }

    fn value(&mut self, schema: &Schema, scope: Option<&Scope<'_>>) -> Result<(), Error> {
        match schema {
            Schema::Bool => match self.take(1)?[0] {
                0 | 1 => Ok(()),
                _ => Err(Error::Type),
            },
            Schema::Char => {
                let code = u32::from_le_bytes(self.take(4)?.try_into().unwrap());
                char::from_u32(code).map(drop).ok_or(Error::Type)
            }
            Schema::String => {
                let count = self.count(1)?;
                std::str::from_utf8(self.take(count)?)
                    .map(drop)
                    .map_err(|_| Error::Utf8)
            }
            Schema::List(element) => {
                for _ in 0..self.count(min(element.get(), scope))? {
                    self.value(element.get(), scope)?;
                }
                Ok(())
            }
            Schema::Set(key) => {
                let mut before = None;
                for _ in 0..self.count(min(key.get(), scope))? {
                    self.key(key.get(), scope, &mut before)?;
                }
                Ok(())
            }
            Schema::Dict(key, value) => {
                let mut before = None;
                for _ in 0..self.count(min(key.get(), scope) + min(value.get(), scope))? {
                    self.key(key.get(), scope, &mut before)?;
                    self.value(value.get(), scope)?;
                }
                Ok(())
            }
            Schema::Array(element, n) => {
                if min(schema, scope) > self.unread.len() as u64 {
                    return Err(Error::Eof);
                }
                (0..*n).try_for_each(|_| self.value(element.get(), scope))
            }
            Schema::Option(some) => match self.take(1)?[0] {
                0 => Ok(()),
                1 => self.value(some.get(), scope),
                _ => Err(Error::Type),
            },
            Schema::Tuple(items) => items.iter().try_for_each(|item| self.value(item, scope)),
            Schema::Struct(fields) => fields
                .iter()
                .try_for_each(|f| self.value(f.schema(), scope)),
            Schema::Enum(variants) => {
                let tag = match variants.len() {
                    ..=256 => usize::from(self.take(1)?[0]),
                    _ => usize::from(u16::from_le_bytes(self.take(2)?.try_into().unwrap())),
                };
                match variants.get(tag).ok_or(Error::Type)?.schema() {
                    None => Ok(()),
                    Some(schema) => self.value(schema, scope),
                }
            }
            Schema::Rec(label, body) => {
                let settled = min(schema, scope);
                self.body(&opened(label, body.get(), scope, settled))
            }
            Schema::Ref(label) => self.body(find(label, scope)),
            scalar => {
                let width = usize::try_from(min(scalar, scope)).unwrap();
                self.take(width).map(drop)
            }
        }
    }
}

/// Keys in key order: numbers (not negative, two's complement), else bytes.
#[derive(PartialEq, PartialOrd)]
enum Key {
    Number(bool, u128),
    Bytes(Vec<u8>),
}

/// Numbers that look random, always the same ones.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % sides
    }
    fn byte(&mut self) -> u8 {
        u8::try_from(self.roll(256)).unwrap()
    }
}

/// Writes what is mostly a value of the schema.
fn write(
    schema: &Schema,
    scope: Option<&Scope<'_>>,
    dice: &mut Dice,
    deep: u32,
    out: &mut Vec<u8>,
) {
    let count = |dice: &mut Dice, out: &mut Vec<u8>| {
        let n = if deep > 5 { 0 } else { dice.roll(4) };
        let n = u32::try_from(n).unwrap();
        let stated = match dice.roll(60) {
            0 => n + 1,
            1 => n + 200,
            2 => 0x0100_0001,
            _ => n,
        };
        out.extend(stated.to_le_bytes());
        n
    };
    let odd = |dice: &mut Dice| dice.roll(60) == 0;
    match schema {
        Schema::Bool => out.push(if odd(dice) { 2 } else { dice.byte() & 1 }),
        Schema::Char if odd(dice) => out.extend(0xd800_u32.to_le_bytes()),
        Schema::Char => out.extend(u32::from(dice.byte()).to_le_bytes()),
        Schema::String => {
            for _ in 0..count(dice, out) {
                out.push(if odd(dice) { 0xff } else { b'a' });
            }
        }
        Schema::List(element) => {
            for _ in 0..count(dice, out) {
                write(element.get(), scope, dice, deep + 1, out);
            }
        }
        Schema::Set(key) => {
            for i in 0..count(dice, out) {
                write_key(key.get(), i, dice, out);
            }
        }
        Schema::Dict(key, value) => {
            for i in 0..count(dice, out) {
                write_key(key.get(), i, dice, out);
                write(value.get(), scope, dice, deep + 1, out);
            }
        }
        Schema::Array(element, n) => {
            (0..*n).for_each(|_| write(element.get(), scope, dice, deep, out));
        }
        Schema::Option(some) => {
            let tag = match dice.roll(60) {
                0 => 2,
                1..30 if deep <= 5 => 1,
                _ => 0,
            };
            out.push(tag);
            if tag == 1 {
                write(some.get(), scope, dice, deep + 1, out);
            }
        }
        Schema::Tuple(items) => items
            .iter()
            .for_each(|item| write(item, scope, dice, deep, out)),
        Schema::Struct(fields) => fields
            .iter()
            .for_each(|f| write(f.schema(), scope, dice, deep, out)),
        Schema::Enum(variants) => {
            let past = u64::from(odd(dice));
            let n = variants.len() as u64;
            let tag = dice.roll(n) + past * n;
            let tag = tag.to_le_bytes();
            out.extend(&tag[..if n <= 256 { 1 } else { 2 }]);
            let tag = usize::from(u16::from_le_bytes([tag[0], tag[1]]));
            if let Some(schema) = variants.get(tag).and_then(|v| v.schema()) {
                write(schema, scope, dice, deep + 1, out);
            }
        }
        Schema::Rec(label, body) => {
            let inner = opened(label, body.get(), scope, 0);
            write(inner.body, Some(&inner), dice, deep, out);
        }
        Schema::Ref(label) => {
            let at = find(label, scope);
            write(at.body, Some(at), dice, deep, out);
        }
        scalar => (0..min(scalar, scope)).for_each(|_| out.push(dice.byte())),
    }
}

fn write_key(schema: &Schema, i: u32, dice: &mut Dice, out: &mut Vec<u8>) {
    let i = if dice.roll(40) == 0 { 1 } else { i };
    let byte = u8::try_from(i).unwrap();
    match schema {
        Schema::String => {
            out.extend(1u32.to_le_bytes());
            out.push(if dice.roll(60) == 0 {
                0xff
            } else {
                b'a' + byte
            });
        }
        schema => {
            let width = usize::try_from(min(schema, None)).unwrap();
            let mut wire = vec![0; width];
            wire[0] = byte;
            out.extend(wire);
        }
    }
}

#[track_caller]
fn agree<T: Kiln>(bytes: &[u8], limits: Limits, cap: u32, depth: u32) -> Option<Error> {
    let mut plain = Plain {
        unread: bytes,
        cap,
        depth,
    };
    let expect = plain.value(T::SCHEMA, None).map(|()| plain.unread);
    let got = limits.from_prefix::<T>(bytes);
    let (value, rest) = match (got, expect) {
        (Ok((value, rest)), Ok(unread)) if rest == unread => (value, rest),
        (Err(got), Err(expect)) if got == expect => return Some(got),
        (got, expect) => panic!(
            "{}\n{bytes:02x?}\ntyped: {:?}, plain: {:?}",
            T::SCHEMA,
            got.map(|(_, rest)| rest),
            expect
        ),
    };
    let taken = &bytes[..bytes.len() - rest.len()];
    assert_eq!(limits.to_vec(&value).as_deref(), Ok(taken));
    None
}

fn same_as_interpreter<T: Kiln>() {
    assert_eq!(T::MIN_SIZE as u64, min(T::SCHEMA, None), "{}", T::SCHEMA);
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut fine, mut faults) = (0, 0);
    for _ in 0..400 {
        let mut bytes = Vec::new();
        write(T::SCHEMA, None, &mut dice, 0, &mut bytes);
        if dice.roll(3) == 0 && !bytes.is_empty() {
            let at = usize::try_from(dice.roll(bytes.len() as u64)).unwrap();
            bytes[at] = dice.byte();
        }
        let _ = canonical::<T>(&bytes);
        for len in (0..=bytes.len()).rev().take(60) {
            for (cap, depth) in [(16_777_216, 128), (2, 128), (16_777_216, 2)] {
                let limits = Limits::default().max_count(cap).max_depth(depth);
                match agree::<T>(&bytes[..len], limits, cap, depth) {
                    None => fine += 1,
                    Some(_) => faults += 1,
                }
            }
        }
    }
    assert!(fine > 100 && faults > 100, "{} {fine} {faults}", T::SCHEMA);
}

#[derive(Kiln, Clone)]
struct Fixed {
    a: u8,
    b: bool,
    c: [char; 2],
    d: (u16, bool),
    e: Option<()>,
}

#[derive(Kiln, Clone)]
enum Same {
    A(u8),
    B { x: bool },
    C((), i8),
}

#[derive(Kiln, Clone)]
struct Runs {
    a: bool,
    b: Fixed,
    c: Same,
    text: String,
    d: bool,
    e: [Same; 2],
    list: Vec<Fixed>,
    f: Box<Fixed>,
    g: char,
}

#[derive(Kiln, Clone)]
enum Mixed {
    None,
    Fixed(bool, Fixed, [bool; 3]),
    Var {
        s: String,
        b: bool,
        n: u64,
    },
    Lists(Vec<Same>, [Vec<bool>; 2], Rc<[(bool, char)]>),
    Maps {
        m: BTreeMap<i16, Vec<u8>>,
        s: BTreeSet<[u8; 3]>,
        h: HashMap<String, (bool, bool)>,
        c: BTreeSet<char>,
        k: BTreeMap<bool, String>,
    },
}

#[derive(Kiln, Clone)]
struct Tree {
    ok: bool,
    kids: VecDeque<Tree>,
    end: char,
}

#[derive(Kiln, Clone)]
enum Expr {
    Leaf(bool),
    Pair(Box<Expr>, bool, Box<Expr>),
    Many { of: Vec<Inner<Expr>>, n: u16 },
    Named(BTreeMap<String, Expr>),
}

#[derive(Kiln, Clone)]
struct Inner<T> {
    at: [bool; 2],
    next: Option<Box<Inner<T>>>,
    value: Option<Box<T>>,
}

#[derive(Kiln, Clone)]
struct Generic<A, B, const N: usize>(A, [B; N], A, Vec<(A, B)>, [String; 0]);

#[test]
fn structs_and_runs() {
    same_as_interpreter::<Fixed>();
    same_as_interpreter::<Same>();
    same_as_interpreter::<Runs>();
    same_as_interpreter::<Vec<Runs>>();
    same_as_interpreter::<[Runs; 2]>();
    same_as_interpreter::<Box<[Fixed; 3]>>();
}

#[test]
fn variants_and_collections() {
    same_as_interpreter::<Mixed>();
    same_as_interpreter::<Vec<Mixed>>();
    same_as_interpreter::<(bool, Mixed, bool, Option<Result<Mixed, bool>>)>();
    same_as_interpreter::<HashMap<u16, [Same; 2]>>();
    same_as_interpreter::<smallvec::SmallVec<[Fixed; 2]>>();
    same_as_interpreter::<std::ops::Range<Option<Fixed>>>();
}

#[test]
fn types_that_contain_themselves() {
    same_as_interpreter::<Tree>();
    same_as_interpreter::<Expr>();
    same_as_interpreter::<Inner<Tree>>();
    same_as_interpreter::<Vec<[Tree; 2]>>();
}

#[test]
fn types_with_parameters() {
    same_as_interpreter::<Generic<bool, Fixed, 2>>();
    same_as_interpreter::<Generic<String, bool, 3>>();
    same_as_interpreter::<Generic<u32, u8, 4>>();
    same_as_interpreter::<Generic<Option<()>, char, 1>>();
}

/// These may be read before it is known whether they are there.
#[derive(Kiln, Clone)]
enum Direction {
    Up,
    Down,
    Left,
}

#[derive(Kiln, Clone)]
struct Small {
    a: u16,
    b: Wrapping<u8>,
    c: Direction,
}

#[derive(Kiln, Clone)]
struct Newtype(NonZero<i32>);

#[test]
fn options_of_small_values() {
    same_as_interpreter::<Option<u32>>();
    same_as_interpreter::<Option<bool>>();
    same_as_interpreter::<Option<char>>();
    same_as_interpreter::<Option<NonZero<i128>>>();
    same_as_interpreter::<Option<[u8; 16]>>();
    same_as_interpreter::<Option<Direction>>();
    same_as_interpreter::<Option<Small>>();
    same_as_interpreter::<Option<Newtype>>();
    same_as_interpreter::<Option<Option<Newtype>>>();
    same_as_interpreter::<(Option<u8>, Option<Direction>, Option<Small>, bool)>();
    same_as_interpreter::<Vec<Option<Small>>>();
    same_as_interpreter::<BTreeMap<char, Option<Newtype>>>();
    same_as_interpreter::<[Option<(u8, bool)>; 3]>();
    same_as_interpreter::<Vec<(Option<f64>, Option<Box<bool>>, Option<String>)>>();
}
