//! Where and why decoding failed: a second look, on demand.
//!
//! [`Error`] is one byte, so that errors cost nothing where they are made. Whoever wants to know
//! more asks again with the same bytes. A walk by the schema goes to the fault, making no values,
//! and what it has in hand when it stops is the answer: the value that it had begun, where that
//! began, and what is open around it.
//!
//! | file | what |
//! |---|---|
//! | [`path`] | what is open, as a path |
//! | [`explain`] | what was begun and how it failed, as a sentence with the numbers of both sides |
//! | `frame` | the same for frames: the header, and the value inside |
//! | [`block`] | the same for tensor blocks, whose faults the tensor module words |

mod block;
mod explain;
#[cfg(feature = "frame")]
mod frame;
mod path;

#[cfg(feature = "frame")]
pub use frame::diagnose_frame;

use crate::{
    Decode, Error, Limits, Reader, Schema,
    value::{
        plan::Plan,
        walk::{Doing, Ignore, Walk},
    },
};
use alloc::{format, string::String};
use core::fmt;

/// Where and why bytes are no value: what [`diagnose`](crate::diagnose()) and [`Schema::diagnose`]
/// find.
///
/// Its text is for people and may change; `error` is what decoding says, always.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Diagnosis {
    /// The error that decoding gives.
    pub error: Error,
    /// Where the fault is, in bytes from the start: where the value begins that is none; where
    /// elements would begin that are not there; the first byte that is not UTF-8, or is left over.
    pub offset: usize,
    /// The value that is at fault: `layers[3].weight`, `tags["b"]`, `shape.Circle`. Elements count
    /// from 0, keys that are at fault themselves are `tags.key(3)`, items of tuples are `.0`. Empty
    /// for the whole. A path of many steps is cut in its middle.
    pub path: String,
    /// Which step of a numbered list of the format found it, if one did.
    pub step: Option<Step>,
    /// One sentence, with the numbers of both sides.
    pub message: String,
}

/// A step of a numbered list of the format.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Step {
    /// The five steps of a count, format section 3.
    Count(u8),
    /// The twelve steps of a tensor block, format section 7.
    Tensors(u8),
    /// The eight steps of a frame, F1 to F8 of format section 5.
    Frame(u8),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(step) => write!(f, "step {step} of a count"),
            Self::Tensors(step) => write!(f, "step {step} of a tensor block"),
            Self::Frame(step) => write!(f, "step F{step} of a frame"),
        }
    }
}

impl fmt::Display for Diagnosis {
    /// `EOF at byte 4 in layers[3].weight: 2 elements of at least 4 bytes need 8, 4 are unread`, and
    /// the step in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.error.name(), self.offset)?;
        if !self.path.is_empty() {
            write!(f, " in {}", self.path)?;
        }
        write!(f, ": {}", self.message)?;
        match self.step {
            Some(step) => write!(f, " ({step})"),
            None => Ok(()),
        }
    }
}

/// Where and why [`from_slice`](crate::from_slice) fails on these bytes; `None` if it does not.
/// Default limits.
///
/// ```
/// let bytes = [2, 0, 0, 0, 0, 0, 0x80, 0x3f];
/// let found = kiln::diagnose::<Vec<f32>>(&bytes).expect("there is a fault");
/// assert_eq!(found.error, kiln::from_slice::<Vec<f32>>(&bytes).unwrap_err());
/// assert_eq!(
///     found.to_string(),
///     "EOF at byte 4: 2 elements of at least 4 bytes need 8, 4 are unread (step 5 of a count)",
/// );
/// ```
///
/// This decodes once as the type does, then walks by the type's schema. A type may refuse what its
/// schema accepts: a zero in a `NonZero`, a number that does not convert. Then the place is the last
/// value that the type had read when it refused, and the message says that it was the type.
#[must_use]
pub fn diagnose<'de, T: Decode<'de>>(bytes: &'de [u8]) -> Option<Diagnosis> {
    Limits::DEFAULT.diagnose::<T>(bytes)
}

