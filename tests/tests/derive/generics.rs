//! Parameters of every kind, and the bounds that follow from them.

use std::borrow::Cow;
use std::marker::PhantomData;

use kiln::{Decode, Describe, Encode, Kiln};

use super::travels;

#[derive(Kiln, PartialEq, Debug)]
struct Of<T> {
    first: T,
    rest: Vec<T>,
}

#[derive(Kiln, PartialEq, Debug)]
enum Either<L, R = u8> {
    Left(L),
    Right { it: R },
    Neither,
}

#[test]
fn type_parameters() {
    let value = Of {
        first: 1u16,
        rest: vec![2, 3],
    };
    travels(
        &value,
        "struct{first:u16,rest:list<u16>,}",
        &[1, 0, 2, 0, 0, 0, 2, 0, 3, 0],
    );
    let schema = "enum{Left:string,Right:struct{it:u8,},Neither,}";
    travels(
        &Either::<String>::Left("a".to_owned()),
        schema,
        &[0, 1, 0, 0, 0, b'a'],
    );
    travels(&Either::<String>::Right { it: 4 }, schema, &[1, 4]);
    travels(&Either::<String>::Neither, schema, &[2]);
}

#[derive(Kiln, PartialEq, Debug)]
struct Matrix<T, const ROWS: usize, const COLUMNS: usize = 2>([[T; COLUMNS]; ROWS])
where
    T: Copy;

#[derive(Kiln, PartialEq, Debug)]
struct Blocks<const N: usize> {
    bytes: [u8; N],
    fixed: [u8; 1 + 1],
    nested: Matrix<u8, N, { 1 + 2 }>,
}

#[derive(Kiln, PartialEq, Debug)]
struct Sized3 {
    own: [u8; Self::LEN],
}

impl Sized3 {
    const LEN: usize = 3;
}

#[test]
fn const_parameters() {
    travels(
        &Matrix([[1u8, 2], [3, 4], [5, 6]]),
        "array<array<u8,2>,3>",
        &[1, 2, 3, 4, 5, 6],
    );
    travels(
        &Blocks::<1> {
            bytes: [1],
            fixed: [2, 3],
            nested: Matrix([[4, 5, 6]]),
        },
        "struct{bytes:array<u8,1>,fixed:array<u8,2>,nested:array<array<u8,3>,1>,}",
        &[1, 2, 3, 4, 5, 6],
    );
    travels(
        &Sized3 { own: [1, 2, 3] },
        "struct{own:array<u8,3>,}",
        &[1, 2, 3],
    );
}

#[derive(Kiln, PartialEq, Debug)]
struct Borrowed<'a, 'b: 'a, T> {
    text: &'a str,
    bytes: &'b [u8],
    cow: Cow<'a, str>,
    more: Vec<&'b str>,
    other: T,
}

#[test]
fn lifetimes() {
    let value = Borrowed {
        text: "t",
        bytes: &[9],
        cow: Cow::Borrowed("c"),
        more: vec!["m"],
        other: 5u8,
    };
    let bytes = [
        1, 0, 0, 0, b't', 1, 0, 0, 0, 9, 1, 0, 0, 0, b'c', 1, 0, 0, 0, 1, 0, 0, 0, b'm', 5,
    ];
    travels(
        &value,
        "struct{text:string,bytes:list<u8>,cow:string,more:list<string>,other:u8,}",
        &bytes,
    );
    let decoded: Borrowed<'_, '_, u8> = kiln::from_slice(&bytes).unwrap();
    assert!(bytes.as_ptr_range().contains(&decoded.text.as_ptr()));
    assert!(matches!(decoded.cow, Cow::Borrowed(_)));
}

#[derive(Kiln, PartialEq, Debug)]
struct Signed<'a> {
    bytes: &'a [i8],
    after: u8,
}

#[test]
fn borrowed_signed_bytes() {
    travels(
        &Signed {
            bytes: &[-1, 2],
            after: 3,
        },
        "struct{bytes:list<i8>,after:u8,}",
        &[2, 0, 0, 0, 0xff, 2, 3],
    );
}

/// A lifetime of the name that the derive would otherwise take.
#[derive(Kiln, PartialEq, Debug)]
struct TakesDe<'de>(&'de str);

