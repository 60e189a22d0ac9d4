//! Frames: the header, and the value inside.

use super::{Diagnosis, Step};
use crate::{
    Decode, Error, Limits, Schema, Value,
    frame::{Expected, Fault, Header, open},
};
use alloc::string::String;

/// Where and why [`frame::from_slice`](crate::frame::from_slice) fails on these bytes; `None` if it
/// does not. Default limits.
///
/// ```
/// let mut bytes = kiln::frame::to_vec(&("hi", true))?;
/// *bytes.last_mut().unwrap() = 2;
/// let found = kiln::frame::diagnose::<(&str, bool)>(&bytes).expect("there is a fault");
/// assert_eq!(
///     found.to_string(),
///     "FRAME at byte 32: the checksum is stated as d84f5169, that of the frame is 414600d3 \
///      (step F5 of a frame)",
/// );
/// # Ok::<(), kiln::Error>(())
/// ```
#[must_use]
pub fn diagnose_frame<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Option<Diagnosis> {
    Limits::DEFAULT.diagnose_frame::<T>(bytes)
}

impl Schema {
    /// Where and why [`decode_frame`](Self::decode_frame) fails on these bytes; `None` if it does
    /// not. Default limits.
    #[must_use]
    pub fn diagnose_frame(&self, bytes: &[u8]) -> Option<Diagnosis> {
        Limits::DEFAULT.diagnose_value_frame(self, bytes)
    }
}

impl Value<'_> {
    /// Where and why [`from_frame`](Self::from_frame) fails on these bytes, a frame of whatever schema it
    /// brings with it; `None` if it does not. Default limits.
    ///
    /// ```
    /// use kiln::{Value, frame::Options};
    /// let options = Options { schema: true, checksum: false };
    /// let mut bytes = options.to_vec(&("hi", true))?;
    /// bytes[70] = 2;
    /// assert_eq!(
    ///     Value::diagnose_frame(&bytes).expect("there is a fault").to_string(),
    ///     "TYPE at byte 70 in .1: a bool is 0 or 1, this byte is 2 (step F7 of a frame)",
    /// );
    /// # Ok::<(), kiln::Error>(())
    /// ```
    #[must_use]
    pub fn diagnose_frame(bytes: &[u8]) -> Option<Diagnosis> {
        Limits::DEFAULT.diagnose_any_frame(bytes)
    }
}

impl Limits {
    /// [`frame::diagnose`](crate::frame::diagnose) with these limits.
    #[must_use]
    pub fn diagnose_frame<'de, T: Decode<'de>>(self, bytes: &'de [u8]) -> Option<Diagnosis> {
        let expected = Expected::Type(T::SCHEMA, T::TYPE_HASH);
        self.frame(bytes, expected, |_, body| self.diagnose::<T>(body))
    }

    /// [`Schema::diagnose_frame`] with these limits.
    #[must_use]
    pub fn diagnose_value_frame(self, schema: &Schema, bytes: &[u8]) -> Option<Diagnosis> {
        let expected = Expected::Type(schema, schema.type_hash());
        self.frame(bytes, expected, |_, body| self.diagnose_value(schema, body))
    }

    /// [`Value::diagnose_frame`] with these limits.
    #[must_use]
    pub fn diagnose_any_frame(self, bytes: &[u8]) -> Option<Diagnosis> {
        self.frame(bytes, Expected::Any, |schema, body| {
            // A frame of any type has come this far with its schema.
            self.diagnose_value(schema?, body)
        })
    }

    fn frame<'a>(
        self,
        bytes: &'a [u8],
        expected: Expected<'_>,
        value: impl FnOnce(Option<&Schema>, &'a [u8]) -> Option<Diagnosis>,
    ) -> Option<Diagnosis> {
        let opened = match open(bytes, expected, self) {
            Ok(opened) => opened,
            Err(fault) => return Some(of_header(fault)),
        };
        if let Some(mut inside) = value(opened.schema.as_ref(), opened.body) {
            inside.offset += Header::SIZE;
            // A step of what is inside says more than that it is inside.
            inside.step = inside.step.or(Some(Step::Frame(7)));
            return Some(inside);
        }
        let beyond = bytes.len() - opened.frame_bytes;
        (beyond > 0).then(|| Diagnosis {
            error: Error::Trailing,
            step: Some(Step::Frame(8)),
            ..super::trailing(bytes.len(), beyond)
        })
    }
}

fn of_header(fault: Fault) -> Diagnosis {
    Diagnosis {
        error: fault.error,
        offset: fault.offset,
        path: String::new(),
        step: Some(Step::Frame(fault.step)),
        message: fault.message,
    }
}
