//! Runs the quickstart as a reader of the README would, and holds it to what it says.

use std::process::Command;

const DATA: &str = include_str!("../data/earthquakes.json");

/// What stands behind the label, in the whole output.
fn value<'a>(output: &'a str, label: &str) -> &'a str {
    let mut values = output.lines().filter_map(|line| {
        line.strip_prefix("  ")?
            .strip_prefix(label)?
            .strip_prefix(' ')
    });
    let first = values
        .next()
        .unwrap_or_else(|| panic!("no line {label:?} in:\n{output}"));
    first.trim()
}

fn number(output: &str, label: &str) -> usize {
    value(output, label).parse().expect(label)
}

#[test]
fn the_quickstart_says_what_is_so() {
    let run = Command::new(env!("CARGO_BIN_EXE_quickstart"))
        .current_dir(std::env::temp_dir())
        .output()
        .expect("the example starts");
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let output = String::from_utf8(run.stdout).expect("text");

    // The file has one event a line; the counts need no JSON parser (data/README.md).
    let lines_with = |part: &str| DATA.lines().filter(|line| line.contains(part)).count();
    assert_eq!(DATA.lines().count(), 500);
    assert_eq!(number(&output, "events"), 500);
    assert_eq!(lines_with(r#""type":"explosion""#), 6);
    assert_eq!(number(&output, "explosions"), 6);
    assert_eq!(lines_with(r#""type":"quarry blast""#), 3);
    assert_eq!(number(&output, "quarry blasts"), 3);
    assert_eq!(500 - lines_with(r#""felt":null"#), 44);
    assert_eq!(number(&output, "felt by somebody"), 44);
    assert_eq!(
        value(&output, "strongest"),
        "6.4 22km NNE of Hualian, Taiwan"
    );

    for label in ["owned", "borrowed", "encoded again"] {
        assert_eq!(value(&output, label), "the same", "{label}");
    }

    // The wire is frozen, so these never change. They come from a second writer and a second reader,
    // in another language, made from docs/format.md alone.
    assert_eq!(value(&output, "type hash"), "71b156b0504670d3");
    assert_eq!(value(&output, "smallest value"), "56 bytes");
    assert_eq!(number(&output, "these records as Kiln"), 51_156);
    assert_eq!(number(&output, "bytes of the strongest event"), 103);
    let flips = [
        ("EOF", 82),
        ("TYPE", 34),
        ("UTF8", 45),
        ("TRAILING", 2),
        ("LIMIT", 32),
        ("a value", 629),
    ];
    let (_, last_part) = output.split_once("Each bit of").expect("the last part");
    for (name, times) in flips {
        assert_eq!(number(last_part, name), times, "{name}");
    }
    assert_eq!(flips.iter().map(|(_, times)| times).sum::<usize>(), 8 * 103);

    // 64 bytes of header. A CRC-32 finds each single flip, and the header has no spare bit.
    assert_eq!(number(&output, "bytes of the frame"), 64 + 103);
    assert_eq!(number(&output, "flips tried"), 8 * (64 + 103));
    assert_eq!(number(&output, "flips refused"), 8 * (64 + 103));
    assert_eq!(value(&output, "another type's frame"), "SCHEMA");

    assert_eq!(number(&output, "the file"), DATA.len());
    let json = number(&output, "these records as JSON");
    assert!(51_156 < json && json < DATA.len(), "{json}");

    let broken = [
        ("cut in half", "EOF"),
        ("one byte too many", "TRAILING"),
        ("a flipped bit in an enum tag", "TYPE"),
        ("a flipped bit in text", "UTF8"),
        ("a count of 16,777,216 and no more", "EOF"),
        ("a count of 4,294,967,295", "LIMIT"),
        ("another type's bytes", "EOF"),
    ];
    for (label, name) in broken {
        assert_eq!(value(&output, label), name, "{label}");
    }
}
