//! A schema text whose labels are long and alike: every `ref` looks for its `rec` among all of them.

use kiln::{Error, Schema};
use std::time::{Duration, Instant};

/// `recs` open `rec`s around so many `ref`s to one of them, with labels of a thousand bytes and more.
fn text(recs: usize, refs: usize, to: usize) -> String {
    let long = "L".repeat(1000);
    let mut text = String::new();
    for i in 0..recs {
        text += &format!("rec<{long}{i:02},");
    }
    text += "tuple(";
    text += &format!("ref<{long}{to:02}>,").repeat(refs);
    text.push(')');
    text + &">".repeat(recs)
}

#[test]
fn long_labels_that_differ_in_their_last_byte() {
    let start = Instant::now();
    let hostile = text(60, 400, 0);
    let schema: Schema = hostile.parse().unwrap();
    assert_eq!(schema.min_size(), 0);
    assert_eq!(text(60, 1, 60).parse::<Schema>(), Err(Error::Schema));
    let took = start.elapsed();
    assert!(took < Duration::from_secs(8), "{took:?}");
    assert!(schema.to_string() == hostile);
}
