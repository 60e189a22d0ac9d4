//! Plans of the types of the library.

use crate::plan::{Order, Plan, Planned};
use indexmap::{IndexMap, IndexSet};
use kiln::Error;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;
use std::sync::Arc;

fn size<T>() -> u64 {
    size_of::<T>() as u64
}

fn boxed<T: Planned>() -> Box<Plan> {
    Box::new(T::plan())
}

/// Little-endian numbers, so the last byte counts most.
fn unsigned(wire: &[u8]) -> Vec<u8> {
    wire.iter().rev().copied().collect()
}

fn signed(wire: &[u8]) -> Vec<u8> {
    let mut bytes = unsigned(wire);
    bytes[0] ^= 0x80;
    bytes
}

fn is_char(wire: &[u8]) -> bool {
    char::from_u32(u32::from_le_bytes(wire.try_into().unwrap())).is_some()
}

macro_rules! scalars {
    ($($type:ty, $is_value:expr, $order:expr;)*) => {$(
        impl Planned for $type {
            fn plan() -> Plan {
                Plan::Scalar(size_of::<$type>(), $is_value)
            }
            fn order(wire: &[u8]) -> Vec<u8> {
                let order: Order = $order;
                order(wire)
            }
        }
    )*};
}

scalars! {
    u8, |_| true, unsigned;
    u16, |_| true, unsigned;
    u32, |_| true, unsigned;
    u64, |_| true, unsigned;
    u128, |_| true, unsigned;
    i8, |_| true, signed;
    i16, |_| true, signed;
    i32, |_| true, signed;
    i64, |_| true, signed;
    i128, |_| true, signed;
    f32, |_| true, |_| panic!("no key");
    f64, |_| true, |_| panic!("no key");
    bool, |wire| wire[0] <= 1, unsigned;
    char, is_char, unsigned;
}

fn not_zero(wire: &[u8]) -> Result<(), Error> {
    if wire.iter().all(|byte| *byte == 0) {
        return Err(Error::Type);
    }
    Ok(())
}

macro_rules! nonzero {
    ($($inner:ty),*) => {$(
        impl Planned for NonZero<$inner> {
            fn plan() -> Plan {
                <$inner>::plan().refused(not_zero)
            }
            fn order(wire: &[u8]) -> Vec<u8> {
                <$inner>::order(wire)
            }
        }
    )*};
}

nonzero!(u8, u16, u32, i64, u128);

macro_rules! text {
    ($charged:literal: $($type:ty),*) => {$(
        impl Planned for $type {
            fn plan() -> Plan {
                Plan::Text { charged: $charged }
            }
            fn order(wire: &[u8]) -> Vec<u8> {
                wire[4..].to_vec()
            }
        }
    )*};
}

text!(true: String, Box<str>, Rc<str>, Arc<str>);
text!(false: &str, Cow<'_, str>);

macro_rules! lists {
    ($($type:ty),*) => {$(
        impl<T: Planned> Planned for $type {
            fn plan() -> Plan {
                Plan::List { element: boxed::<T>(), size: size::<T>() }
            }
        }
    )*};
}

lists!(Vec<T>, VecDeque<T>, Box<[T]>, Rc<[T]>, Arc<[T]>);

impl<T: Planned, const N: usize> Planned for smallvec::SmallVec<[T; N]>
where
    [T; N]: smallvec::Array,
{
    fn plan() -> Plan {
        Vec::<T>::plan()
    }
}

impl Planned for &[u8] {
    fn plan() -> Plan {
        let element = boxed::<u8>();
        Plan::List { element, size: 0 }
    }
}

/// Charged wherever it might have to be copied; a byte never has to be.
impl<T: Planned + Clone + 'static> Planned for Cow<'_, [T]> {
    fn plan() -> Plan {
        let byte = std::any::TypeId::of::<T>() == std::any::TypeId::of::<u8>();
        let size = if byte { 0 } else { size::<T>() };
        let element = boxed::<T>();
        Plan::List { element, size }
    }
}

impl<T: Planned> Planned for Option<T> {
    fn plan() -> Plan {
        Plan::Tagged(vec![Plan::nothing(), T::plan()])
    }
}

impl<T: Planned, E: Planned> Planned for Result<T, E> {
    fn plan() -> Plan {
        Plan::Tagged(vec![T::plan(), E::plan()])
    }
}

impl<T: Planned, const N: usize> Planned for [T; N] {
    fn plan() -> Plan {
        Plan::Array(boxed::<T>(), N as u64)
    }
    fn order(wire: &[u8]) -> Vec<u8> {
        wire.to_vec()
    }
}

macro_rules! on_the_heap {
    ($($type:ty),*) => {$(
        impl<T: Planned> Planned for $type {
            fn plan() -> Plan {
                Plan::Boxed(boxed::<T>(), size::<T>())
            }
            fn order(wire: &[u8]) -> Vec<u8> {
                T::order(wire)
            }
        }
    )*};
}

on_the_heap!(Box<T>, Rc<T>, Arc<T>);

macro_rules! maps {
    ($($type:ident),*) => {$(
        impl<K: Planned, V: Planned> Planned for $type<K, V> {
            fn plan() -> Plan {
                Plan::Keyed {
                    key: boxed::<K>(),
                    order: K::order,
                    value: boxed::<V>(),
                    size: size::<(K, V)>(),
                }
            }
        }
    )*};
}

maps!(BTreeMap, HashMap, IndexMap);

macro_rules! sets {
    ($($type:ident),*) => {$(
        impl<K: Planned> Planned for $type<K> {
            fn plan() -> Plan {
                Plan::Keyed {
                    key: boxed::<K>(),
                    order: K::order,
                    value: Box::new(Plan::nothing()),
                    size: size::<K>(),
                }
            }
        }
    )*};
}

sets!(BTreeSet, HashSet, IndexSet);

macro_rules! same_as_inside {
    ($($type:ident),*) => {$(
        impl<T: Planned> Planned for $type<T> {
            fn plan() -> Plan {
                T::plan()
            }
            fn order(wire: &[u8]) -> Vec<u8> {
                T::order(wire)
            }
        }
    )*};
}

same_as_inside!(Wrapping, Saturating);

macro_rules! ranges {
    ($($type:ident),*) => {$(
        impl<T: Planned> Planned for $type<T> {
            fn plan() -> Plan {
                Plan::All(vec![T::plan(), T::plan()])
            }
        }
    )*};
}

ranges!(Range, RangeInclusive);

macro_rules! tuples {
    ($($item:ident)*) => {
        impl<$($item: Planned),*> Planned for ($($item,)*) {
            fn plan() -> Plan {
                Plan::All(vec![$($item::plan()),*])
            }
        }
    };
}

tuples!();
tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
tuples!(A B C D E);
tuples!(A B C D E F G H I J K L);
