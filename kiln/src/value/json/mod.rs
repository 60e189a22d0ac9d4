//! Values to JSON and back (feature `json`), by the conventions of the golden cases.
//!
//! | schema | JSON |
//! |---|---|
//! | `bool` | `true`, `false` |
//! | integers | a number; above 2^53 in size, a string of decimal digits |
//! | floats | a number; for infinities and NaNs `"bits:0x…"`, all hexadecimal digits of the bits |
//! | `char`, `string` | a string |
//! | `list`, `set`, `array`, `tuple` | a list; bytes too |
//! | `dict` | a list of lists of two, key and value |
//! | `option` | `null`, or `{"some": …}` |
//! | `struct` | an object |
//! | `enum` | the variant's name, or `{"name": …}` |
//! | `tensors` | a list of objects: name, layout, dtype, dims, data in hexadecimal; quant, the quantization fields that are not zero |
//!
//! JSON made here nests 127 levels deep at most, which is what `serde_json` reads back; what is
//! deeper is [`Error::Limit`]. (Its own types recurse when they are dropped, so more would not be
//! safe.) Memory for JSON values is not counted against `max_alloc`: a byte of `list<u8>` becomes a
//! `serde_json::Value`, 32 bytes.

mod floats;
mod read;
mod tensors;
mod write;

use super::{Value, plan::Plan, walk::Walk};
use crate::{Error, Limits, Schema};

/// The most levels of lists and objects.
const MAX_LEVELS: usize = 127;

impl Schema {
    /// A value of this schema as JSON (feature `json`); sets and dicts in key order.
    ///
    /// ```
    /// let schema: kiln::Schema = "struct{id:u64,level:enum{Low,High:u8,},}".parse()?;
    /// let value = schema.decode(&[255, 255, 255, 255, 255, 255, 255, 255, 1, 9])?;
    /// assert_eq!(
    ///     schema.to_json(&value)?.to_string(),
    ///     r#"{"id":"18446744073709551615","level":{"High":9}}"#,
    /// );
    /// # Ok::<(), kiln::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`encode`](Self::encode); [`Error::Limit`] if the JSON nests deeper than 127 levels.
    pub fn to_json(&self, value: &Value<'_>) -> Result<serde_json::Value, Error> {
        // By way of the wire: what is no value of the schema is refused there, in one place, and
        // keys come out in order.
        let plan = Plan::new(self)?;
        let bytes = self.encode(value)?;
        let mut walk = Walk::new(&plan, &bytes, Limits::DEFAULT.max_alloc(u64::MAX));
        let mut writer = write::JsonWriter::new();
        walk.run(&mut writer)?;
        writer.finish()
    }

    /// The value of this schema that the JSON stands for (feature `json`). What JSON may say in
    /// several ways is taken in all of them: a small integer as a string, a finite float by its
    /// bits, a number that the float's type has to round (by way of `f64`: one that is no `f64` is rounded
    /// twice).
    ///
    /// ```
    /// let schema: kiln::Schema = "dict<string,option<f32>>".parse()?;
    /// let json = serde_json::json!([["a", null], ["b", {"some": 0.5}]]);
    /// let bytes = schema.encode(&schema.from_json(&json)?)?;
    /// assert_eq!(bytes.len(), 4 + 6 + 10);
    /// # Ok::<(), kiln::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Type`] for what stands for no value of the schema; [`Error::Limit`] for JSON that
    /// nests deeper than 127 levels, or more than 128 open `rec`s. That no key is there twice is left
    /// to [`encode`](Self::encode).
    pub fn from_json(&self, json: &serde_json::Value) -> Result<Value<'static>, Error> {
        read::read(&Plan::new(self)?, json)
    }
}
