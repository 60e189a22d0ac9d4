//! The only module with `unsafe`: bulk copies between memory and wire, and mapped files.
//!
//! Everything rests on [`Image<T>`], a proof that the memory of a `T` is its wire image. A proof is
//! made in three ways, all in this module: by an `unsafe` trait for the types of the language and of
//! known libraries ([`known`]), from the proofs of items (arrays, tuples), and by the macro
//! `__kiln_image!`, which the derive uses and which compares sizes and offsets at compile time. No
//! safe trait states such a fact, so an implementation that lies can produce a wrong value but never
//! undefined behaviour.
//!
//! [`copy`] uses the proofs. [`Out`] is the other half: the end of a `Vec<u8>` as a cursor, so that
//! a run of writes behind one reservation compiles to plain stores.

mod copy;
mod known;
#[cfg(feature = "mmap")]
mod mapped;
mod out;

pub(crate) use copy::{
    array_of, boxed_of, bytes_of, owned_text, slice_of, tested_vec_of, text_of, value_of, vec_of,
    vec_with,
};
pub(crate) use known::{Bits, Narrow, Transparent, TupleImage};
#[cfg(feature = "mmap")]
pub use mapped::Mapped;
pub(crate) use out::{Out, with_len};

use core::marker::PhantomData;

/// What is known of the memory of a `T` next to its wire image.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Nothing.
    None,
    /// Every byte of a `T` is initialized, and in order they are the wire image.
    Write,
    /// That, and every sequence of `size_of::<T>()` bytes is a valid `T`.
    Both,
}

/// A proof that the memory of a `T` is its wire image; see the module's text.
///
/// Code outside Kiln can name [`Image::NONE`] and nothing else without the macro.
#[derive(Debug)]
pub struct Image<T: ?Sized> {
    kind: Kind,
    /// With [`Kind::Write`]: tells whether bytes are whole valid values of `T`.
    valid: Option<fn(&[u8]) -> bool>,
    /// Invariant in `T`, and no `T` is owned.
    of: PhantomData<fn() -> *mut T>,
}

impl<T: ?Sized> Copy for Image<T> {}

impl<T: ?Sized> Clone for Image<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Image<T> {
    /// Nothing is known: values travel one by one.
    pub const NONE: Self = Self {
        kind: Kind::None,
        valid: None,
        of: PhantomData,
    };

    /// States what is known of the memory of a `T`.
    ///
    /// # Safety
    /// The kind must be true of `T` on a little-endian target, as [`Kind`] words it.
    pub(crate) const unsafe fn new(kind: Kind) -> Self {
        if cfg!(target_endian = "little") {
            Self {
                kind,
                valid: None,
                of: PhantomData,
            }
        } else {
            Self::NONE
        }
    }

    /// Adds a test for bytes: whether they, as many as some number of `T` have, are valid values.
    ///
    /// # Safety
    /// Where it says yes, that must be so.
    pub(crate) const unsafe fn tested(mut self, valid: fn(&[u8]) -> bool) -> Self {
        self.valid = Some(valid);
        self
    }

    /// Whether there is a test for bytes.
    #[inline]
    pub(crate) const fn is_tested(self) -> bool {
        self.is_write() && self.valid.is_some()
    }

    /// What is known.
    #[doc(hidden)]
    #[must_use]
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// Whether memory may be copied out.
    #[inline]
    pub(crate) const fn is_write(self) -> bool {
        !matches!(self.kind, Kind::None)
    }

    /// Whether wire bytes may be copied in.
    #[inline]
    pub(crate) const fn is_read(self) -> bool {
        matches!(self.kind, Kind::Both)
    }
}

/// A field of a struct or tuple: where it lies, how long it is, and what is known of its type.
#[derive(Copy, Clone, Debug)]
pub struct Part {
    offset: usize,
    size: usize,
    kind: Kind,
}

