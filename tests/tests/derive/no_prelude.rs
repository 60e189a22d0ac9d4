//! Without the prelude, nothing but what is written is in scope.

#![no_implicit_prelude]

use ::kiln::Kiln;

#[derive(Kiln, ::core::cmp::PartialEq, ::core::fmt::Debug)]
struct Struct<'a, T> {
    a: u8,
    b: &'a str,
    c: ::std::vec::Vec<T>,
    #[kiln(as = u64)]
    d: usize,
    #[kiln(skip)]
    e: u8,
    #[kiln(with = converted)]
    f: u8,
}

mod converted {
    pub(super) type Wire = u16;

    pub(super) fn to_wire(value: &u8) -> u16 {
        ::core::convert::From::from(*value)
    }

    pub(super) fn from_wire(wire: u16) -> ::core::result::Result<u8, ::kiln::Error> {
        match ::core::convert::TryFrom::try_from(wire) {
            ::core::result::Result::Ok(value) => ::core::result::Result::Ok(value),
            ::core::result::Result::Err(_) => ::core::result::Result::Err(::kiln::Error::Type),
        }
    }
}

#[derive(Kiln, ::core::cmp::PartialEq, ::core::fmt::Debug)]
enum Recursive {
    End,
    More(u8, ::std::boxed::Box<Recursive>),
    Named { x: u8, y: u8 },
}

#[derive(Kiln, ::core::cmp::PartialEq, ::core::fmt::Debug)]
struct Unit;

#[::core::prelude::v1::test]
fn without_the_prelude() {
    let value = Struct {
        a: 1,
        b: "",
        c: ::std::vec![2u8],
        d: 3,
        e: 0,
        f: 4,
    };
    super::travels(
        &value,
        "struct{a:u8,b:string,c:list<u8>,d:u64,f:u16,}",
        &[1, 0, 0, 0, 0, 1, 0, 0, 0, 2, 3, 0, 0, 0, 0, 0, 0, 0, 4, 0],
    );
    let value = Recursive::More(1, ::std::boxed::Box::new(Recursive::Named { x: 2, y: 3 }));
    let schema =
        "rec<Recursive,enum{End,More:tuple(u8,ref<Recursive>,),Named:struct{x:u8,y:u8,},}>";
    super::travels(&value, schema, &[1, 1, 2, 2, 3]);
    super::travels(&Recursive::End, schema, &[0]);
    super::travels(&Unit, "struct{}", &[]);
}
