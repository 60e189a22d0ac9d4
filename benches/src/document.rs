//! docs/performance.md and its chart. The prose of the document stands in it; what is measured is put between
//! its marks.

use crate::{
    Case, Kind, Mode, chart,
    figures::Row,
    report::{COLUMNS, Effort, ratios, run, times},
    targets,
};
use std::{fmt::Write, fs, io, path::Path};

/// Everything that the runs found out.
pub struct Found {
    pub effort: Effort,
    pub rows: Vec<Row>,
    pub sizes: Vec<Sizes>,
    /// In Markdown.
    pub growth: String,
}

/// The bytes of one case on the wire.
pub struct Sizes {
    case: &'static str,
    what: &'static str,
    /// A crate, the bytes as they are, and after zstd. A crate is there more than once where its ways write other
    /// bytes.
    of: Vec<(&'static str, usize, usize)>,
}

/// Of zstd: its default.
const LEVEL: i32 = 3;

impl Sizes {
    pub fn of(case: &Case) -> Self {
        let packed = |bytes: &[u8]| zstd::bulk::compress(bytes, LEVEL).map_or(0, |out| out.len());
        Self {
            case: case.name,
            what: case.what,
            of: case
                .wire
                .iter()
                .map(|(who, bytes)| (who.name, bytes.len(), packed(bytes)))
                .collect(),
        }
    }

    fn find(&self, name: &str, after_zstd: bool) -> Vec<usize> {
        self.of
            .iter()
            .filter(|of| of.0 == name)
            .map(|of| if after_zstd { of.2 } else { of.1 })
            .collect()
    }
}

/// Writes what was found into `docs/performance.md` and `docs/performance.svg` of this checkout, and what the README
/// says of it. With the feature `jemalloc`, only the sections of its own.
///
/// # Errors
/// Those of the files; `InvalidData` if a mark is not there.
pub fn write(found: &Found) -> io::Result<()> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let path = docs.join("performance.md");
    let mut text = fs::read_to_string(&path)?;
    let Found { effort, rows, .. } = found;
    if cfg!(feature = "jemalloc") {
        let verdicts = targets::table(targets::JEMALLOC, rows);
        fill(&mut text, "jemalloc-targets", &verdicts)?;
        let section = format!("{}\n{}", run(*effort), ratios(rows));
        fill(&mut text, "jemalloc", &section)?;
    } else {
        let verdicts = targets::table(targets::SYSTEM, rows);
        fill(&mut text, "targets", &verdicts)?;
        fill(&mut text, "run", &run(*effort))?;
        fill(&mut text, "data", &data(&found.sizes))?;
        fill(&mut text, "ratios", &ratios(rows))?;
        fill(&mut text, "times", &times(rows))?;
        fill(&mut text, "sizes", &sizes(&found.sizes))?;
        fill(&mut text, "growth", &found.growth)?;
        fs::write(docs.join("performance.svg"), chart::draw(rows))?;
        let readme = docs.join("../README.md");
        let mut front = fs::read_to_string(&readme)?;
        fill(&mut front, "speed", &claims(rows))?;
        fs::write(readme, front)?;
    }
    fs::write(path, text)
}

/// Puts a text between the marks of a section.
fn fill(text: &mut String, section: &str, with: &str) -> io::Result<()> {
    let begin = format!("<!-- begin: {section} -->\n");
    let end = format!("<!-- end: {section} -->\n");
    let place = text.find(&begin).and_then(|at| {
        let from = at + begin.len();
        Some((from, from + text[from..].find(&end)?))
    });
    let Some((from, to)) = place else {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("no marks of the section `{section}`"),
        ));
    };
    text.replace_range(from..to, &format!("\n{}\n\n", with.trim_end()));
    Ok(())
}

/// What the README says: rows of the table of ratios, whatever they say.
fn claims(rows: &[Row]) -> String {
    const CASES: [(&str, &str); 5] = [
        ("log", "web log, 10,000 records with text"),
        ("save", "game save: nested lists, options, enums"),
        ("world", "world updates: options, bools, small integers"),
        (
            "events",
            "messages of 20 to 60 bytes with text, one at a time",
        ),
        ("btreemap", "`BTreeMap` of 10,000 strings"),
    ];
    let mut out =
        String::from("| data | encode | decode, owned | decode, borrowed |\n|---|---|---|---|\n");
    for (case, what) in CASES {
        let _ = write!(out, "| {what} |");
        for mode in [Mode::Reuse, Mode::Owned, Mode::Borrowed] {
            let best = rows
                .iter()
                .find(|row| row.case == case && row.mode == mode)
                .and_then(|row| row.best_of(Kind::RowWise));
            let _ = match best {
                Some(best) => write!(out, " {:.2} × {} |", best.ratio.median, best.name),
                None => write!(out, " |"),
            };
        }
        out.push('\n');
    }
    out
}

fn data(sizes: &[Sizes]) -> String {
    let mut out = String::from("| data | what |\n|---|---|\n");
    for of in sizes {
        let _ = writeln!(out, "| {} | {} |", of.case, of.what);
    }
    out
}

fn sizes(sizes: &[Sizes]) -> String {
    let mut out = String::new();
    for (title, packed) in [("As they are:", false), ("After zstd, level 3:", true)] {
        let _ = write!(
            out,
            "{}{title}\n\n| data | Kiln, bytes | {} |\n|{}\n",
            if packed { "\n" } else { "" },
            COLUMNS.join(" | "),
            "---|".repeat(2 + COLUMNS.len())
        );
        for of in sizes {
            let &[kiln] = of.find("kiln", packed).as_slice() else {
                continue;
            };
            let _ = write!(out, "| {} | {} |", of.case, grouped(kiln));
            for name in COLUMNS {
                let mut ways: Vec<String> = of
                    .find(name, packed)
                    .into_iter()
                    .map(|size| format!("{:.2}", size as f64 / kiln as f64))
                    .collect();
                ways.dedup();
                let _ = write!(out, " {} |", ways.join(" / "));
            }
            out.push('\n');
        }
    }
    out
}

fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
