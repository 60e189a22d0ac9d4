//! Structs and enums of every shape.

use std::collections::BTreeMap;

use kiln::{Describe, Error, Kiln};

use super::{refused, travels};

#[derive(Kiln, PartialEq, Debug)]
struct Named {
    id: u32,
    name: String,
    on: bool,
}

#[test]
fn named_fields() {
    let value = Named {
        id: 7,
        name: "ab".to_owned(),
        on: true,
    };
    travels(
        &value,
        "struct{id:u32,name:string,on:bool,}",
        &[7, 0, 0, 0, 2, 0, 0, 0, b'a', b'b', 1],
    );
    assert_eq!((Named::MIN_SIZE, Named::MAX_SIZE), (9, None));
    refused::<Named>(&[7, 0, 0, 0, 0, 0, 0, 0, 2], Error::Type);
    refused::<Named>(&[7, 0, 0, 0, 0, 0, 0, 0, 1, 0], Error::Trailing);
}

#[derive(Kiln, PartialEq, Debug)]
struct Pair(u16, i8);

#[derive(Kiln, PartialEq, Debug)]
struct Newtype(u16);

#[derive(Kiln, PartialEq, Debug)]
struct OneNamed {
    only: u16,
}

#[test]
fn tuple_structs() {
    travels(&Pair(0x0102, -1), "tuple(u16,i8,)", &[2, 1, 0xff]);
    travels(&Newtype(0x0102), "u16", &[2, 1]);
    travels(&OneNamed { only: 0x0102 }, "struct{only:u16,}", &[2, 1]);
    assert_eq!(Pair::MAX_SIZE, Some(3));
}

#[derive(Kiln, PartialEq, Debug)]
struct Unit;
#[derive(Kiln, PartialEq, Debug)]
struct UnitBraces {}
#[derive(Kiln, PartialEq, Debug)]
struct UnitParens();

#[test]
fn structs_without_fields() {
    travels(&Unit, "struct{}", &[]);
    travels(&UnitBraces {}, "struct{}", &[]);
    travels(&UnitParens(), "struct{}", &[]);
    refused::<Unit>(&[0], Error::Trailing);
}

#[derive(Kiln, PartialEq, Debug)]
enum Mixed {
    Unit,
    Parens(),
    Braces {},
    One(u16),
    Two(u8, String),
    Named { x: u8, y: u16 },
    NamedOne { x: u8 },
}

#[test]
fn enums() {
    let schema = "enum{Unit,Parens,Braces,One:u16,Two:tuple(u8,string,),Named:struct{x:u8,y:u16,},NamedOne:struct{x:u8,},}";
    travels(&Mixed::Unit, schema, &[0]);
    travels(&Mixed::Parens(), schema, &[1]);
    travels(&Mixed::Braces {}, schema, &[2]);
    travels(&Mixed::One(258), schema, &[3, 2, 1]);
    travels(
        &Mixed::Two(9, "z".to_owned()),
        schema,
        &[4, 9, 1, 0, 0, 0, b'z'],
    );
    travels(&Mixed::Named { x: 1, y: 2 }, schema, &[5, 1, 2, 0]);
    travels(&Mixed::NamedOne { x: 3 }, schema, &[6, 3]);
    refused::<Mixed>(&[7], Error::Type);
    refused::<Mixed>(&[], Error::Eof);
    assert_eq!(Mixed::MIN_SIZE, 1);
}

#[derive(Kiln, PartialEq, Debug, Clone, Copy)]
#[repr(u8)]
enum Discriminants {
    A = 9,
    B = 3,
}

#[test]
fn discriminants_do_not_count() {
    travels(&Discriminants::A, "enum{A,B,}", &[0]);
    travels(&Discriminants::B, "enum{A,B,}", &[1]);
}

#[derive(Kiln, PartialEq, Debug)]
struct Everything {
    numbers: (u8, u16, u32, u64, u128, i8, i16, i32, i64, i128, f32, f64),
    letter: char,
    unit: (),
    array: [u16; 2],
    list: Vec<u16>,
    map: BTreeMap<String, Option<u8>>,
    nested: Option<Box<Pair>>,
}

