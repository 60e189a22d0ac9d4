//! A lifetime called `'de` that the user's own bounds and types bring in: the derive takes another.

use kiln::{Decode, Encode, Kiln};
use std::marker::PhantomData;

#[derive(Kiln, PartialEq, Debug)]
struct Bound<T: Encode + for<'de> Decode<'de>>(T);

#[derive(Kiln, PartialEq, Debug)]
struct Clause<T>
where
    T: for<'de> Decode<'de>,
{
    items: Vec<T>,
    of: PhantomData<T>,
}

#[derive(Kiln, PartialEq, Debug)]
struct InAType {
    of: PhantomData<for<'de> fn(&'de u8)>,
    n: u8,
}

#[derive(Kiln, PartialEq, Debug)]
#[kiln(bound(decode(T: Decode<'de>)))]
struct OursByName<T>(T);

#[test]
fn a_bound_of_the_users_is_left_alone() {
    assert_eq!(kiln::from_slice::<Bound<u8>>(&[7]), Ok(Bound(7)));
    assert_eq!(kiln::from_slice::<OursByName<u8>>(&[7]), Ok(OursByName(7)));
    let clause: Clause<u8> = kiln::from_slice(&[1, 0, 0, 0, 7]).unwrap();
    assert_eq!(clause.items, [7]);
    let typed: InAType = kiln::from_slice(&[7]).unwrap();
    assert_eq!(kiln::to_vec(&typed).as_deref(), Ok(&[7][..]));
}
