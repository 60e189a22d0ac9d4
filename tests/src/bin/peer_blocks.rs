//! Compares this reader of tensor blocks with another one, over mutated blocks.
//!
//! ```text
//! KILN_PEER_READER='node path/to/reader.mjs' cargo run --release -p kiln-tests --bin peer_blocks -- 50000 1
//! ```
//!
//! The arguments are how many blocks and the seed. The other reader is any command that takes lines
//! of JSON, `{"kind": "block", "bytes": "<hex>"}`, and answers each with a line: `{"value": …}` in the
//! notation of golden/kiln-2.json, or `{"error": "<name>"}`. Without the variable the lines are
//! printed, with our answer added as `ours`.

use kiln::tensor::Tensors;
use kiln_tests::blocks::json::{answer, same};
use kiln_tests::blocks::mutate::Mutations;
use kiln_tests::hex;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Command, ExitCode, Stdio};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let mut number = |default| {
        args.next()
            .map_or(default, |arg| arg.parse().expect("a number"))
    };
    let (count, seed) = (number(50_000), number(1));
    let mut mutations = Mutations::new(seed);
    let blocks: Vec<Vec<u8>> = (0..count).map(|_| mutations.block()).collect();
    match std::env::var("KILN_PEER_READER") {
        Ok(command) => compare(&command, blocks),
        Err(_) => print(&blocks),
    }
}

fn print(blocks: &[Vec<u8>]) -> ExitCode {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for block in blocks {
        let ours = answer(&Tensors::from_slice(block));
        let line = json!({"kind": "block", "bytes": hex::digits(block), "ours": ours});
        if writeln!(out, "{line}").is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn compare(command: &str, blocks: Vec<Vec<u8>>) -> ExitCode {
    let mut peer = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the other reader starts");
    let mut input = BufWriter::new(peer.stdin.take().unwrap());
    let requests = blocks.clone();
    let writer = std::thread::spawn(move || {
        for block in requests {
            writeln!(
                input,
                "{}",
                json!({"kind": "block", "bytes": hex::digits(&block)})
            )?;
        }
        input.flush()
    });

    let mut answers: BTreeMap<String, usize> = BTreeMap::new();
    let (mut compared, mut different) = (0, 0);
    let lines = BufReader::new(peer.stdout.take().unwrap()).lines();
    for (block, line) in blocks.iter().zip(lines) {
        let theirs: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        let ours = answer(&Tensors::from_slice(block));
        let kind = ours["error"].as_str().unwrap_or("accepted").to_owned();
        *answers.entry(kind).or_default() += 1;
        compared += 1;
        if !same(&ours, &theirs) {
            different += 1;
            if different <= 10 {
                println!(
                    "{}\n  ours:   {ours}\n  theirs: {theirs}",
                    hex::digits(block)
                );
            }
        }
    }
    writer
        .join()
        .expect("no panic")
        .expect("the other reader takes all lines");
    peer.wait().expect("the other reader ends");
    println!(
        "{compared} of {} compared, {different} different; {answers:?}",
        blocks.len()
    );
    if compared == blocks.len() && different == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
