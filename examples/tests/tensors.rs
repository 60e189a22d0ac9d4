//! Runs the tensors example as a reader would, and holds it to what it shows.

use std::process::Command;

#[test]
fn the_tensors_example_says_what_is_so() {
    let run = Command::new(env!("CARGO_BIN_EXE_tensors"))
        .current_dir(std::env::temp_dir())
        .output()
        .expect("the example starts");
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{errors}");
    let output = String::from_utf8(run.stdout).expect("text");
    let value = |label: &str| {
        let mut rows = output
            .lines()
            .filter_map(|line| line.strip_prefix("  ")?.strip_prefix(label));
        let row = rows.find(|row| row.starts_with(' '));
        row.unwrap_or_else(|| panic!("no {label:?} in:\n{output}"))
            .trim()
    };
    assert_eq!(value("events"), "500");
    assert_eq!(value("felt"), "44");
    assert_eq!(value("events it says"), "500");
    assert_eq!(value("hidden.weight"), "i8    [8, 3]   24 bytes");
    assert_eq!(value("out.bias"), "f32   []       4 bytes");
    for label in [
        "inside the map",
        "aligned to 64",
        "copied from anywhere",
        "the same",
    ] {
        assert_eq!(value(label), "true", "{label}");
    }
    assert_eq!(value("as another type"), "None");
    assert_eq!(value("reads for the directory"), "2");
    assert_eq!(value("bytes of the tensor"), "32");
    assert_eq!(value("cut in half"), "EOF");
    assert_eq!(value("an unknown dtype"), "TYPE");
    assert_eq!(value("a scale that is not there"), "TYPE");
    // Guessing "nobody" is right 456 times; the network has to have learned more than that, and to
    // keep it with 8-bit weights.
    for label in ["right before rounding", "right with 8-bit weights"] {
        let right = value(label).split(' ').next().expect("a number");
        assert!(right.parse::<u32>().expect(label) > 460, "{label}: {right}");
    }
}
