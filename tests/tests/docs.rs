//! The documentation points at what is there.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the repository")
}

/// The documents of the repository.
fn documents() -> Vec<PathBuf> {
    let folders = [".", "docs", "golden", "examples/data", "kiln-derive"];
    let documents: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(root().join(folder)).expect("a folder"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "md") && !path.is_symlink())
        .collect();
    assert!(documents.len() >= 8, "{documents:?}");
    documents
}

/// The anchors of the headings, as web sites for repositories make them.
fn anchors(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|line| {
            line.trim_start_matches('#')
                .strip_prefix(' ')
                .filter(|_| line.starts_with('#'))
        })
        .map(|heading| {
            heading
                .to_lowercase()
                .chars()
                .filter_map(|c| match c {
                    ' ' => Some('-'),
                    c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
                    _ => None,
                })
                .collect()
        })
        .collect()
}

#[test]
fn links_lead_somewhere() {
    let mut seen = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).expect("text");
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            if link.contains("://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => document.clone(),
                path => document.parent().expect("a folder").join(path),
            };
            let shown = document.display();
            assert!(target.exists(), "{shown}: {link}");
            if !anchor.is_empty() {
                let target = fs::read_to_string(&target).expect("text");
                let anchors = anchors(&target);
                assert!(anchors.iter().any(|a| a == anchor), "{shown}: {link}");
            }
            seen += 1;
        }
    }
    assert!(seen >= 20, "{seen} links");
}

#[test]
fn what_guarantees_name_exists() {
    let text = fs::read_to_string(root().join("docs/guarantees.md")).expect("text");
    let folder = root().join("tests/tests");
    let mut seen = 0;
    for row in text.lines().filter(|line| line.starts_with("| ")) {
        let held_by = row
            .trim_end_matches([' ', '|'])
            .rsplit('|')
            .next()
            .unwrap_or("");
        for name in held_by.split('`').skip(1).step_by(2) {
            if name.contains(['(', '-']) || ["kiln", "forbid"].contains(&name) {
                continue; // a lint, a crate
            }
            let Some((path, test)) = name.rsplit_once("::") else {
                let file = folder.join(name).with_extension("rs");
                assert!(file.exists() || folder.join(name).exists(), "{name}");
                continue;
            };
            if path == "check" {
                continue; // a helper of the tests
            }
            let file = folder.join(path.replace("::", "/")).with_extension("rs");
            let source = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert!(source.contains(&format!("fn {test}(")), "{name}");
            seen += 1;
        }
    }
    assert!(seen >= 20, "{seen} tests");
}