impl Part {
    /// A field of type `T`, of which `image` is the proof.
    pub(crate) const fn new<T>(offset: usize, image: Image<T>) -> Self {
        Self {
            offset,
            size: size_of::<T>(),
            kind: image.kind,
        }
    }
}

/// The field that `field` points to. Its type is stated nowhere: it is the one of the pointer, and the
/// proof has to be about the same.
#[doc(hidden)]
#[must_use]
pub const fn part<S, T>(offset: usize, image: Image<T>, _: fn(&S) -> *const T) -> Part {
    Part::new(offset, image)
}

impl<T> Image<T> {
    /// The proof for a struct or tuple from those of its fields: they lie in declared order, end to
    /// end, and fill it.
    ///
    /// # Safety
    /// The list must name every field of `T`, each with its true offset and a proof for its type, in
    /// the order of the wire; `T` must be valid whenever its fields are.
    #[doc(hidden)]
    #[must_use]
    pub const unsafe fn of_fields(fields: &[Part]) -> Self {
        let mut kind = Kind::Both;
        let mut end = 0;
        let mut i = 0;
        while i < fields.len() {
            let field = fields[i];
            match field.kind {
                Kind::None => return Self::NONE,
                Kind::Write => kind = Kind::Write,
                Kind::Both => {}
            }
            // A field without bytes may stand anywhere.
            if field.size != 0 && field.offset != end {
                return Self::NONE;
            }
            end += field.size;
            i += 1;
        }
        if end != size_of::<T>() {
            return Self::NONE;
        }
        // SAFETY: the fields cover all of `T` in wire order without a gap, so its bytes are
        // initialized and are the wire image when theirs are; `T` is valid when they are.
        unsafe { Self::new(kind) }
    }

    /// The proof for an array from that of its element.
    pub(crate) const fn array<const N: usize>(self) -> Image<[T; N]> {
        // SAFETY: an array is its elements one after another, without padding: it is valid when they are.
        unsafe {
            match self.valid {
                None => Image::new(self.kind),
                Some(valid) => Image::new(self.kind).tested(valid),
            }
        }
    }
}

/// The proof for a struct, from an exhaustive list of its fields and their types.
///
/// Safe to use for anyone: the pattern without `..` compiles only when every field is named, the
/// offsets are the compiler's, and each field's proof is one for the type that a pointer to the field
/// has, however the type was written. Every name starts at `$crate`: `::core` is whatever the user's
/// crate calls so. Nothing that the user wrote stands inside the `unsafe` block. A union is refused:
///
/// ```compile_fail
/// union Either { a: u32, b: (u8, u16) }
/// impl kiln::Describe for Either {
///     const SCHEMA: &'static kiln::Schema = u32::SCHEMA;
///     const IMAGE: kiln::__private::Image<Self> = kiln::__kiln_image!(Self { a: u32 });
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __kiln_image {
    (Self { $($field:tt : $type:ty),* $(,)? }) => {{
        // A plain name could be taken for a constant in the user's scope.
        let _ = |__kiln_value: &Self| {
            let Self { $($field: _),* } = __kiln_value;
            // A union passes for a struct up to here, and may hold bytes that nothing has set. It
            // has no pattern with `..`.
            let Self { .. } = __kiln_value;
        };
        let __kiln_parts: &[$crate::__private::Part] = &[$($crate::__private::part(
            $crate::__private::offset_of!(Self, $field),
            <$type as $crate::__private::Describe>::IMAGE,
            |__kiln_value: &Self| &raw const __kiln_value.$field,
        )),*];
        // SAFETY: the first closure compiles only if `Self` is a struct and the list is all its
        // fields; each part is made of the field's offset and of a proof for its type. A struct is
        // valid when its fields are. The order is the one that the list gives, which is the order
        // that the derive encodes in.
        unsafe { $crate::__private::Image::<Self>::of_fields(__kiln_parts) }
    }};
}
