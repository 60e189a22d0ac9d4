//! Compares values and frames without their Rust types with another reader, over random schemas and
//! bytes.
//!
//! ```text
//! KILN_PEER_READER='node path/to/reader.mjs' cargo run --release -p kiln-tests --bin peer_values -- 100000 1
//! ```
//!
//! The arguments are how many cases, of which one in four is a frame, and the seed. The other reader is any command that takes lines of
//! JSON, `{"kind": "value", "schema": "<text>", "bytes": "<hex>"}` (or kind `frame`), and answers each with a line:
//! `{"value": …}` in the notation of golden/kiln-2.json, or `{"error": "<name>"}`. A text that is no
//! schema is answered by SCHEMA.

use kiln::{Error, Schema};
use kiln_tests::{
    blocks::{Rng, json::same},
    hex,
    values::{Case, case, frame, frame_of_many_faults},
};
use serde_json::{Value as Json, json};
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, BufWriter, Write},
    process::{Command, ExitCode, Stdio},
};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let mut number = |default| {
        args.next()
            .map_or(default, |arg| arg.parse().expect("a number"))
    };
    let (count, seed) = (number(100_000), number(1));
    let command = std::env::var("KILN_PEER_READER").expect("KILN_PEER_READER: the other reader");
    let mut rng = Rng(seed);
    let cases: Vec<(&str, Case)> = (0..count)
        .map(|i| match i % 8 {
            0 => ("frame", frame(&mut rng)),
            4 => ("frame", frame_of_many_faults(&mut rng)),
            _ => ("value", case(&mut rng)),
        })
        .collect();

    let mut peer = Command::new("sh")
        .args(["-c", &command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the other reader starts");
    let mut input = BufWriter::new(peer.stdin.take().expect("piped"));
    let requests = cases.clone();
    let writer = std::thread::spawn(move || {
        for (kind, Case { schema, bytes }) in requests {
            let bytes = hex::digits(&bytes);
            let line = json!({"kind": kind, "schema": schema, "bytes": bytes});
            writeln!(input, "{line}")?;
        }
        input.flush()
    });

    let mut tally: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut different = 0;
    let lines = BufReader::new(peer.stdout.take().expect("piped")).lines();
    let mut compared = 0;
    for ((kind, case), line) in cases.iter().zip(lines) {
        let line = line.expect("a line");
        let outcome = compare(kind, case, &line);
        compared += 1;
        let said = *outcome.as_ref().unwrap_or(&"different");
        *tally.entry((kind, said)).or_default() += 1;
        if let Err(ours) = outcome {
            different += 1;
            if different <= 10 {
                let Case { schema, bytes } = case;
                println!(
                    "{schema}\n  {}\n  ours:   {ours}\n  theirs: {line}",
                    hex::digits(bytes)
                );
            }
        }
    }
    let sent = writer.join().expect("no panic");
    sent.expect("the other reader takes all lines");
    peer.wait().expect("the other reader ends");
    println!("{compared} of {count} compared, {different} different; {tally:?}");
    match compared == count && different == 0 {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// What both say, or what only we do.
fn compare(kind: &str, case: &Case, line: &str) -> Result<&'static str, String> {
    let schema: Result<Schema, Error> = case.schema.parse();
    let ours = schema
        .as_ref()
        .map_err(|e| *e)
        .and_then(|schema| match kind {
            "frame" => schema.decode_frame(&case.bytes),
            _ => schema.decode(&case.bytes),
        });
    let (schema, value) = match (schema, ours) {
        (Ok(schema), Ok(value)) => (schema, value),
        (_, Err(error)) | (Err(error), _) => {
            let theirs: Json = serde_json::from_str(line).map_err(|e| e.to_string())?;
            return match theirs == json!({ "error": error.name() }) {
                true => Ok(error.name()),
                false => Err(error.to_string()),
            };
        }
    };
    // Without the object around it, which would be a level too many for the deepest JSON.
    let theirs = line
        .strip_prefix("{\"value\":")
        .and_then(|rest| rest.strip_suffix('}'));
    let theirs = theirs.ok_or_else(|| value.to_string())?;
    let ours = match schema.to_json(&value) {
        Ok(ours) => ours,
        // Deeper than JSON goes here; that both accept is all that is compared.
        Err(Error::Limit) => return Ok("too deep for JSON"),
        Err(error) => return Err(error.to_string()),
    };
    let theirs: Json = serde_json::from_str(theirs).map_err(|e| e.to_string())?;
    // Their JSON means the same bytes, to the last bit.
    let back = schema
        .from_json(&theirs)
        .and_then(|back| schema.encode(&back));
    let bytes = schema.encode(&value);
    let is_all = kind == "frame" || bytes.as_ref() == Ok(&case.bytes);
    match same(&ours, &theirs) && back == bytes && is_all {
        true => Ok("value"),
        false => Err(format!("{ours}, and from theirs {back:?}")),
    }
}
