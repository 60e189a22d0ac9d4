//! The reader is the list in docs/format.md: as many steps, in that order, each with its clause.

use std::fs;

fn file(path: &str) -> String {
    let path = format!("{}/../{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The numbered list of section 7, without the numbers.
fn clauses() -> Vec<String> {
    let text = file("docs/format.md");
    let (_, section) = text.split_once("\n## 7.").expect("section 7");
    let (section, _) = section.split_once("\n## ").expect("section 8");
    let mut clauses: Vec<String> = Vec::new();
    for line in section.lines() {
        let start = format!("{}. ", clauses.len() + 1);
        if let Some(rest) = line.strip_prefix(&start) {
            clauses.push(rest.to_owned());
        } else if line.starts_with("   ") {
            let clause = clauses.last_mut().expect("a clause to continue");
            *clause = format!("{clause} {line}");
        }
    }
    clauses.iter().map(|clause| one_line(clause)).collect()
}

fn sources() -> String {
    ["mod", "header", "directory", "payload"]
        .map(|name| file(&format!("kiln/src/tensor/steps/{name}.rs")))
        .concat()
}

/// The names of the calls `step_…(` in a piece of code.
fn calls(code: &str) -> Vec<&str> {
    let words = code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '('));
    words
        .filter_map(|word| word.split_once('(').map(|(name, _)| name))
        .filter(|name| name.starts_with("step_"))
        .collect()
}

fn body<'a>(sources: &'a str, function: &str) -> &'a str {
    let (_, rest) = sources
        .split_once(&format!("fn {function}"))
        .expect(function);
    let (_, rest) = rest.split_once("{\n").expect("a body");
    rest.split_once("\n}\n").expect("its end").0
}

fn documentation(sources: &str, function: &str) -> String {
    let (before, _) = sources
        .split_once(&format!("fn {function}"))
        .expect(function);
    let lines = before
        .lines()
        .rev()
        .skip(1)
        .take_while(|line| line.starts_with("///"));
    let mut lines: Vec<&str> = lines.map(|line| line.trim_start_matches('/')).collect();
    lines.reverse();
    one_line(&lines.join(" "))
}

#[test]
fn the_twelve_calls_are_the_twelve_clauses() {
    let sources = sources();
    let clauses = clauses();
    assert_eq!(clauses.len(), 12);
    let calls = calls(body(&sources, "read<"));
    assert_eq!(calls.len(), 12, "{calls:?}");
    for (number, (call, clause)) in (1..).zip(calls.iter().zip(&clauses)) {
        assert!(
            call.starts_with(&format!("step_{number:02}_")),
            "{call} is call {number}"
        );
        assert_eq!(&documentation(&sources, call), clause, "{call}");
    }
}

#[test]
fn the_parts_of_steps_8_and_9_are_called_in_order() {
    let sources = sources();
    for (function, parts) in [
        (
            "step_08_names",
            &["step_08a_", "step_08b_", "step_08c_", "step_08d_"][..],
        ),
        ("step_09_ranges_and_shapes", &["step_09a_", "step_09b_"]),
    ] {
        let calls = calls(body(&sources, function));
        assert_eq!(calls.len(), parts.len(), "{calls:?}");
        for (call, part) in calls.iter().zip(parts) {
            assert!(call.starts_with(part), "{call} where {part} is expected");
        }
    }
}
