//! Random schemas, values and bytes for the tests of values without their Rust types.

mod bytes;
mod framed;
mod make;
mod schemas;

pub use bytes::mutate;
pub use framed::{frame, frame_of_many_faults};
pub use make::value;
pub use schemas::{mutate_text, text};

use crate::blocks::Rng;
use kiln::Schema;

/// A schema text and bytes that may be a value of it: mostly nearly, sometimes quite, sometimes not
/// at all.
#[derive(Clone, Debug)]
pub struct Case {
    /// The text; in about one case of twenty it is no schema.
    pub schema: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The next case of a stream of them.
pub fn case(rng: &mut Rng) -> Case {
    if rng.below(100) == 0 {
        return deep(rng);
    }
    let schema = text(rng);
    if rng.below(20) == 0 {
        let schema = mutate_text(rng, &schema);
        return Case {
            schema,
            bytes: vec![0; rng.below(9)],
        };
    }
    let parsed: Schema = schema.parse().expect("made to be a schema");
    let bytes = some_bytes(rng, &parsed);
    Case { schema, bytes }
}

/// A value about as deep as the limit on open `rec`s.
fn deep(rng: &mut Rng) -> Case {
    let (schema, level): (&str, &[u8]) = rng.pick(&[
        ("rec<R,option<ref<R>>>", &[1]),
        ("rec<R,list<ref<R>>>", &[1, 0, 0, 0]),
        (
            "rec<R,enum{A,B:rec<S,struct{a:option<ref<R>>,}>,}>",
            &[1, 1],
        ),
        ("rec<R,dict<bool,tuple(ref<R>,)>>", &[1, 0, 0, 0, 1]),
        ("rec<R,array<option<ref<R>>,1>>", &[1]),
        ("rec<R,tuple(u8,ref<R>,)>", &[7]),
    ]);
    let mut bytes = level.repeat(rng.pick(&[60, 63, 64, 65, 126, 127, 128, 129]));
    bytes.extend([0; 4].iter().take(rng.below(5)));
    Case {
        schema: schema.into(),
        bytes,
    }
}

/// Bytes that may be a value of a schema.
pub fn some_bytes(rng: &mut Rng, schema: &Schema) -> Vec<u8> {
    let mut bytes = match rng.below(8) {
        0 => (0..rng.below(60))
            .map(|_| rng.pick(&[0, 1, 2, 255, 3]))
            .collect(),
        _ => match value(rng, schema) {
            Some(value) => schema.encode(&value).expect("made to be a value"),
            None => vec![0; 40],
        },
    };
    for _ in 0..rng.pick(&[0, 0, 1, 1, 1, 1, 2]) {
        mutate(rng, &mut bytes);
    }
    bytes
}
