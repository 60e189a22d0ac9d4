//! A schema: the tree that says what a value's bytes mean (docs/format.md, section 1).
//!
//! One tree serves two makers. A type that derives `Kiln` builds its tree at compile time out of
//! `&'static` pieces; [`FromStr`](core::str::FromStr) builds one out of owned pieces from a text
//! that somebody sent. [`Child`], [`Items`] and [`Cow`] hide which of the two a piece is, and every
//! algorithm over the tree is one `const fn`: the tokens with the hash and the text (`tokens`),
//! the sizes and the rules on them (`size`), the order of keys (`key`).

mod capture;
mod field;
mod key;
mod levels;
mod parse;
pub(crate) mod plan;
mod size;
mod tokens;

use alloc::{borrow::Cow, boxed::Box, vec::Vec};
use core::fmt;

#[cfg(feature = "frame")]
pub use crate::resolve::{Difference, Effect};
pub(crate) use capture::captured;
pub use field::Field;
#[cfg(feature = "frame")]
pub(crate) use field::WriteDefault;
pub(crate) use key::{KeyOrder, View};
pub(crate) use size::{Fault, tag_size};

/// A schema of format section 1. [`Display`](fmt::Display) writes its text,
/// [`FromStr`](core::str::FromStr) reads one.
///
/// Two schemas are equal when their texts are; where the pieces live does not matter.
///
/// ```
/// use kiln::{Describe, Schema};
/// let parsed: Schema = "list<tuple(u8,string,)>".parse()?;
/// assert_eq!(&parsed, <Vec<(u8, String)>>::SCHEMA);
/// assert_eq!(parsed.to_string(), "list<tuple(u8,string,)>");
/// # Ok::<(), kiln::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub enum Schema {
    /// `bool`: one byte, 0 or 1.
    Bool,
    /// `u8`
    U8,
    /// `u16`
    U16,
    /// `u32`
    U32,
    /// `u64`
    U64,
    /// `u128`
    U128,
    /// `i8`
    I8,
    /// `i16`
    I16,
    /// `i32`
    I32,
    /// `i64`
    I64,
    /// `i128`
    I128,
    /// `f16`: IEEE 754 half precision.
    F16,
    /// `bf16`: the upper half of an `f32`.
    Bf16,
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// `char`: a Unicode scalar value in four bytes.
    Char,
    /// `string`: a count of bytes, then UTF-8.
    String,
    /// `list<T>`: a count, then the elements.
    List(Child),
    /// `set<K>`: a count, then the elements, strictly ascending.
    Set(Child),
    /// `dict<K,V>`: a count, then key and value in turn, keys strictly ascending.
    Dict(Child, Child),
    /// `array<T,N>`: N elements without a count.
    Array(Child, u32),
    /// `option<T>`: a byte 0, or a byte 1 and a T.
    Option(Child),
    /// `tuple(A,B,)`: the items in order.
    Tuple(Items),
    /// `struct{a:A,}`: the fields in order.
    Struct(Cow<'static, [Field]>),
    /// `enum{A,B:T,}`: the position of the variant, then what it carries.
    Enum(Cow<'static, [Variant]>),
    /// `tensors`: a tensor block.
    Tensors,
    /// `rec<Name,S>`: S, in which `ref<Name>` stands for the whole again.
    Rec(Cow<'static, str>, Child),
    /// `ref<Name>`: a value of the nearest enclosing `rec` of that name.
    Ref(Cow<'static, str>),
}

/// A schema inside another one: static, or owned by its parent.
#[derive(Clone)]
pub enum Child {
    /// Made at compile time.
    Static(&'static Schema),
    /// Made from a text.
    Owned(Box<Schema>),
}

/// The items of a `tuple`.
#[derive(Clone)]
pub enum Items {
    /// Made at compile time.
    Static(&'static [&'static Schema]),
    /// Made from a text.
    Owned(Vec<Schema>),
}

/// A variant of an `enum`: its name and what it carries, if anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    name: Cow<'static, str>,
    schema: Option<Child>,
}

impl Schema {
    /// `list<T>`, in const context.
    #[must_use]
    pub const fn list(element: &'static Schema) -> Self {
        Self::List(Child::Static(element))
    }

    /// `set<K>`, in const context.
    #[must_use]
    pub const fn set(element: &'static Schema) -> Self {
        Self::Set(Child::Static(element))
    }

    /// `dict<K,V>`, in const context.
    #[must_use]
    pub const fn dict(key: &'static Schema, value: &'static Schema) -> Self {
        Self::Dict(Child::Static(key), Child::Static(value))
    }

    /// `array<T,N>`, in const context.
    ///
    /// # Panics
    /// If the length is above 4,294,967,295, the most that the format knows.
    #[must_use]
    #[track_caller]
    pub const fn array(element: &'static Schema, length: usize) -> Self {
        assert!(
            length as u64 <= u32::MAX as u64,
            "kiln: an array has at most 4,294,967,295 elements"
        );
        #[expect(clippy::cast_possible_truncation, reason = "checked above")]
        Self::Array(Child::Static(element), length as u32)
    }

    /// `option<T>`, in const context.
    #[must_use]
    pub const fn option(some: &'static Schema) -> Self {
        Self::Option(Child::Static(some))
    }

    /// `tuple(A,B,)`, in const context.
    #[must_use]
    pub const fn tuple(items: &'static [&'static Schema]) -> Self {
        Self::Tuple(Items::Static(items))
    }

    /// `struct{a:A,}`, in const context. The fields want an inline const: `const { &[Field::new(…)] }`.
    #[must_use]
    pub const fn structure(fields: &'static [Field]) -> Self {
        Self::Struct(Cow::Borrowed(fields))
    }

    /// `enum{A,B:T,}`, in const context. The variants want an inline const:
    ///
    /// ```
    /// use kiln::{Describe, Schema, schema::Variant};
    /// struct Op;
    /// impl Describe for Op {
    ///     const SCHEMA: &'static Schema = &Schema::enumeration(
    ///         const { &[Variant::unit("Nop"), Variant::with("Put", u32::SCHEMA)] },
    ///     );
    /// }
    /// assert_eq!(Op::SCHEMA.to_string(), "enum{Nop,Put:u32,}");
    /// ```
    #[must_use]
    pub const fn enumeration(variants: &'static [Variant]) -> Self {
        Self::Enum(Cow::Borrowed(variants))
    }

    /// `rec<Label,S>`, in const context.
    #[must_use]
    pub const fn recursive(label: &'static str, body: &'static Schema) -> Self {
        Self::Rec(Cow::Borrowed(label), Child::Static(body))
    }

    /// `ref<Label>`, in const context.
    #[must_use]
    pub const fn reference(label: &'static str) -> Self {
        Self::Ref(Cow::Borrowed(label))
    }
}

impl Child {
    /// The schema, wherever it lives.
    #[must_use]
    pub const fn get(&self) -> &Schema {
        match self {
            Self::Static(schema) => schema,
            Self::Owned(schema) => schema,
        }
    }
}

impl Items {
    /// How many items there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::Static(items) => items.len(),
            Self::Owned(items) => items.len(),
        }
    }

    /// Whether this is the unit, `tuple()`.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item at a position, if there are so many.
    #[must_use]
    pub const fn get(&self, index: usize) -> Option<&Schema> {
        if index >= self.len() {
            return None;
        }
        Some(match self {
            Self::Static(items) => items[index],
            Self::Owned(items) => &items.as_slice()[index],
        })
    }

    /// The items in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Schema> {
        (0..self.len()).map(|i| self.get(i).expect("i is below the length"))
    }
}