#[test]
fn fields_of_many_types() {
    let value = Everything {
        numbers: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1.0, -2.0),
        letter: 'ß',
        unit: (),
        array: [1, 2],
        list: vec![3],
        map: BTreeMap::from([("k".to_owned(), Some(4))]),
        nested: Some(Box::new(Pair(5, 6))),
    };
    let mut bytes = vec![1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0];
    bytes.extend(5u128.to_le_bytes());
    bytes.extend([6, 7, 0, 8, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend(10i128.to_le_bytes());
    bytes.extend([0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0xc0]);
    bytes.extend([0xdf, 0, 0, 0]);
    bytes.extend([1, 0, 2, 0]);
    bytes.extend([1, 0, 0, 0, 3, 0]);
    bytes.extend([1, 0, 0, 0, 1, 0, 0, 0, b'k', 1, 4]);
    bytes.extend([1, 5, 0, 6]);
    travels(
        &value,
        "struct{numbers:tuple(u8,u16,u32,u64,u128,i8,i16,i32,i64,i128,f32,f64,),letter:char,unit:tuple(),\
         array:array<u16,2>,list:list<u16>,map:dict<string,option<u8>>,nested:option<tuple(u16,i8,)>,}",
        &bytes,
    );
}

macro_rules! many_variants {
    ($($variant:ident)*) => {
        #[derive(Kiln, PartialEq, Debug, Clone, Copy)]
        enum Many { $($variant,)* Last(u8) }
        const MANY: &[&str] = &[$(stringify!($variant)),*];
    };
}

// 16 × 16 + 1 variants: one more than a tag of one byte can tell apart.
macro_rules! sixteen {
    ($($prefix:ident)*) => { many_variants! { $($prefix)* } };
}

sixteen! {
    A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 Aa Ab Ac Ad Ae Af B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 Ba Bb Bc Bd Be Bf
    C0 C1 C2 C3 C4 C5 C6 C7 C8 C9 Ca Cb Cc Cd Ce Cf D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 Da Db Dc Dd De Df
    E0 E1 E2 E3 E4 E5 E6 E7 E8 E9 Ea Eb Ec Ed Ee Ef F0 F1 F2 F3 F4 F5 F6 F7 F8 F9 Fa Fb Fc Fd Fe Ff
    G0 G1 G2 G3 G4 G5 G6 G7 G8 G9 Ga Gb Gc Gd Ge Gf H0 H1 H2 H3 H4 H5 H6 H7 H8 H9 Ha Hb Hc Hd He Hf
    I0 I1 I2 I3 I4 I5 I6 I7 I8 I9 Ia Ib Ic Id Ie If J0 J1 J2 J3 J4 J5 J6 J7 J8 J9 Ja Jb Jc Jd Je Jf
    K0 K1 K2 K3 K4 K5 K6 K7 K8 K9 Ka Kb Kc Kd Ke Kf L0 L1 L2 L3 L4 L5 L6 L7 L8 L9 La Lb Lc Ld Le Lf
    M0 M1 M2 M3 M4 M5 M6 M7 M8 M9 Ma Mb Mc Md Me Mf N0 N1 N2 N3 N4 N5 N6 N7 N8 N9 Na Nb Nc Nd Ne Nf
    O0 O1 O2 O3 O4 O5 O6 O7 O8 O9 Oa Ob Oc Od Oe Of P0 P1 P2 P3 P4 P5 P6 P7 P8 P9 Pa Pb Pc Pd Pe Pf
    Q0 Q1 Q2 Q3 Q4 Q5 Q6 Q7 Q8 Q9 Qa Qb Qc Qd Qe Qf R0 R1 R2 R3 R4 R5 R6 R7 R8 R9 Ra Rb Rc Rd Re Rf
    S0 S1 S2 S3 S4 S5 S6 S7 S8 S9 Sa Sb
}

#[test]
fn three_hundred_variants_take_a_tag_of_two_bytes() {
    assert_eq!(MANY.len(), 300);
    let schema = format!("enum{{{},Last:u8,}}", MANY.join(","));
    travels(&Many::A0, &schema, &[0, 0]);
    travels(&Many::Sb, &schema, &[43, 1]);
    travels(&Many::Last(5), &schema, &[44, 1, 5]);
    refused::<Many>(&[45, 1], Error::Type);
    refused::<Many>(&[44], Error::Eof);
    assert_eq!((Many::MIN_SIZE, Many::MAX_SIZE), (2, Some(3)));
}

macro_rules! many_fields {
    ($($field:ident)*) => {
        #[derive(Kiln, PartialEq, Debug)]
        struct Wide { $($field: u16,)* }
        const WIDE: &[&str] = &[$(stringify!($field)),*];
        impl Wide {
            fn counting() -> Wide {
                let mut next = 0;
                Wide { $($field: { next += 1; next },)* }
            }
        }
    };
}

many_fields! {
    a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9
    d0 d1 d2 d3 d4 d5 d6 d7 d8 d9 e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 f0 f1 f2 f3 f4 f5 f6 f7 f8 f9
    g0 g1 g2 g3 g4 g5 g6 g7 g8 g9 h0 h1 h2 h3 h4 h5 h6 h7 h8 h9 i0 i1 i2 i3 i4 i5 i6 i7 i8 i9
    j0 j1 j2 j3 j4 j5 j6 j7 j8 j9 k0 k1 k2 k3 k4 k5 k6 k7 k8 k9 l0 l1 l2 l3 l4 l5 l6 l7 l8 l9
    m0 m1 m2 m3 m4 m5 m6 m7 m8 m9 n0 n1 n2 n3 n4 n5 n6 n7 n8 n9 o0 o1 o2 o3 o4 o5 o6 o7 o8 o9
    p0 p1 p2 p3 p4 p5 p6 p7 p8 p9 q0 q1 q2 q3 q4 q5 q6 q7 q8 q9 r0 r1 r2 r3 r4 r5 r6 r7 r8 r9
    s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 t0 t1 t2 t3 t4 t5 t6 t7 t8 t9
}

#[test]
fn two_hundred_fields() {
    assert_eq!(WIDE.len(), 200);
    let fields: String = WIDE.iter().map(|field| format!("{field}:u16,")).collect();
    let bytes: Vec<u8> = (1..=200u16).flat_map(u16::to_le_bytes).collect();
    travels(&Wide::counting(), &format!("struct{{{fields}}}"), &bytes);
}

#[derive(Kiln, PartialEq, Debug)]
struct Raw {
    r#type: u8,
    r#fn: u8,
}

#[derive(Kiln, PartialEq, Debug)]
#[allow(non_camel_case_types)]
enum r#enum {
    r#struct,
    r#match(u8),
}

#[derive(Kiln, PartialEq, Debug)]
struct Größe {
    höhe: u8,
    長さ: u8,
}

#[test]
fn names_that_are_not_plain() {
    travels(
        &Raw { r#type: 1, r#fn: 2 },
        "struct{type:u8,fn:u8,}",
        &[1, 2],
    );
    travels(&r#enum::r#match(1), "enum{struct,match:u8,}", &[1, 1]);
    travels(&r#enum::r#struct, "enum{struct,match:u8,}", &[0]);
    travels(
        &Größe {
            höhe: 1, 長さ: 2
        },
        "struct{höhe:u8,長さ:u8,}",
        &[1, 2],
    );
}
