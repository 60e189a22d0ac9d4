//! One check for neighbouring fields must not change which fault is found first.

use kiln::{Describe, Error, Kiln};

use super::{refused, travels};

#[derive(Kiln, PartialEq, Debug)]
struct Fixed {
    a: u16,
    flag: bool,
    b: u32,
}

#[test]
fn a_fault_in_bytes_that_are_there_comes_before_bytes_that_are_not() {
    travels(
        &Fixed {
            a: 1,
            flag: true,
            b: 2,
        },
        "struct{a:u16,flag:bool,b:u32,}",
        &[1, 0, 1, 2, 0, 0, 0],
    );
    refused::<Fixed>(&[1, 0, 2], Error::Type);
    refused::<Fixed>(&[1, 0, 2, 0], Error::Type);
    refused::<Fixed>(&[1, 0, 1, 0], Error::Eof);
    refused::<Fixed>(&[1], Error::Eof);
    refused::<Fixed>(&[], Error::Eof);
}

#[derive(Kiln, PartialEq, Debug)]
struct Broken {
    a: u8,
    text: String,
    letter: char,
    b: Fixed,
    list: Vec<u8>,
    c: u8,
}

#[test]
fn runs_end_at_fields_that_vary() {
    let value = Broken {
        a: 1,
        text: "t".to_owned(),
        letter: 'l',
        b: Fixed {
            a: 2,
            flag: false,
            b: 3,
        },
        list: vec![4],
        c: 5,
    };
    let bytes = [
        1, 1, 0, 0, 0, b't', b'l', 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 4, 5,
    ];
    travels(
        &value,
        "struct{a:u8,text:string,letter:char,b:struct{a:u16,flag:bool,b:u32,},list:list<u8>,c:u8,}",
        &bytes,
    );
    // A surrogate, then too little: the surrogate is first.
    refused::<Broken>(&[1, 0, 0, 0, 0, 0, 0xd8, 0, 0, 1], Error::Type);
    // The same within the nested struct, whose flag is 2.
    refused::<Broken>(&[1, 0, 0, 0, 0, b'l', 0, 0, 0, 1, 0, 2], Error::Type);
    refused::<Broken>(&[1, 0, 0, 0, 0, b'l', 0, 0, 0, 1, 0, 1], Error::Eof);
}

#[derive(Kiln, PartialEq, Debug)]
enum Variants {
    A(bool, u32),
    B { x: char, y: u64, z: bool },
}

#[test]
fn in_variants_too() {
    travels(
        &Variants::A(true, 1),
        "enum{A:tuple(bool,u32,),B:struct{x:char,y:u64,z:bool,},}",
        &[0, 1, 1, 0, 0, 0],
    );
    refused::<Variants>(&[0, 2, 1], Error::Type);
    refused::<Variants>(&[0, 1, 1], Error::Eof);
    refused::<Variants>(&[1, 0, 0xd8, 0, 0, 1], Error::Type);
    refused::<Variants>(&[1, 0, 0xd7, 0, 0, 1], Error::Eof);
}

/// Which fields are of fixed size is known only where `T` is.
#[derive(Kiln, PartialEq, Debug)]
struct Generic<T> {
    flag: bool,
    it: T,
    end: u16,
}

#[test]
fn with_parameters() {
    travels(
        &Generic {
            flag: true,
            it: 1u8,
            end: 2,
        },
        "struct{flag:bool,it:u8,end:u16,}",
        &[1, 1, 2, 0],
    );
    travels(
        &Generic {
            flag: true,
            it: "a".to_owned(),
            end: 2,
        },
        "struct{flag:bool,it:string,end:u16,}",
        &[1, 1, 0, 0, 0, b'a', 2, 0],
    );
    assert_eq!(
        (Generic::<u8>::MAX_SIZE, Generic::<String>::MAX_SIZE),
        (Some(4), None)
    );
    refused::<Generic<u8>>(&[2], Error::Type);
    refused::<Generic<String>>(&[1, 1, 0, 0, 0, 0xff], Error::Utf8);
}

/// Lists of structs without padding are copied whole where every bit pattern is a value, and only there.
#[derive(Kiln, PartialEq, Debug, Clone, Copy)]
struct Plain {
    x: f32,
    y: u32,
}

#[derive(Kiln, PartialEq, Debug, Clone, Copy)]
struct Padded {
    x: u8,
    y: u32,
}

#[derive(Kiln, PartialEq, Debug, Clone, Copy)]
struct Checked {
    flag: bool,
    x: u8,
}

#[test]
fn lists_of_structs() {
    travels(
        &vec![Plain { x: 1.0, y: 2 }, Plain { x: -2.0, y: 3 }],
        "list<struct{x:f32,y:u32,}>",
        &[
            2, 0, 0, 0, 0, 0, 0x80, 0x3f, 2, 0, 0, 0, 0, 0, 0, 0xc0, 3, 0, 0, 0,
        ],
    );
    travels(
        &vec![Padded { x: 1, y: 2 }, Padded { x: 3, y: 4 }],
        "list<struct{x:u8,y:u32,}>",
        &[2, 0, 0, 0, 1, 2, 0, 0, 0, 3, 4, 0, 0, 0],
    );
    travels(
        &vec![Checked { flag: true, x: 2 }, Checked { flag: false, x: 3 }],
        "list<struct{flag:bool,x:u8,}>",
        &[2, 0, 0, 0, 1, 2, 0, 3],
    );
    refused::<Vec<Checked>>(&[2, 0, 0, 0, 1, 2, 2, 3], Error::Type);
}
