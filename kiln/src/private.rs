//! What generated code may name. Not part of the public interface: it changes without notice.

pub use crate::{
    __kiln_image as image, Decode, Describe, Encode, Error, Reader, Schema, Writer,
    outcome::Outcome,
    plain::{Image, Kind, Part, part},
    schema::{Field, Variant},
};
pub use core::{
    clone::Clone,
    cmp::{Eq, Ord, Ordering, PartialEq, PartialOrd},
    convert::{From, Into, TryFrom, TryInto},
    default::Default,
    fmt,
    hash::{Hash, Hasher},
    marker::{Copy, PhantomData, Sized},
    mem::offset_of,
    option::Option::{self, None, Some},
    primitive::{bool, str, u16, u32, u64, usize},
    result::Result::{self, Err, Ok},
};

use crate::schema::{Fault, KeyOrder, captured};

/// The size of every value of `T`, if they are all of one size.
#[must_use]
pub const fn fixed<T: Describe + ?Sized>() -> Option<usize> {
    fixed_size(T::MIN_SIZE, T::MAX_SIZE)
}

/// The size of every value of a type, if they are all of one size, from the least and the most that they take.
#[must_use]
pub const fn fixed_size(min: usize, max: Option<usize>) -> Option<usize> {
    match max {
        Some(max) if max == min => Some(max),
        _ => None,
    }
}

/// For each field, given its size if that is fixed: the bytes of the run of fixed fields that
/// begins with it, and 0 where none begins.
#[must_use]
pub const fn runs<const N: usize>(fields: [Option<usize>; N]) -> [usize; N] {
    let mut runs = [0; N];
    let mut first = 0;
    let mut i = 0;
    while i < N {
        match fields[i] {
            Some(size) => runs[first] += size,
            None => first = i + 1,
        }
        i += 1;
    }
    runs
}

/// The size of these fields and what stands before them, if all are fixed.
#[must_use]
pub const fn exactly<const N: usize>(before: usize, fields: [Option<usize>; N]) -> Option<usize> {
    let mut sum = before;
    let mut i = 0;
    while i < N {
        match fields[i] {
            Some(size) => sum = sum.saturating_add(size),
            None => return None,
        }
        i += 1;
    }
    Some(sum)
}

/// The size of what stands before these fields, and of those that are fixed.
#[must_use]
pub const fn at_least<const N: usize>(before: usize, fields: [Option<usize>; N]) -> usize {
    let mut sum = before;
    let mut i = 0;
    while i < N {
        if let Some(size) = fields[i] {
            sum = sum.saturating_add(size);
        }
        i += 1;
    }
    sum
}

/// The tests of all these fields ([`Describe::TESTS`]).
#[must_use]
pub const fn tests(fields: &[Option<usize>]) -> Option<usize> {
    let mut sum: usize = 0;
    let mut i = 0;
    while i < fields.len() {
        match fields[i] {
            Some(tests) => sum = sum.saturating_add(tests),
            None => return None,
        }
        i += 1;
    }
    Some(sum)
}

/// Reads a field and forgets it. `None` if there is none.
pub fn discard<'de, T: Decode<'de>>(r: &mut Reader<'de>) -> Option<()> {
    match r.read::<T>() {
        Some(_) => Some(()),
        None => None,
    }
}

/// A function that reads a field and forgets it.
pub type Discard<'de> = fn(&mut Reader<'de>) -> Option<()>;

/// The error of what is known to be one.
#[inline]
pub fn fault<T>(result: &Result<T, Error>) -> Error {
    match result {
        Ok(_) => Error::Type,
        Err(error) => *error,
    }
}

/// Opens the body of a `rec`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn enter(r: &mut Reader<'_>) -> Option<()> {
    let entered = r.enter();
    r.some(entered)
}

/// The tag of an enum of so many variants.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn tag(r: &mut Reader<'_>, variants: usize) -> Option<u16> {
    r.next_tag(variants)
}

/// Notes which error comes first when the run of fields that begins at `from` is not all there: a check of
/// the whole run at once must not let the missing bytes win over a fault in those that are there.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn short<'de>(r: &mut Reader<'de>, fields: &[Discard<'de>], from: usize) {
    #[cold]
    #[inline(never)]
    fn first<'de>(mut r: Reader<'de>, fields: &[Discard<'de>]) -> (Error, &'de [u8]) {
        let first = match fields.iter().try_for_each(|field| field(&mut r)) {
            Some(()) => Error::Eof,
            None => r.noted(),
        };
        (first, r.unread())
    }
    // A copy: a reader whose address is taken cannot live in registers.
    let (error, unread) = first(r.over(r.unread()), &fields[from..]);
    r.stand_at(unread);
    r.note(error);
}

