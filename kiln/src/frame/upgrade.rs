//! Frames of older types that turn into newer ones: `#[kiln(upgrade_from = Old)]`.

use super::{
    Header,
    steps::{self, Expected, Place},
};
use crate::{Decode, Error, Limits};

/// The value of a frame of this type, or of an older one that it is upgraded from. Default limits.
///
/// With `#[kiln(upgrade_from = Old)]` on `T`, a frame of `Old` is read as an `Old` and turned into a
/// `T` by `T: From<Old>`. `Old` may have an `upgrade_from` of its own, and so on. Which type it is is
/// told by the hash in the header; a frame needs no schema text.
///
/// Nothing else honours `upgrade_from`: what [`from_slice`](super::from_slice),
/// [`load`](super::load) and the stream [`Reader`](super::Reader) accept does not depend on it.
///
/// ```
/// use kiln::{Kiln, frame};
///
/// #[derive(Kiln)]
/// struct Point2 { x: f32, y: f32 }
///
/// #[derive(Kiln, Debug, PartialEq)]
/// #[kiln(upgrade_from = Point2)]
/// struct Point3 { x: f32, y: f32, z: f32 }
///
/// impl From<Point2> for Point3 {
///     fn from(old: Point2) -> Self {
///         Self { x: old.x, y: old.y, z: 0.0 }
///     }
/// }
///
/// let old = frame::to_vec(&Point2 { x: 1.0, y: 2.0 })?;
/// let new: Point3 = frame::upgrade(&old)?;
/// assert_eq!(new, Point3 { x: 1.0, y: 2.0, z: 0.0 });
/// assert_eq!(frame::from_slice::<Point3>(&old), Err(kiln::Error::Schema));
/// # Ok::<(), kiln::Error>(())
/// ```
///
/// A chain that runs in a circle has no oldest type, and does not compile:
///
/// ```compile_fail,E0391
/// # use kiln::{Kiln, frame};
/// #[derive(Kiln)]
/// #[kiln(upgrade_from = B)]
/// struct A { a: u8 }
///
/// #[derive(Kiln)]
/// #[kiln(upgrade_from = A)]
/// struct B { b: u8 }
/// # impl From<B> for A { fn from(old: B) -> Self { Self { a: old.b } } }
/// # impl From<A> for B { fn from(old: A) -> Self { Self { b: old.a } } }
/// ```
///
/// # Errors
/// The first fault in the order F1 to F8 of format section 5, where the expected type is the one
/// among these that the header names; [`Error::Schema`] if it names none.
pub fn upgrade<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Result<T, Error> {
    Limits::DEFAULT.frame_upgrade(bytes)
}

impl Limits {
    /// [`frame::upgrade`](upgrade) with these limits.
    ///
    /// # Errors
    /// Those of [`frame::upgrade`](upgrade).
    pub fn frame_upgrade<'de, T: Decode<'de>>(self, bytes: &'de [u8]) -> Result<T, Error> {
        let hash = Header::from_prefix(bytes)?.type_hash();
        if hash == T::TYPE_HASH {
            return self.frame_from_slice(bytes);
        }
        let older = T::older_schema(hash).ok_or(Error::Schema)?;
        let expected = Expected::Type(older, hash);
        match steps::read(bytes, expected, self, Place::Alone, |_, r| {
            T::decode_older(hash, r)
        }) {
            Ok((value, _)) => Ok(value),
            Err(error) => Err(error),
        }
    }
}
