//! `default` and `upgrade_from` on types of every shape, under names that mean something else.

#![deny(warnings, missing_docs, unused_qualifications)]
#![forbid(unsafe_code)]

use kiln_tests::resolving::reads;

/// The first generation.
#[derive(kiln::Kiln, Debug, PartialEq)]
struct Old {
    kept: u8,
}

fn old() -> Old {
    Old { kept: 1 }
}

#[test]
fn parameters_lifetimes_and_bounds() {
    /// Bounds are inferred: the default has to be made and written.
    #[derive(kiln::Kiln, Debug, PartialEq)]
    struct Generic<T, const N: usize> {
        kept: u8,
        #[kiln(default)]
        one: T,
        #[kiln(default)]
        many: Vec<T>,
        #[kiln(default = twos)]
        array: [u16; N],
    }
    fn twos<const N: usize>() -> [u16; N] {
        [2; N]
    }
    let expected = Generic {
        kept: 1,
        one: String::new(),
        many: vec![],
        array: [2; 3],
    };
    reads(old(), expected);

    /// A path needs no `Default`.
    #[derive(kiln::Kiln, Debug, PartialEq)]
    struct NoDefault<T: Make> {
        kept: u8,
        #[kiln(default = T::make)]
        made: T,
    }
    trait Make {
        fn make() -> Self;
    }
    #[derive(kiln::Kiln, Debug, PartialEq)]
    struct Plain(u8);
    impl Make for Plain {
        fn make() -> Self {
            Plain(9)
        }
    }
    let made = Plain(9);
    reads(old(), NoDefault { kept: 1, made });

    /// Text that is borrowed can be a default, though what resolves owns.
    #[derive(kiln::Kiln, Debug, PartialEq)]
    struct Borrows<'a> {
        #[kiln(default)]
        text: &'a str,
        #[kiln(default = nothing)]
        bytes: &'a [u8],
    }
    fn nothing<'a>() -> &'a [u8] {
        &[]
    }
    let borrows = Borrows {
        text: "text",
        bytes: nothing(),
    };
    let bytes = kiln::to_vec(&borrows).unwrap();
    assert_eq!(kiln::from_slice(&bytes), Ok(borrows));
}

#[test]
fn variants_have_fields_with_defaults() {
    #[derive(kiln::Kiln)]
    #[kiln(rename_all = "lowercase")]
    enum Before {
        Some { x: u8 },
        None,
    }
    #[derive(kiln::Kiln, Debug, PartialEq)]
    #[kiln(rename_all = "lowercase", rename_all_fields = "UPPERCASE")]
    enum After {
        None,
        Some {
            #[kiln(rename = "x")]
            ex: u8,
            #[kiln(default)]
            ok: Option<Box<After>>,
        },
    }
    reads(Before::Some { x: 3 }, After::Some { ex: 3, ok: None });
    reads(Before::None, After::None);
}

/// Nothing of the prelude is there, and its names are other things.
mod bare {
    #![no_implicit_prelude]
    #![allow(dead_code, non_camel_case_types)]

    struct Result;
    struct Some;
    struct Ok;
    struct Err;
    struct Default;
    struct From;
    struct u8;

    /// The second generation.
    #[derive(::kiln::Kiln, ::std::fmt::Debug, ::std::cmp::PartialEq)]
    #[kiln(upgrade_from = super::Old)]
    pub(crate) struct New {
        pub(crate) kept: ::core::primitive::u8,
        #[kiln(default)]
        pub(crate) writer: ::std::string::String,
        #[kiln(default = value)]
        pub(crate) value: ::core::primitive::u32,
    }

    fn value() -> ::core::primitive::u32 {
        7
    }

    impl ::core::convert::From<super::Old> for New {
        fn from(old: super::Old) -> Self {
            Self {
                kept: old.kept,
                writer: ::std::convert::From::from("upgraded"),
                value: 0,
            }
        }
    }
}

#[test]
fn names_of_the_user_mean_nothing_to_the_derive() {
    let new = |writer: &str, value| bare::New {
        kept: 1,
        writer: writer.into(),
        value,
    };
    reads(old(), new("", 7));
    let bytes = kiln::frame::to_vec(&old()).unwrap();
    assert_eq!(kiln::frame::upgrade(&bytes), Ok(new("upgraded", 0)));
}
