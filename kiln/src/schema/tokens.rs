//! The tokens of a schema in order, and what is made of them: the type hash and the text.
//!
//! The text is the tokens one after another. The hash is FNV-1a over the tokens, with a multiply
//! after each so that no two tokens run into each other (format section 1, "Type hash").

use super::{Child, Schema, slice, text};
use alloc::{string::String, vec};
use core::fmt;

const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// Takes the tokens: mixes each into the hash, and copies what fits into `out`.
struct Sink<'a> {
    hash: u64,
    out: &'a mut [u8],
    len: usize,
}

impl Sink<'_> {
    /// The compiler runs this for every byte of a derived type's schema, and a call costs it more than
    /// a loop: so the product is spelled out, and the loop that only copies is left out.
    #[expect(clippy::cast_possible_truncation, reason = "a product modulo 2^64")]
    const fn token(&mut self, token: &[u8]) {
        let mut hash = self.hash;
        let len = token.len();
        let mut i = 0;
        while i < len {
            hash = ((hash ^ token[i] as u64) as u128 * PRIME as u128) as u64;
            i += 1;
        }
        self.hash = (hash as u128 * PRIME as u128) as u64;
        let room = self.out.len();
        i = 0;
        while i < len && self.len + i < room {
            self.out[self.len + i] = token[i];
            i += 1;
        }
        self.len += len;
    }

    const fn word(&mut self, word: &str) {
        self.token(word.as_bytes());
    }

    const fn number(&mut self, mut n: u32) {
        let mut digits = [b'0'; 10];
        let mut from = digits.len() - 1;
        digits[from] = b'0' + (n % 10) as u8;
        while n >= 10 {
            n /= 10;
            from -= 1;
            digits[from] = b'0' + (n % 10) as u8;
        }
        self.token(digits.split_at(from).1);
    }

    const fn bracketed(&mut self, word: &str, inner: &Child) {
        self.word(word);
        self.word("<");
        self.schema(inner.get());
        self.word(">");
    }

    const fn schema(&mut self, schema: &Schema) {
        match schema {
            Schema::Bool => self.word("bool"),
            Schema::U8 => self.word("u8"),
            Schema::U16 => self.word("u16"),
            Schema::U32 => self.word("u32"),
            Schema::U64 => self.word("u64"),
            Schema::U128 => self.word("u128"),
            Schema::I8 => self.word("i8"),
            Schema::I16 => self.word("i16"),
            Schema::I32 => self.word("i32"),
            Schema::I64 => self.word("i64"),
            Schema::I128 => self.word("i128"),
            Schema::F16 => self.word("f16"),
            Schema::Bf16 => self.word("bf16"),
            Schema::F32 => self.word("f32"),
            Schema::F64 => self.word("f64"),
            Schema::Char => self.word("char"),
            Schema::String => self.word("string"),
            Schema::Tensors => self.word("tensors"),
            Schema::List(element) => self.bracketed("list", element),
            Schema::Set(element) => self.bracketed("set", element),
            Schema::Option(some) => self.bracketed("option", some),
            Schema::Dict(key, value) => {
                self.word("dict");
                self.word("<");
                self.schema(key.get());
                self.word(",");
                self.schema(value.get());
                self.word(">");
            }
            Schema::Array(element, length) => {
                self.word("array");
                self.word("<");
                self.schema(element.get());
                self.word(",");
                self.number(*length);
                self.word(">");
            }
            Schema::Tuple(items) => {
                self.word("tuple");
                self.word("(");
                let mut i = 0;
                while let Some(item) = items.get(i) {
                    self.schema(item);
                    self.word(",");
                    i += 1;
                }
                self.word(")");
            }
            Schema::Struct(fields) => {
                self.word("struct");
                self.word("{");
                let fields = slice(fields);
                let mut i = 0;
                while i < fields.len() {
                    self.word(fields[i].name());
                    self.word(":");
                    self.schema(fields[i].schema());
                    self.word(",");
                    i += 1;
                }
                self.word("}");
            }
            Schema::Enum(variants) => {
                self.word("enum");
                self.word("{");
                let variants = slice(variants);
                let mut i = 0;
                while i < variants.len() {
                    self.word(variants[i].name());
                    if let Some(schema) = variants[i].schema() {
                        self.word(":");
                        self.schema(schema);
                    }
                    self.word(",");
                    i += 1;
                }
                self.word("}");
            }
            Schema::Rec(label, body) => {
                self.word("rec");
                self.word("<");
                self.word(text(label));
                self.word(",");
                self.schema(body.get());
                self.word(">");
            }
            Schema::Ref(label) => {
                self.word("ref");
                self.word("<");
                self.word(text(label));
                self.word(">");
            }
        }
    }
}

impl Schema {
    const fn walk<'a>(&self, out: &'a mut [u8]) -> Sink<'a> {
        let mut sink = Sink {
            hash: OFFSET_BASIS,
            out,
            len: 0,
        };
        sink.schema(self);
        sink
    }

    /// The 64-bit type hash (format section 1): of the schema's tokens and of nothing else.
    #[must_use]
    pub const fn type_hash(&self) -> u64 {
        self.walk(&mut []).hash
    }
}

impl fmt::Display for Schema {
    /// The text of format section 1, without blanks, whatever its nesting.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = vec![0; self.walk(&mut []).len];
        self.walk(&mut bytes);
        f.pad(&String::from_utf8(bytes).expect("tokens are text"))
    }
}
