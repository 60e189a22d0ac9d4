//! Frames without the Rust types of their values.

use super::{Value, build::Builder, plan::Plan, walk::Walk, write::write};
use crate::{
    Error, Limits, Reader, Schema,
    frame::{Expected, Options, Place, read},
};
use alloc::vec::Vec;

impl Schema {
    /// The value of the frame that these bytes are, all of them, which has to be of this schema.
    /// Default limits.
    ///
    /// # Errors
    /// The first fault in the order F1 to F8 of format section 5.
    pub fn decode_frame<'a>(&self, bytes: &'a [u8]) -> Result<Value<'a>, Error> {
        Limits::DEFAULT.decode_value_frame(self, bytes)
    }

    /// A frame with a value of this schema. Default limits.
    ///
    /// # Errors
    /// Those of [`encode`](Self::encode), and with a schema text those of
    /// [`frame::to_vec`](crate::frame::to_vec).
    pub fn encode_frame(&self, value: &Value<'_>, options: Options) -> Result<Vec<u8>, Error> {
        Limits::DEFAULT.encode_value_frame(self, value, options)
    }
}

impl<'a> Value<'a> {
    /// The value of the frame that these bytes are, of whatever schema: the one that the frame brings
    /// with it. Default limits.
    ///
    /// ```
    /// use kiln::{Value, frame::Options};
    /// let options = Options { schema: true, ..Options::default() };
    /// let bytes = options.to_vec(&("hi", 7u8))?;
    /// let (schema, value) = Value::from_frame(&bytes)?;
    /// assert_eq!(schema.to_string(), "tuple(string,u8,)");
    /// assert_eq!(value.to_string(), r#"("hi", 7)"#);
    /// # Ok::<(), kiln::Error>(())
    /// ```
    ///
    /// # Errors
    /// The first fault in the order F1 to F8 of format section 5; [`Error::Schema`] for a frame
    /// without a schema text.
    pub fn from_frame(bytes: &'a [u8]) -> Result<(Schema, Self), Error> {
        Limits::DEFAULT.value_from_frame(bytes)
    }
}

impl Limits {
    /// [`Schema::decode_frame`] with these limits.
    ///
    /// # Errors
    /// Those of [`Schema::decode_frame`].
    pub fn decode_value_frame<'a>(
        self,
        schema: &Schema,
        bytes: &'a [u8],
    ) -> Result<Value<'a>, Error> {
        let expected = Expected::Type(schema, schema.type_hash());
        let value = read(bytes, expected, self, Place::Alone, |_, r| body(schema, r));
        value.map(|(value, _)| value)
    }

    /// [`Value::from_frame`] with these limits.
    ///
    /// # Errors
    /// Those of [`Value::from_frame`].
    pub fn value_from_frame(self, bytes: &[u8]) -> Result<(Schema, Value<'_>), Error> {
        let both = read(bytes, Expected::Any, self, Place::Alone, |schema, r| {
            let schema = schema.ok_or(Error::Schema)?;
            let value = body(&schema, r)?;
            Ok((schema, value))
        });
        both.map(|(both, _)| both)
    }

    /// [`Schema::encode_frame`] with these limits.
    ///
    /// # Errors
    /// Those of [`Schema::encode_frame`].
    pub fn encode_value_frame(
        self,
        schema: &Schema,
        value: &Value<'_>,
        options: Options,
    ) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        let plan = Plan::new(schema)?;
        self.frame_of(schema, schema.type_hash(), options, &mut out, |writer| {
            write(&plan, value, writer)
        })?;
        Ok(out)
    }
}

/// A value of this schema, out of a reader.
fn body<'a>(schema: &Schema, r: &mut Reader<'a>) -> Result<Value<'a>, Error> {
    let plan = Plan::new(schema)?;
    let mut walk = Walk::new(&plan, r.unread(), r.limits());
    let mut builder = Builder::new();
    walk.run(&mut builder)?;
    *r = walk.reader;
    builder.finish().ok_or(Error::Type)
}
