//! [`Describe`]: what is known of a type without a value of it.

use crate::{Schema, natural::NaturalKey, plain::Image};

/// The schema of a type, and what follows from it, all usable in const context.
///
/// Derived by `#[derive(Kiln)]`. By hand, state [`SCHEMA`](Self::SCHEMA) and leave the rest:
///
/// ```
/// use kiln::{Describe, Schema};
/// struct Celsius(f32);
/// impl Describe for Celsius {
///     const SCHEMA: &'static Schema = f32::SCHEMA;
/// }
/// const _: () = assert!(Celsius::MIN_SIZE == 4);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no Kiln schema",
    label = "this type cannot be described to Kiln",
    note = "if the type is yours, derive it: `#[derive(kiln::Kiln)]` on `{Self}`",
    note = "for a type that is not yours: `#[kiln(as = Type)]` or `#[kiln(with = module)]` on the field; for `usize` and `isize`, whose width depends on the machine: `u64` and `i64`",
    note = "some foreign crates are behind features of kiln: half-2, bytes-1, uuid-1, smallvec-1, indexmap-2"
)]
pub trait Describe {
    /// The schema (format section 1).
    const SCHEMA: &'static Schema;

    /// The 64-bit type hash of the schema.
    const TYPE_HASH: u64 = Self::SCHEMA.type_hash();

    /// The fewest bytes that a value takes on the wire.
    const MIN_SIZE: usize = to_usize(Self::SCHEMA.min_size());

    /// The most bytes that a value takes on the wire; `None` where that is unbounded.
    const MAX_SIZE: Option<usize> = match Self::SCHEMA.max_size() {
        Some(size) if size <= usize::MAX as u64 => Some(to_usize(size)),
        _ => None,
    };

    /// Whether the memory of a value is its wire image. Proven by the compiler, never stated.
    #[doc(hidden)]
    const IMAGE: Image<Self> = Image::NONE;

    /// How many tests it takes to tell whether [`MIN_SIZE`](Self::MIN_SIZE) bytes are a value, where reading one runs
    /// code of this crate and of its derive alone: so that one may be read where it is not known yet whether it is
    /// there. A number that is wrong costs time, or calls the user's code with bytes of something else.
    #[doc(hidden)]
    const TESTS: Option<usize> = None;

    /// Whether `Ord` is the order of the wire. Known of types of the standard library, never stated.
    #[doc(hidden)]
    const NATURAL_KEY: NaturalKey<Self> = NaturalKey::NONE;
}

#[expect(clippy::cast_possible_truncation, reason = "checked first")]
const fn to_usize(size: u64) -> usize {
    assert!(
        size <= usize::MAX as u64,
        "kiln: the minimum size of this type does not fit this target's address space"
    );
    size as usize
}
