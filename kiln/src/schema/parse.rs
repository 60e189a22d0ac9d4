//! A schema from its text (format section 1). Every fault is [`Error::Schema`].
//!
//! The text comes from outside. Nesting is bounded by the 64 levels of the format, so descent on
//! the stack is too; memory is a small multiple of the text. The rules that need the whole tree
//! (minimums, references) are checked once it stands, by making its [`Plan`].

use super::plan::Plan;
use super::{Child, Field, Items, Schema, Variant};
use crate::Error;
use alloc::{borrow::Cow, boxed::Box, string::String, vec::Vec};
use core::str::FromStr;

/// The most levels of nesting that a text has; the outermost schema is level 1.
pub(crate) const MAX_LEVELS: u32 = 64;

/// The most variants of an enum.
const MAX_VARIANTS: usize = 65_536;

impl FromStr for Schema {
    type Err = Error;

    /// Reads the text of a schema. Memory: at most a constant plus a small multiple of the text.
    ///
    /// # Errors
    /// [`Error::Schema`] for everything that format section 1 does not allow.
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut parser = Parser { rest: text };
        let schema = parser.schema(1)?;
        if !parser.rest.is_empty() {
            return Err(Error::Schema);
        }
        match Plan::new(&schema) {
            Ok(_) => Ok(schema),
            Err(_) => Err(Error::Schema),
        }
    }
}

/// The part of the text that is not read yet.
struct Parser<'a> {
    rest: &'a str,
}

/// Whether a byte belongs to a word: a letter, digit, `_` or `-` of ASCII, or part of any character
/// beyond it.
const fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || !byte.is_ascii()
}

/// Whether a text is a legal name.
pub(crate) fn is_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().all(|&b| in_word(b))
        && bytes
            .first()
            .is_some_and(|b| !b.is_ascii_digit() && *b != b'-')
}

impl<'a> Parser<'a> {
    fn word(&mut self) -> &'a str {
        let end = self.rest.bytes().position(|b| !in_word(b));
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        word
    }

    fn name(&mut self) -> Result<&'a str, Error> {
        let word = self.word();
        if is_name(word) {
            Ok(word)
        } else {
            Err(Error::Schema)
        }
    }

    /// Takes a sign if it is the next one.
    fn accept(&mut self, sign: char) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, sign: char) -> Result<(), Error> {
        if self.accept(sign) {
            Ok(())
        } else {
            Err(Error::Schema)
        }
    }

    fn schema(&mut self, level: u32) -> Result<Schema, Error> {
        if level > MAX_LEVELS {
            return Err(Error::Schema);
        }
        Ok(match self.word() {
            "bool" => Schema::Bool,
            "u8" => Schema::U8,
            "u16" => Schema::U16,
            "u32" => Schema::U32,
            "u64" => Schema::U64,
            "u128" => Schema::U128,
            "i8" => Schema::I8,
            "i16" => Schema::I16,
            "i32" => Schema::I32,
            "i64" => Schema::I64,
            "i128" => Schema::I128,
            "f16" => Schema::F16,
            "bf16" => Schema::Bf16,
            "f32" => Schema::F32,
            "f64" => Schema::F64,
            "char" => Schema::Char,
            "string" => Schema::String,
            "tensors" => Schema::Tensors,
            "list" => Schema::List(self.bracketed(level)?),
            "set" => Schema::Set(self.bracketed(level)?),
            "option" => Schema::Option(self.bracketed(level)?),
            "dict" => {
                self.expect('<')?;
                let key = self.child(level)?;
                self.expect(',')?;
                let value = self.child(level)?;
                self.expect('>')?;
                Schema::Dict(key, value)
            }
            "array" => {
                self.expect('<')?;
                let element = self.child(level)?;
                self.expect(',')?;
                let length = length(self.word())?;
                self.expect('>')?;
                Schema::Array(element, length)
            }
            "tuple" => self.tuple(level)?,
            "struct" => self.structure(level)?,
            "enum" => self.enumeration(level)?,
            "rec" => {
                self.expect('<')?;
                let label = self.name()?;
                self.expect(',')?;
                let body = self.child(level)?;
                self.expect('>')?;
                if matches!(body.get(), Schema::Ref(_)) {
                    return Err(Error::Schema);
                }
                Schema::Rec(owned(label), body)
            }
            "ref" => {
                self.expect('<')?;
                let label = self.name()?;
                self.expect('>')?;
                Schema::Ref(owned(label))
            }
            _ => return Err(Error::Schema),
        })
    }

    /// A schema one level further in.
    fn child(&mut self, level: u32) -> Result<Child, Error> {
        match self.schema(level + 1) {
            Ok(schema) => Ok(Child::Owned(Box::new(schema))),
            Err(error) => Err(error),
        }
    }

    fn bracketed(&mut self, level: u32) -> Result<Child, Error> {
        self.expect('<')?;
        let child = self.child(level)?;
        self.expect('>')?;
        Ok(child)
    }

    fn tuple(&mut self, level: u32) -> Result<Schema, Error> {
        let mut items = Vec::new();
        self.expect('(')?;
        while !self.accept(')') {
            items.push(self.schema(level + 1)?);
            self.expect(',')?;
        }
        Ok(Schema::Tuple(Items::Owned(items)))
    }

    fn structure(&mut self, level: u32) -> Result<Schema, Error> {
        let mut fields = Vec::new();
        self.expect('{')?;
        while !self.accept('}') {
            let name = owned(self.name()?);
            self.expect(':')?;
            let schema = self.child(level)?;
            self.expect(',')?;
            let default = None;
            fields.push(Field {
                name,
                schema,
                default,
            });
        }
        unique(fields.iter().map(Field::name))?;
        Ok(Schema::Struct(Cow::Owned(fields)))
    }

    fn enumeration(&mut self, level: u32) -> Result<Schema, Error> {
        let mut variants = Vec::new();
        self.expect('{')?;
        while !self.accept('}') {
            if variants.len() == MAX_VARIANTS {
                return Err(Error::Schema);
            }
            let name = owned(self.name()?);
            let schema = match self.accept(':') {
                true => Some(self.child(level)?),
                false => None,
            };
            self.expect(',')?;
            variants.push(Variant { name, schema });
        }
        unique(variants.iter().map(Variant::name))?;
        Ok(Schema::Enum(Cow::Owned(variants)))
    }
}

fn owned(name: &str) -> Cow<'static, str> {
    Cow::Owned(String::from(name))
}

/// Decimal, without leading zeros, at most 4,294,967,295.
fn length(word: &str) -> Result<u32, Error> {
    let canonical = word == "0" || !word.starts_with('0');
    if !canonical || !word.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Error::Schema);
    }
    word.parse().map_err(|_| Error::Schema)
}

fn unique<'a>(names: impl Iterator<Item = &'a str>) -> Result<(), Error> {
    let mut sorted: Vec<&str> = names.collect();
    sorted.sort_unstable();
    match sorted.windows(2).all(|pair| pair[0] != pair[1]) {
        true => Ok(()),
        false => Err(Error::Schema),
    }
}