#[derive(Kiln, PartialEq, Debug)]
struct Static(&'static str);

#[test]
fn lifetimes_of_special_names() {
    travels(&TakesDe("a"), "string", &[1, 0, 0, 0, b'a']);
    travels(&Static("a"), "string", &[1, 0, 0, 0, b'a']);
}

trait Family {
    type Member;
}

#[derive(PartialEq, Debug)]
struct Small;

impl Family for Small {
    type Member = u8;
}

/// `F` itself does not travel, and needs no bound.
#[derive(Kiln, PartialEq, Debug)]
struct Assoc<F: Family> {
    short: F::Member,
    long: <F as Family>::Member,
    list: Vec<F::Member>,
    #[kiln(rename = "phantom")]
    marker: PhantomData<F>,
}

#[test]
fn associated_types() {
    let value = Assoc::<Small> {
        short: 1,
        long: 2,
        list: vec![3],
        marker: PhantomData,
    };
    let phantom = PhantomData::<u8>::SCHEMA.to_string();
    let schema = format!("struct{{short:u8,long:u8,list:list<u8>,phantom:{phantom},}}");
    travels(&value, &schema, &[1, 2, 1, 0, 0, 0, 3]);
}

mod module {
    use kiln::Kiln;

    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct T(pub(super) u8);
}

/// `module::T` is not the parameter `T`.
#[derive(Kiln, PartialEq, Debug)]
struct SameName<T> {
    theirs: module::T,
    ours: T,
}

#[test]
fn a_path_that_ends_like_a_parameter() {
    travels(
        &SameName {
            theirs: module::T(1),
            ours: 2u16,
        },
        "struct{theirs:u8,ours:u16,}",
        &[1, 2, 0],
    );
}

#[derive(Kiln, PartialEq, Debug)]
struct Where<K, V>
where
    K: Ord + Clone,
    Vec<V>: Clone,
    for<'x> &'x K: PartialEq,
{
    key: K,
    values: Vec<V>,
}

#[test]
fn where_clauses() {
    travels(
        &Where {
            key: 1u8,
            values: vec![2u8],
        },
        "struct{key:u8,values:list<u8>,}",
        &[1, 1, 0, 0, 0, 2],
    );
}

#[derive(Kiln, PartialEq, Debug)]
#[kiln(bound(T: Kiln))]
struct Bounded<T> {
    it: Vec<T>,
}

#[derive(Kiln, PartialEq, Debug)]
#[kiln(bound(describe(T: Describe), encode(T: Encode), decode(T: Decode<'de>)))]
struct BoundedEach<T> {
    it: Vec<T>,
}

#[derive(Kiln, PartialEq, Debug)]
struct BoundedField<A, B> {
    #[kiln(bound(A: Kiln))]
    a: A,
    b: B,
}

#[derive(Kiln, PartialEq, Debug)]
#[kiln(bound())]
struct Unbounded<F: Family<Member = u8>>(F::Member);

#[test]
fn bounds() {
    travels(
        &Bounded { it: vec![1u8] },
        "struct{it:list<u8>,}",
        &[1, 0, 0, 0, 1],
    );
    travels(
        &BoundedEach { it: vec![1u8] },
        "struct{it:list<u8>,}",
        &[1, 0, 0, 0, 1],
    );
    travels(
        &BoundedField { a: 1u8, b: 2u8 },
        "struct{a:u8,b:u8,}",
        &[1, 2],
    );
    travels(&Unbounded::<Small>(1), "u8", &[1]);
}

/// The bounds are per trait: what can only be encoded is only encoded.
struct OnlyEncode;

impl Describe for OnlyEncode {
    const SCHEMA: &'static kiln::Schema = u8::SCHEMA;
}

impl Encode for OnlyEncode {
    fn encode(&self, w: &mut kiln::Writer<'_>) -> Result<(), kiln::Error> {
        7u8.encode(w)
    }
    fn encoded_size(&self) -> usize {
        1
    }
}

#[test]
fn a_generic_type_is_encoded_even_if_its_argument_is_not_decoded() {
    assert_eq!(
        kiln::to_vec(&Either::<OnlyEncode>::Left(OnlyEncode)),
        Ok(vec![0, 7])
    );
}

/// What is behind a pointer may have no size.
#[derive(Kiln, PartialEq, Debug)]
struct Unsized<T: ?Sized> {
    count: u8,
    it: Box<T>,
}

#[derive(Kiln, PartialEq, Debug)]
struct ConstKinds<const ON: bool, const LETTER: char>([u8; 1]);

#[test]
fn unusual_parameters() {
    travels(
        &Unsized::<str> {
            count: 1,
            it: "a".into(),
        },
        "struct{count:u8,it:string,}",
        &[1, 1, 0, 0, 0, b'a'],
    );
    travels(
        &Unsized::<[u16]> {
            count: 1,
            it: [2].into(),
        },
        "struct{count:u8,it:list<u16>,}",
        &[1, 1, 0, 0, 0, 2, 0],
    );
    travels(&ConstKinds::<true, 'x'>([1]), "array<u8,1>", &[1]);
}
