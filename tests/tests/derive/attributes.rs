//! What the attributes do, one test for each.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::num::NonZeroU8;

use kiln::{Error, Kiln};

use super::{refused, travels};

#[derive(Kiln, PartialEq, Debug)]
struct Renamed {
    #[kiln(rename = "max-depth")]
    depth: u8,
    #[kiln(rename = "größe")]
    size: u8,
}

#[derive(Kiln, PartialEq, Debug)]
#[kiln(rename_all = "camelCase")]
struct Cased {
    max_depth: u8,
    #[kiln(rename = "asIs_")]
    own_name: u8,
    r#type: u8,
}

#[derive(Kiln, PartialEq, Debug)]
#[kiln(rename_all = "kebab-case", rename_all_fields = "SCREAMING_SNAKE_CASE")]
enum CasedEnum {
    VeryLarge {
        in_bytes: u8,
    },
    #[kiln(rename = "tiny")]
    Small,
}

/// Two fields swap names: what counts is what comes out.
#[derive(Kiln, PartialEq, Debug)]
struct Swapped {
    #[kiln(rename = "b")]
    a: u8,
    #[kiln(rename = "a")]
    b: u8,
}

#[test]
fn names() {
    travels(
        &Renamed { depth: 1, size: 2 },
        "struct{max-depth:u8,größe:u8,}",
        &[1, 2],
    );
    travels(
        &Cased {
            max_depth: 1,
            own_name: 2,
            r#type: 3,
        },
        "struct{maxDepth:u8,asIs_:u8,type:u8,}",
        &[1, 2, 3],
    );
    let schema = "enum{very-large:struct{IN_BYTES:u8,},tiny,}";
    travels(&CasedEnum::VeryLarge { in_bytes: 1 }, schema, &[0, 1]);
    travels(&CasedEnum::Small, schema, &[1]);
    travels(&Swapped { a: 1, b: 2 }, "struct{b:u8,a:u8,}", &[1, 2]);
}

macro_rules! case {
    ($name:ident, $case:literal, $schema:literal) => {
        #[derive(Kiln, PartialEq, Debug)]
        #[kiln(rename_all = $case)]
        struct $name {
            two_words: u8,
        }
        travels(
            &$name { two_words: 1 },
            concat!("struct{", $schema, ":u8,}"),
            &[1],
        );
    };
}

#[test]
fn every_case() {
    case!(Lower, "lowercase", "two_words");
    case!(Upper, "UPPERCASE", "TWO_WORDS");
    case!(Pascal, "PascalCase", "TwoWords");
    case!(Camel, "camelCase", "twoWords");
    case!(Snake, "snake_case", "two_words");
    case!(Screaming, "SCREAMING_SNAKE_CASE", "TWO_WORDS");
    case!(Kebab, "kebab-case", "two-words");
    case!(ScreamingKebab, "SCREAMING-KEBAB-CASE", "TWO-WORDS");
}

#[derive(PartialEq, Debug)]
struct NotKiln(u8);

impl Default for NotKiln {
    fn default() -> Self {
        NotKiln(9)
    }
}

#[derive(Kiln, PartialEq, Debug)]
struct Skips<T> {
    a: u8,
    #[kiln(skip)]
    not_kiln: NotKiln,
    #[kiln(skip)]
    size: usize,
    #[kiln(skip)]
    any: T,
    b: u8,
}

