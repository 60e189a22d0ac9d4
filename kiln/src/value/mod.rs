//! Values without their Rust types: any value of any schema.
//!
//! A program that was not compiled with a type, a tool that looks into files, a gateway that speaks
//! JSON on its other side: all they have is a [`Schema`](crate::Schema), often one that came as
//! text. [`Schema::decode`](crate::Schema::decode) reads a [`Value`] by it and
//! [`Schema::encode`](crate::Schema::encode) writes one, with the same limits and the same first
//! error as for a Rust type.
//!
//! A legal value can be thousands of levels deep: 64 levels of schema inside each of 128 open
//! `rec`s. Nothing here recurses per level. Whoever walks a value keeps the open levels on the heap:
//!
//! | file | what |
//! |---|---|
//! | [`plan`] | a schema made flat: nodes with settled minimum sizes, references resolved |
//! | [`walk`] | reads wire bytes by a plan and tells a [`Visit`](walk::Visit) what it finds |
//! | [`build`] | the visitor that makes a [`Value`] |
//! | [`write`], [`keys`] | a [`Value`] to wire bytes |
//! | `frames` | values in frames (feature `frame`) |
//! | [`parts`] | what a value consists of, one level down; `clone`, `eq` and `drop` rest on it |
//! | [`tensors`] | tensor blocks inside values |
//! | [`print`] | `Display` and `Debug` |
//! | `json` | a [`Value`] to JSON and back (feature `json`) |

mod build;
mod clone;
mod convert;
mod drop;
mod entry;
mod eq;
#[cfg(feature = "frame")]
mod frames;
#[cfg(feature = "json")]
mod json;
mod keys;
mod parts;
mod print;
mod tensors;
pub(crate) mod walk;
mod write;

pub(crate) use crate::schema::plan;

use alloc::{borrow::Cow, boxed::Box, vec::Vec};

/// A value of some schema: what [`Schema::decode`](crate::Schema::decode) makes of bytes.
///
/// Text and bytes are borrowed from the input where there is one. Names of fields and variants stay
/// in the schema: a struct is its fields in order, an enum is the position of its variant.
///
/// Values may also be made by hand, and any of them may be handed to
/// [`Schema::encode`](crate::Schema::encode): what is no value of the schema is refused there.
///
/// Two values are equal when they are made of equal parts in equal order. Floats are compared by
/// their bits, as the wire keeps them: a NaN equals itself, and `0.0` is not `-0.0`.
///
/// Clone, comparison, printing and drop take any depth on any stack.
///
/// ```
/// use kiln::{Schema, Value};
/// let schema: Schema = "struct{name:string,tags:set<u16>,}".parse()?;
/// let value = Value::Struct(vec![
///     Value::from("kiln"),
///     Value::Set(vec![Value::U16(300), Value::U16(2)]),
/// ]);
/// let bytes = schema.encode(&value)?;
/// let Value::Struct(fields) = &schema.decode(&bytes)? else { unreachable!() };
/// assert_eq!(fields[0].as_str(), Some("kiln"));
/// // Sets and dicts are written in key order, whatever their order in memory.
/// assert_eq!(fields[1].to_string(), "{2, 300}");
/// # Ok::<(), kiln::Error>(())
/// ```
pub enum Value<'a> {
    /// `bool`
    Bool(bool),
    /// `u8`
    U8(u8),
    /// `u16`
    U16(u16),
    /// `u32`
    U32(u32),
    /// `u64`
    U64(u64),
    /// `u128`
    U128(u128),
    /// `i8`
    I8(i8),
    /// `i16`
    I16(i16),
    /// `i32`
    I32(i32),
    /// `i64`
    I64(i64),
    /// `i128`
    I128(i128),
    /// `f16`: its sixteen bits.
    F16(u16),
    /// `bf16`: its sixteen bits, the upper half of an `f32`.
    Bf16(u16),
    /// `f32`
    F32(f32),
    /// `f64`
    F64(f64),
    /// `char`
    Char(char),
    /// `string`
    Str(Cow<'a, str>),
    /// `list<u8>` and `array<u8,N>`, which are never a [`List`](Self::List) or
    /// [`Array`](Self::Array).
    Bytes(Cow<'a, [u8]>),
    /// `list<T>`
    List(Vec<Value<'a>>),
    /// `set<K>`. Decoded in key order; written in key order whatever the order here.
    Set(Vec<Value<'a>>),
    /// `dict<K,V>`. Decoded in key order; written in key order whatever the order here.
    Dict(Vec<(Value<'a>, Value<'a>)>),
    /// `array<T,N>`
    Array(Vec<Value<'a>>),
    /// `option<T>`
    Option(Option<Box<Value<'a>>>),
    /// `tuple(A,B,)`; without items, the unit.
    Tuple(Vec<Value<'a>>),
    /// `struct{a:A,b:B,}`: the fields in the schema's order.
    Struct(Vec<Value<'a>>),
    /// `enum{A,B:T,}`: the position of the variant, from 0, and what it carries.
    Enum(u16, Option<Box<Value<'a>>>),
    /// `tensors`: the bytes of a tensor block, which are also its only encoding. Decoding and
    /// encoding check them.
    Tensors(Cow<'a, [u8]>),
}

/// What `max_alloc` counts for one element in memory.
pub(crate) const VALUE_SIZE: usize = size_of::<Value<'static>>();

const _: () = assert!(VALUE_SIZE <= 32, "a value takes 32 bytes at most");
