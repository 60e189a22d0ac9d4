//! A parameter that the user bounds by `Kiln`: what the derive infers does not contradict it.

use kiln::{Decode, Describe, Encode, Kiln};
use kiln_tests::check::torture;

#[derive(Kiln, PartialEq, Debug)]
struct OnParameter<T: Kiln> {
    one: T,
    many: Vec<T>,
    next: Option<Box<Self>>,
}

#[derive(Kiln, PartialEq, Debug)]
enum InClause<T, U>
where
    T: kiln::Kiln + Clone,
    U: Encode + for<'a> Decode<'a>,
{
    A(T),
    B { u: U, t: Option<T> },
}

#[derive(Kiln, PartialEq, Debug)]
struct Quantified<T>(T, u8)
where
    for<'x> T: Decode<'x>;

#[derive(Kiln, PartialEq, Debug)]
struct OneWay<T: Encode, U>(T, U);

#[test]
fn bounded_parameters_travel() {
    torture::<OnParameter<u8>>(&[1, 1, 0, 0, 0, 2, 0]);
    torture::<InClause<u8, bool>>(&[1, 1, 1, 7]);
    torture::<Quantified<u16>>(&[1, 2, 3]);
    torture::<OneWay<u8, bool>>(&[1, 1]);
    assert_eq!(
        <InClause<u8, bool>>::SCHEMA.to_string(),
        "enum{A:u8,B:struct{u:bool,t:option<u8>,},}"
    );
}