impl Schema {
    /// Where and why [`decode`](Self::decode) fails on these bytes; `None` if it does not. Default
    /// limits. No values are made: memory is by the nesting of the bytes, not by their length.
    ///
    /// ```
    /// let schema: kiln::Schema = "struct{id:u32,tags:dict<string,bool>,}".parse()?;
    /// let bytes = [7, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, b'b', 2];
    /// let found = schema.diagnose(&bytes).expect("there is a fault");
    /// assert_eq!(
    ///     found.to_string(),
    ///     r#"TYPE at byte 13 in tags["b"]: a bool is 0 or 1, this byte is 2"#,
    /// );
    /// # Ok::<(), kiln::Error>(())
    /// ```
    #[must_use]
    pub fn diagnose(&self, bytes: &[u8]) -> Option<Diagnosis> {
        Limits::DEFAULT.diagnose_value(self, bytes)
    }
}

impl Limits {
    /// [`diagnose`](crate::diagnose()) with these limits.
    #[must_use]
    pub fn diagnose<'de, T: Decode<'de>>(self, bytes: &'de [u8]) -> Option<Diagnosis> {
        let mut reader = Reader::with_limits(bytes, self);
        let error = match T::decode(&mut reader) {
            Ok(_) if reader.remaining() == 0 => return None,
            Ok(_) => return Some(trailing(bytes.len(), reader.remaining())),
            Err(error) => error,
        };
        // An error leaves the reader where it was: that far the type had read.
        Some(self.of_type(T::SCHEMA, bytes, error, reader.remaining()))
    }

    /// [`Schema::diagnose`] with these limits.
    #[must_use]
    pub fn diagnose_value(self, schema: &Schema, bytes: &[u8]) -> Option<Diagnosis> {
        let plan = match Plan::new(schema) {
            Ok(plan) => plan,
            Err(error) => return Some(no_schema(error)),
        };
        let mut walk = Walk::new(&plan, bytes, self);
        match walk.run(&mut Ignore) {
            Ok(()) if walk.reader.remaining() == 0 => None,
            Ok(()) => Some(trailing(bytes.len(), walk.reader.remaining())),
            Err(error) => Some(found(&walk, error, bytes.len(), self)),
        }
    }

    /// What made a type refuse with an error, so many bytes being unread.
    fn of_type(self, schema: &Schema, bytes: &[u8], error: Error, unread: usize) -> Diagnosis {
        let plan = match Plan::new(schema) {
            Ok(plan) => plan,
            Err(error) => return no_schema(error),
        };
        // The budget counts what a type takes in memory, which its schema does not say.
        let unbounded = self.max_alloc(u64::MAX);
        let mut walk = Walk::new(&plan, bytes, unbounded);
        // The same error, and the type had not stopped before: this is what it stopped at.
        if walk.run(&mut Ignore) == Err(error) && walk.reader.remaining() >= unread {
            return found(&walk, error, bytes.len(), unbounded);
        }
        let mut walk = Walk::new(&plan, bytes, unbounded);
        walk.stop_at = Some(unread);
        let reached = unread < bytes.len() && walk.run(&mut Ignore).is_err();
        let message = match error {
            Error::Limit => format!(
                "what this type takes in memory for its counts is above the budget of {} bytes",
                self.max_alloc
            ),
            _ => String::from(
                "the bytes up to here are right for the schema; the type refuses the value",
            ),
        };
        Diagnosis {
            error,
            offset: match reached {
                true => bytes.len() - walk.start.len(),
                false => 0,
            },
            path: match reached {
                true => path::of(&walk),
                false => String::new(),
            },
            step: None,
            message,
        }
    }
}

/// What a walk has found that has just failed.
fn found(walk: &Walk<'_, '_, '_>, error: Error, length: usize, limits: Limits) -> Diagnosis {
    let in_block = matches!(walk.plan.schema(walk.node), Schema::Tensors);
    let (explained, path) = match in_block && walk.doing == Doing::Reading {
        true => block::inside(walk, error, limits),
        false => (explain::explain(walk, error, limits), path::of(walk)),
    };
    Diagnosis {
        error,
        offset: length - walk.start.len() + explained.from_start,
        path,
        step: explained.step,
        message: explained.message,
    }
}

fn trailing(length: usize, unread: usize) -> Diagnosis {
    let bytes = match unread {
        1 => "1 byte is",
        _ => &format!("{unread} bytes are"),
    };
    Diagnosis {
        error: Error::Trailing,
        offset: length - unread,
        path: String::new(),
        step: None,
        message: format!("the value is complete, and {bytes} left over"),
    }
}

fn no_schema(error: Error) -> Diagnosis {
    Diagnosis {
        error,
        offset: 0,
        path: String::new(),
        step: None,
        message: "the schema was built by hand and breaks a rule of the format".into(),
    }
}