#[derive(Kiln, PartialEq, Debug)]
struct SkipsToNewtype(#[kiln(skip)] NotKiln, u16);

#[derive(Kiln, PartialEq, Debug)]
struct SkipsAll {
    #[kiln(skip)]
    #[allow(dead_code)]
    cache: Option<u8>,
}

#[derive(Kiln, PartialEq, Debug)]
enum SkipsInVariants {
    Tuple(u8, #[kiln(skip)] NotKiln, u8),
    One(#[kiln(skip)] NotKiln, u8),
    None(#[kiln(skip)] NotKiln),
    Named {
        #[kiln(skip)]
        cache: u8,
        a: u8,
    },
    NamedNone {
        #[kiln(skip)]
        cache: u8,
    },
}

#[test]
fn skip() {
    let value = Skips {
        a: 1,
        not_kiln: NotKiln(9),
        size: 0,
        any: String::new(),
        b: 2,
    };
    travels(&value, "struct{a:u8,b:u8,}", &[1, 2]);
    travels(&SkipsToNewtype(NotKiln(9), 258), "u16", &[2, 1]);
    travels(&SkipsAll { cache: None }, "struct{}", &[]);
    let schema = "enum{Tuple:tuple(u8,u8,),One:u8,None,Named:struct{a:u8,},NamedNone,}";
    travels(
        &SkipsInVariants::Tuple(1, NotKiln(9), 2),
        schema,
        &[0, 1, 2],
    );
    travels(&SkipsInVariants::One(NotKiln(9), 2), schema, &[1, 2]);
    travels(&SkipsInVariants::None(NotKiln(9)), schema, &[2]);
    travels(&SkipsInVariants::Named { cache: 0, a: 1 }, schema, &[3, 1]);
    travels(&SkipsInVariants::NamedNone { cache: 0 }, schema, &[4]);
}

/// A percentage: not every u8 is one.
#[derive(PartialEq, Debug, Clone)]
struct Percent(u8);

impl TryFrom<u8> for Percent {
    type Error = String;
    fn try_from(value: u8) -> Result<Self, String> {
        if value <= 100 {
            Ok(Percent(value))
        } else {
            Err(format!("{value} percent"))
        }
    }
}

impl TryFrom<Percent> for u8 {
    type Error = String;
    fn try_from(value: Percent) -> Result<Self, String> {
        if value.0 <= 100 {
            Ok(value.0)
        } else {
            Err(format!("{} percent", value.0))
        }
    }
}

#[derive(Kiln, PartialEq, Debug)]
struct Converted {
    before: u8,
    #[kiln(as = u64)]
    size: usize,
    #[kiln(as = u8)]
    part: Percent,
    after: u16,
}

#[derive(Kiln, PartialEq, Debug)]
#[kiln(rename_all = "lowercase")]
enum ConvertedVariant {
    One(#[kiln(as = u32)] Ipv4Addr),
}

#[derive(Kiln, PartialEq, Debug)]
struct ConvertedGeneric<T>(#[kiln(as = u64)] T);

#[test]
fn convert_as() {
    let schema = "struct{before:u8,size:u64,part:u8,after:u16,}";
    let value = Converted {
        before: 1,
        size: 2,
        part: Percent(100),
        after: 3,
    };
    travels(&value, schema, &[1, 2, 0, 0, 0, 0, 0, 0, 0, 100, 3, 0]);
    refused::<Converted>(&[1, 2, 0, 0, 0, 0, 0, 0, 0, 101, 3, 0], Error::Type);
    // What does not convert comes before what is missing behind it, and missing bytes before that.
    refused::<Converted>(&[1, 2, 0, 0, 0, 0, 0, 0, 0, 101], Error::Type);
    refused::<Converted>(&[1, 2, 0, 0, 0, 0, 0, 0, 0], Error::Eof);
    assert_eq!(
        kiln::to_vec(&Converted {
            part: Percent(101),
            ..value
        }),
        Err(Error::Type)
    );
    travels(
        &ConvertedVariant::One(Ipv4Addr::new(1, 2, 3, 4)),
        "enum{one:u32,}",
        &[0, 4, 3, 2, 1],
    );
    travels(&ConvertedGeneric(5usize), "u64", &[5, 0, 0, 0, 0, 0, 0, 0]);
}

/// Conversions that cannot fail, written without `Result`.
mod bits {
    pub(super) type Wire = u8;

    pub(super) fn to_wire(bits: &[bool; 8]) -> u8 {
        bits.iter()
            .rev()
            .fold(0, |byte, bit| byte << 1 | u8::from(*bit))
    }

    pub(super) fn from_wire(byte: u8) -> [bool; 8] {
        std::array::from_fn(|i| byte >> i & 1 == 1)
    }
}

/// Conversions that can.
mod pairs {
    use super::{BTreeMap, Error};

    pub(super) type Wire = Vec<(u8, String)>;

    pub(super) fn to_wire(map: &BTreeMap<u8, String>) -> Result<Wire, Error> {
        if map.len() > 2 {
            Err(Error::Limit)
        } else {
            Ok(map.clone().into_iter().collect())
        }
    }

    pub(super) fn from_wire(pairs: Wire) -> Result<BTreeMap<u8, String>, Error> {
        if pairs.is_sorted() {
            Ok(pairs.into_iter().collect())
        } else {
            Err(Error::Type)
        }
    }
}

#[derive(Kiln, PartialEq, Debug)]
struct With {
    #[kiln(with = bits)]
    bits: [bool; 8],
    #[kiln(with = self::pairs, rename = "map")]
    pairs: BTreeMap<u8, String>,
    end: u8,
}

#[test]
fn convert_with() {
    let schema = "struct{bits:u8,map:list<tuple(u8,string,)>,end:u8,}";
    let bits = [true, false, true, false, false, false, false, true];
    let value = With {
        bits,
        pairs: BTreeMap::from([(1, "a".to_owned())]),
        end: 9,
    };
    travels(&value, schema, &[0x85, 1, 0, 0, 0, 1, 1, 0, 0, 0, b'a', 9]);
    refused::<With>(
        &[0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9],
        Error::Type,
    );
    let pairs = (0..3).map(|i| (i, String::new())).collect();
    assert_eq!(kiln::to_vec(&With { pairs, ..value }), Err(Error::Limit));
}

/// `Result` as a field type that a module makes: the value is taken as it is.
mod outcome {
    use std::num::NonZeroU8;

    pub(super) type Wire = u8;

    pub(super) fn to_wire(value: &Result<NonZeroU8, ()>) -> u8 {
        value.map_or(0, NonZeroU8::get)
    }

    pub(super) fn from_wire(wire: u8) -> Result<NonZeroU8, ()> {
        NonZeroU8::new(wire).ok_or(())
    }
}

#[derive(Kiln, PartialEq, Debug)]
struct WithResult(#[kiln(with = outcome)] Result<NonZeroU8, ()>);

#[test]
fn a_result_of_the_users_own_is_a_value() {
    travels(&WithResult(Err(())), "u8", &[0]);
    travels(&WithResult(Ok(NonZeroU8::MIN)), "u8", &[1]);
}

mod reexport {
    pub(super) mod deep {
        pub(in super::super) use ::kiln as renamed;
    }
}

#[derive(Kiln, PartialEq, Debug)]
#[kiln(crate = reexport::deep::renamed)]
struct Elsewhere {
    a: u8,
    next: Option<Box<Elsewhere>>,
}

#[derive(Kiln, PartialEq, Debug)]
#[kiln(crate = self::reexport::deep::renamed, rename_all = "UPPERCASE")]
enum ElsewhereEnum {
    A,
}

#[test]
fn the_crate_has_another_name() {
    travels(
        &Elsewhere { a: 1, next: None },
        "rec<Elsewhere,struct{a:u8,next:option<ref<Elsewhere>>,}>",
        &[1, 0],
    );
    travels(&ElsewhereEnum::A, "enum{A,}", &[0]);
}

/// Several attributes, and a trailing comma.
#[derive(Kiln, PartialEq, Debug)]
#[kiln()]
#[kiln(rename_all = "UPPERCASE")]
#[kiln(bound())]
struct Several {
    #[kiln(rename = "x")]
    #[kiln(as = u64,)]
    a: usize,
}

#[test]
fn several_attributes() {
    travels(
        &Several { a: 1 },
        "struct{x:u64,}",
        &[1, 0, 0, 0, 0, 0, 0, 0],
    );
}