impl Variant {
    /// A variant that carries nothing, in const context.
    #[must_use]
    pub const fn unit(name: &'static str) -> Self {
        Self {
            name: Cow::Borrowed(name),
            schema: None,
        }
    }

    /// A variant that carries a value, in const context.
    #[must_use]
    pub const fn with(name: &'static str, schema: &'static Schema) -> Self {
        Self {
            name: Cow::Borrowed(name),
            schema: Some(Child::Static(schema)),
        }
    }

    /// The name in the schema, after any renaming.
    #[must_use]
    pub const fn name(&self) -> &str {
        text(&self.name)
    }

    /// What the variant carries.
    #[must_use]
    pub const fn schema(&self) -> Option<&Schema> {
        match &self.schema {
            Some(schema) => Some(schema.get()),
            None => None,
        }
    }
}

/// `Cow::deref` for const context.
#[expect(clippy::ptr_arg, reason = "the point is to look into it")]
const fn text<'a>(name: &'a Cow<'static, str>) -> &'a str {
    match name {
        Cow::Borrowed(name) => name,
        Cow::Owned(name) => name.as_str(),
    }
}

/// `Cow::deref` for const context.
#[expect(clippy::ptr_arg, reason = "the point is to look into it")]
const fn slice<'a, T: Clone>(items: &'a Cow<'static, [T]>) -> &'a [T] {
    match items {
        Cow::Borrowed(items) => items,
        Cow::Owned(items) => items.as_slice(),
    }
}

impl PartialEq for Child {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for Child {}

impl fmt::Debug for Child {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.get(), f)
    }
}

impl PartialEq for Items {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Items {}

impl fmt::Debug for Items {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl fmt::Debug for Schema {
    /// `Schema(` the text `)`: the tree itself is no easier to read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Schema({self})")
    }
}
