//! Debug builds hold every `Encode` to its `encoded_size`.
//!
//! Only the outermost call does: a `to_wire` function that itself calls `to_vec` would otherwise be
//! run twice for each level of such a value, which is two to the depth.

use crate::{Encode, Error, Writer};

/// Encodes a value. In debug builds, panics if it wrote another number of bytes than it said: a fault
/// in an `Encode`, not in data.
#[inline]
#[track_caller]
pub(crate) fn encode<T: Encode + ?Sized>(value: &T, w: &mut Writer<'_>) -> Result<(), Error> {
    if !cfg!(debug_assertions) {
        return value.encode(w);
    }
    let Some(_check) = Check::begin() else {
        return value.encode(w);
    };
    let start = w.position();
    value.encode(w)?;
    w.whole()?;
    let written = w.position() - start;
    let stated = value.encoded_size();
    assert!(
        written == stated,
        "kiln: `{}` wrote {written} bytes and its encoded_size says {stated}: \
         its Encode is at fault, or that of a type inside it",
        core::any::type_name::<T>(),
    );
    Ok(())
}

/// A check that is under way on this thread.
struct Check;

#[cfg(feature = "std")]
std::thread_local! {
    static UNDER_WAY: core::cell::Cell<bool> = const { core::cell::Cell::new(false) };
}

impl Check {
    /// `None` inside of another check. Without `std` there are no threads to tell apart, and every
    /// call checks.
    fn begin() -> Option<Self> {
        #[cfg(feature = "std")]
        if UNDER_WAY.replace(true) {
            return None;
        }
        Some(Self)
    }
}

impl Drop for Check {
    fn drop(&mut self) {
        #[cfg(feature = "std")]
        UNDER_WAY.set(false);
    }
}
