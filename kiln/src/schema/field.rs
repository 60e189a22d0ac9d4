//! A field of a `struct`, and what a reader fills in for it.
//!
//! The default of a field stands in the tree of the schema, so that every container passes it on with
//! the schema; but it is no part of what a schema says.

use super::{Child, Schema, text};
use crate::{Error, Writer};
use alloc::borrow::Cow;
use core::fmt;

/// A field of a `struct`: its name and its schema.
#[derive(Clone)]
pub struct Field {
    pub(super) name: Cow<'static, str>,
    pub(super) schema: Child,
    /// What writes the value that a reader fills in; no part of what the schema says.
    #[cfg_attr(
        not(feature = "frame"),
        expect(dead_code, reason = "only frames are resolved")
    )]
    pub(super) default: Option<WriteDefault>,
}

/// Writes the wire bytes of the value that a field has where its writer knew no such field.
pub(crate) type WriteDefault = fn(&mut Writer<'_>) -> Result<(), Error>;

impl Field {
    /// A field, in const context.
    #[must_use]
    pub const fn new(name: &'static str, schema: &'static Schema) -> Self {
        Self {
            name: Cow::Borrowed(name),
            schema: Child::Static(schema),
            default: None,
        }
    }

    /// A field that a reader fills in where the writer's schema has no such field, in const
    /// context. `default` writes the wire bytes of a value of `schema`.
    ///
    /// The default is no part of the schema: not of its text, not of its hash, not of its equality.
    #[must_use]
    pub const fn with_default(
        name: &'static str,
        schema: &'static Schema,
        default: fn(&mut Writer<'_>) -> Result<(), Error>,
    ) -> Self {
        Self {
            name: Cow::Borrowed(name),
            schema: Child::Static(schema),
            default: Some(default),
        }
    }

    /// What writes the default, if the field has one.
    #[cfg(feature = "frame")]
    pub(crate) const fn default(&self) -> Option<WriteDefault> {
        self.default
    }

    /// The name on the wire's schema, after any renaming.
    #[must_use]
    pub const fn name(&self) -> &str {
        text(&self.name)
    }

    /// What the field holds.
    #[must_use]
    pub const fn schema(&self) -> &Schema {
        self.schema.get()
    }
}

impl PartialEq for Field {
    fn eq(&self, other: &Self) -> bool {
        (self.name(), self.schema()) == (other.name(), other.schema())
    }
}

impl Eq for Field {}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.name(), self.schema())
    }
}
