//! `Duration` and `SystemTime`: seconds, and nanoseconds below a second.

use super::via;
use crate::{Decode, Describe, Encode, Error, Reader, Schema, Writer, schema::Field};
use core::time::Duration;
#[cfg(feature = "std")]
use std::time::SystemTime;

/// A second has so many nanoseconds; `nanos` is below it, or the value is no time (TYPE).
const NANOS: u32 = 1_000_000_000;

macro_rules! seconds {
    ($name:ident, $secs:ident) => {
        /// What travels.
        struct $name {
            secs: $secs,
            nanos: u32,
        }
        impl Describe for $name {
            const SCHEMA: &'static Schema = &Schema::structure(
                const {
                    &[
                        Field::new("secs", $secs::SCHEMA),
                        Field::new("nanos", u32::SCHEMA),
                    ]
                },
            );
        }
        impl Encode for $name {
            #[inline]
            fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
                w.reserve(12);
                self.secs.encode(w)?;
                self.nanos.encode(w)
            }
            #[inline]
            fn encoded_size(&self) -> usize {
                12
            }
        }
        impl<'de> Decode<'de> for $name {
            #[inline]
            fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
                let secs = $secs::decode(r)?;
                let nanos = u32::decode(r)?;
                if nanos >= NANOS {
                    Err(Error::Type)
                } else {
                    Ok(Self { secs, nanos })
                }
            }
        }
    };
}

seconds!(Unsigned, u64);

via!([] Duration as Unsigned,
    |d| Unsigned { secs: d.as_secs(), nanos: d.subsec_nanos() },
    |wire| Ok(Self::new(wire.secs, wire.nanos)));

#[cfg(feature = "std")]
seconds!(Signed, i64);

#[cfg(feature = "std")]
via!([] SystemTime as Signed, |time| since_epoch(*time)?, |wire| {
    let nanos = Duration::new(0, wire.nanos);
    let secs = Duration::from_secs(wire.secs.unsigned_abs());
    let whole = if wire.secs < 0 {
        Self::UNIX_EPOCH.checked_sub(secs)
    } else {
        Self::UNIX_EPOCH.checked_add(secs)
    };
    // What this platform's clock cannot hold is no `SystemTime`.
    let time = whole.and_then(|whole| whole.checked_add(nanos)).ok_or(Error::Type)?;
    // Nor is what it holds only in part: some clocks tick in more than a nanosecond.
    let exact = since_epoch(time)?;
    if (exact.secs, exact.nanos) == (wire.secs, wire.nanos) { Ok(time) } else { Err(Error::Type) }
});

/// Seconds since the epoch, rounded down, and the nanoseconds after them.
#[cfg(feature = "std")]
fn since_epoch(time: SystemTime) -> Result<Signed, Error> {
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => {
            let secs = i64::try_from(after.as_secs()).map_err(|_| Error::Type)?;
            Ok(Signed {
                secs,
                nanos: after.subsec_nanos(),
            })
        }
        Err(before) => {
            let before = before.duration();
            let borrow = u32::from(before.subsec_nanos() > 0);
            let secs = 0i64
                .checked_sub_unsigned(before.as_secs())
                .and_then(|secs| secs.checked_sub(i64::from(borrow)))
                .ok_or(Error::Type)?;
            Ok(Signed {
                secs,
                nanos: borrow * NANOS - before.subsec_nanos(),
            })
        }
    }
}