/// The bytes of an enum's tag.
#[must_use]
pub const fn tag_size(variants: usize) -> usize {
    if variants <= 256 { 1 } else { 2 }
}

#[diagnostic::on_unimplemented(
    message = "a function of a `with` module returns `{Self}`, which is not what is wanted",
    label = "return the value itself, or a `Result` of it with `kiln::Error`",
    note = "`to_wire(&Field)` returns `Wire` or `Result<Wire, kiln::Error>`; `from_wire(Wire)` returns the field's type or a `Result` of it"
)]
/// What a conversion function of `#[kiln(with = module)]` may return: the value, or a `Result` of it.
pub trait Conv<T> {
    /// The value, or why there is none.
    ///
    /// # Errors
    /// What the conversion function says.
    fn conv(self) -> Result<T, Error>;
}

impl<T> Conv<T> for T {
    #[inline]
    fn conv(self) -> Result<T, Error> {
        Ok(self)
    }
}

impl<T> Conv<T> for Result<T, Error> {
    #[inline]
    fn conv(self) -> Result<T, Error> {
        self
    }
}

/// The schema of `Old` or of a type that turns into it, if one of them has this hash.
#[must_use]
pub fn older_schema<'de, Old: Decode<'de>>(hash: u64) -> Option<&'static Schema> {
    // A chain that runs in a circle would never end here; asking for its length does not compile.
    let _ = const { Old::GENERATIONS };
    if hash == Old::TYPE_HASH {
        Some(Old::SCHEMA)
    } else {
        Old::older_schema(hash)
    }
}

/// Reads an `Old`, or a type that turns into it, by its hash, and turns it into `New`.
///
/// # Errors
/// Those of the type that is read; [`Error::Schema`] if none has this hash.
pub fn decode_older<'de, Old: Decode<'de>, New: From<Old>>(
    hash: u64,
    r: &mut Reader<'de>,
) -> Result<New, Error> {
    let old = if hash == Old::TYPE_HASH {
        Old::decode(r)
    } else {
        Old::decode_older(hash, r)
    };
    match old {
        Ok(old) => Ok(New::from(old)),
        Err(error) => Err(error),
    }
}

/// Whether a schema keeps the rules on minimums and keys, as the compiler finds it for a type. A test
/// compares this with what parsing finds.
#[must_use]
pub const fn is_sound(schema: &Schema) -> bool {
    schema.fault().is_none()
}

/// A compile error for a schema that breaks a rule of format section 1.
///
/// # Panics
/// At compile time, with what to do instead.
#[track_caller]
pub const fn check(schema: &'static Schema) {
    match schema.fault() {
        None => {}
        Some(Fault::NoByte) => panic!(
            "kiln: a list, set, array or key of elements that may take no byte: a count of them would be free. \
             Give the element a field, or keep the number instead of the list"
        ),
        Some(Fault::NotAKey) => panic!(
            "kiln: this is no key: keys of sets and maps are bool, integers, char, text and [u8; N]. \
             Use a Vec of pairs, or a key of one of these kinds: a newtype of one is a key, \
             and so is `struct Key(#[kiln(as = u8)] Enum)`"
        ),
        Some(Fault::Overflow) => panic!("kiln: the minimum size of this type does not fit 64 bits"),
        Some(Fault::NoRec) => panic!("kiln: a `ref` outside any `rec` of its name"),
        Some(Fault::Variants) => panic!("kiln: an enum has 1 to 65,536 variants"),
    }
}

/// The label of the `ref`s in the copy of a recursive type's schema that [`own_refs`] looks at. It is
/// no name, so that no type has it.
pub const PROBE: &str = "#";

/// A compile error for a recursive type whose name another type takes, around the place where the
/// first names itself.
///
/// # Panics
/// At compile time, with what to do instead.
#[track_caller]
pub const fn own_refs(probed: &Schema, label: &str) {
    assert!(
        !captured(probed, label, PROBE, false),
        "kiln: this type contains itself inside another recursive type of the same name, so that its \
         schema could not tell the two apart: give one of them another name"
    );
}

/// A compile error for a list element that may take no byte.
///
/// # Panics
/// At compile time.
#[track_caller]
pub(crate) const fn require_element<T: Describe>() {
    assert!(
        T::MIN_SIZE > 0,
        "kiln: a list of elements that may take no byte: a count of them would be free"
    );
}

/// The order of keys, and a compile error for what is no key.
///
/// # Panics
/// At compile time.
#[track_caller]
pub(crate) const fn require_key<K: Describe>() -> KeyOrder {
    require_element::<K>();
    match K::SCHEMA.key_order() {
        Some(order) => order,
        None => panic!(
            "kiln: this is no key: keys of sets and maps are bool, integers, char, text and [u8; N]"
        ),
    }
}
