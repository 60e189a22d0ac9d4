//! The entry points for values without their Rust types.

use super::{Value, build::Builder, plan::Plan, walk::Walk, write::write};
use crate::{Error, Limits, Schema, Writer};
use alloc::vec::Vec;

impl Schema {
    /// The value of this schema whose wire bytes these are, all of them. Default limits. Text and
    /// bytes are borrowed.
    ///
    /// ```
    /// let schema: kiln::Schema = "list<struct{id:u32,name:string,}>".parse()?;
    /// let bytes = kiln::to_vec(&vec![(7u32, "seven")])?;
    /// assert_eq!(schema.decode(&bytes)?.to_string(), r#"[struct {7, "seven"}]"#);
    /// # Ok::<(), kiln::Error>(())
    /// ```
    ///
    /// # Errors
    /// The first fault in the order of format section 2, the same as for a Rust type of this schema;
    /// [`Error::Trailing`] if bytes are left over. [`Error::Schema`] if this schema was built by hand
    /// and breaks a rule of format section 1.
    pub fn decode<'a>(&self, bytes: &'a [u8]) -> Result<Value<'a>, Error> {
        Limits::DEFAULT.decode_value(self, bytes)
    }

    /// A value of this schema from the beginning of the bytes, and the rest of them. Default limits.
    ///
    /// # Errors
    /// Those of [`decode`](Self::decode) but for [`Error::Trailing`].
    pub fn decode_prefix<'a>(&self, bytes: &'a [u8]) -> Result<(Value<'a>, &'a [u8]), Error> {
        Limits::DEFAULT.decode_value_prefix(self, bytes)
    }

    /// The wire bytes of a value of this schema. Default limits. Sets and dicts are put into key
    /// order.
    ///
    /// ```
    /// use kiln::{Error, Schema, Value};
    /// let schema: Schema = "option<u16>".parse()?;
    /// assert_eq!(schema.encode(&Value::some(5u16))?, [1, 5, 0]);
    /// assert_eq!(schema.encode(&Value::some(5u8)), Err(Error::Type));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Type`] for what is no value of this schema: another kind, another number of fields or
    /// of elements of an array, no such variant, a key twice, a block that is none. [`Error::Limit`]
    /// for a count above the cap or a depth above the limit. [`Error::Schema`] as for
    /// [`decode`](Self::decode).
    pub fn encode(&self, value: &Value<'_>) -> Result<Vec<u8>, Error> {
        Limits::DEFAULT.encode_value(self, value)
    }

    /// Appends the wire bytes of a value of this schema to a buffer, which is as it was when this is
    /// an error. Default limits.
    ///
    /// # Errors
    /// Those of [`encode`](Self::encode).
    pub fn encode_into(&self, value: &Value<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        Limits::DEFAULT.encode_value_into(self, value, out)
    }
}

/// For values without their Rust types. `max_alloc` counts [`Value`]s: for each list, set, dict and
/// array their number, one for what an option or a variant carries, and beyond what the format says also
/// the fields of each struct and the items of each tuple.
impl Limits {
    /// [`Schema::decode`] with these limits.
    ///
    /// # Errors
    /// Those of [`Schema::decode`].
    pub fn decode_value<'a>(self, schema: &Schema, bytes: &'a [u8]) -> Result<Value<'a>, Error> {
        match self.decode_value_prefix(schema, bytes)? {
            (value, []) => Ok(value),
            _ => Err(Error::Trailing),
        }
    }

    /// [`Schema::decode_prefix`] with these limits.
    ///
    /// # Errors
    /// Those of [`Schema::decode_prefix`].
    pub fn decode_value_prefix<'a>(
        self,
        schema: &Schema,
        bytes: &'a [u8],
    ) -> Result<(Value<'a>, &'a [u8]), Error> {
        let plan = Plan::new(schema)?;
        let mut walk = Walk::new(&plan, bytes, self);
        let mut builder = Builder::new();
        walk.run(&mut builder)?;
        match builder.finish() {
            Some(value) => Ok((value, walk.reader.unread())),
            None => unreachable!("a walk that ends has closed what it opened"),
        }
    }

    /// [`Schema::encode`] with these limits.
    ///
    /// # Errors
    /// Those of [`Schema::encode`].
    pub fn encode_value(self, schema: &Schema, value: &Value<'_>) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        self.encode_value_into(schema, value, &mut out)?;
        Ok(out)
    }

    /// [`Schema::encode_into`] with these limits.
    ///
    /// # Errors
    /// Those of [`Schema::encode_into`].
    pub fn encode_value_into(
        self,
        schema: &Schema,
        value: &Value<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let plan = Plan::new(schema)?;
        let mut writer = Writer::new(out, self);
        write(&plan, value, &mut writer)?;
        writer.finish()
    }
}
