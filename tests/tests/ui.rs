//! What `#[derive(Kiln)]` refuses, and the words that it uses.
//!
//! `ui/refused` holds texts that we write: one mistake a file, in folders by kind of mistake. `ui/rustc` holds texts
//! that the compiler writes around ours; they are compared only under the toolchain that rust-toolchain.toml pins,
//! since another one may word them otherwise.
//!
//! After a change of a text: `TRYBUILD=overwrite cargo test -p kiln-tests --test ui`, and read the difference.

use std::io::Write;
use std::process::Command;

/// The toolchain under which the texts in `ui/rustc` were written.
const PINNED: &str = "rustc 1.95.0 ";

// What the compiler says does not depend on the profile: once is enough.
#[test]
#[cfg_attr(not(debug_assertions), ignore = "run in debug builds")]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/refused/*/*.rs");
    let version = rustc_version();
    if version.starts_with(PINNED) {
        cases.compile_fail("ui/rustc/*.rs");
    } else {
        // Not `println!`, which the test harness would keep to itself.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: ui/rustc, whose texts are those of {PINNED}; this is {version}"
        );
    }
}

/// What the compiler that builds the cases says about itself.
fn rustc_version() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    output.map_or_else(
        |error| error.to_string(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}
