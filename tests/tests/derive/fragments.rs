//! What `macro_rules!` hands over: fragments in invisible groups, in every place where an attribute or a type is read.

use kiln::Kiln;

use super::travels;

mod converted {
    pub(super) type Wire = u16;

    pub(super) fn to_wire(value: &u8) -> u16 {
        u16::from(*value)
    }

    pub(super) fn from_wire(wire: u16) -> Result<u8, kiln::Error> {
        u8::try_from(wire).map_err(|_| kiln::Error::Type)
    }
}

mod renamed {
    pub(super) use ::kiln as it;
}

macro_rules! attributes {
    ($krate:path, $wire:ty, $module:path, $name:literal, $case:literal) => {
        #[derive(Kiln, PartialEq, Debug)]
        #[kiln(crate = $krate, rename_all = $case)]
        struct Attributes {
            #[kiln(as = $wire)]
            by_type: usize,
            #[kiln(with = $module)]
            by_module: u8,
            #[kiln(rename = $name)]
            other: u8,
        }
    };
}

attributes!(renamed::it, u64, converted, "name", "UPPERCASE");

#[test]
fn in_attributes() {
    let value = Attributes {
        by_type: 1,
        by_module: 2,
        other: 3,
    };
    travels(
        &value,
        "struct{BY_TYPE:u64,BY_MODULE:u16,name:u8,}",
        &[1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 3],
    );
}

#[doc(hidden)]
pub(crate) mod exported {
    pub(crate) use ::kiln;
}

/// What a crate that re-exports kiln would write.
macro_rules! exported {
    ($($field:ident: $ty:ty),*) => {
        #[derive($crate::fragments::exported::kiln::Kiln, PartialEq, Debug)]
        #[kiln(crate = $crate::fragments::exported::kiln)]
        struct Exported {
            $($field: $ty,)*
        }
    };
}

exported!(a: u8, b: Vec<u8>);

#[test]
fn the_crate_by_dollar_crate() {
    travels(
        &Exported { a: 1, b: vec![2] },
        "struct{a:u8,b:list<u8>,}",
        &[1, 1, 0, 0, 0, 2],
    );
}

macro_rules! generic {
    ($name:ident, $($param:ident),* ; $len:expr ; $bytes:ty, $text:ty) => {
        #[derive(Kiln, PartialEq, Debug)]
        struct $name<'a, $($param),*> {
            list: Vec<($($param,)*)>,
            array: [u8; $len],
            bytes: $bytes,
            text: &'a $text,
        }
    };
}

generic!(Generic, A, B; 1 + 1; Box<[u8]>, str);

#[test]
fn in_types() {
    let value = Generic {
        list: vec![(1u8, true)],
        array: [2, 3],
        bytes: Box::new([4]),
        text: "t",
    };
    travels(
        &value,
        "struct{list:list<tuple(u8,bool,)>,array:array<u8,2>,bytes:list<u8>,text:string,}",
        &[1, 0, 0, 0, 1, 1, 2, 3, 1, 0, 0, 0, 4, 1, 0, 0, 0, b't'],
    );
}

/// `cfg` is gone before the derive sees its input.
#[derive(Kiln, PartialEq, Debug)]
struct Configured {
    a: u8,
    #[cfg(any())]
    gone: usize,
    #[cfg_attr(all(), kiln(rename = "c"))]
    b: u8,
    #[cfg_attr(any(), kiln(skip))]
    d: u8,
}

#[test]
fn behind_cfg() {
    travels(
        &Configured { a: 1, b: 2, d: 3 },
        "struct{a:u8,c:u8,d:u8,}",
        &[1, 2, 3],
    );
}
