//! docs/performance.md and its chart. The prose of the document stands in it; what is measured is put between
//! its marks.

use crate::{
    Case, Kind, chart, growth,
    measure::Plan,
    report::{COLUMNS, Row, micros, today, version},
};
use std::{fmt::Write, fs, io, path::Path};

/// Everything that one run of the harness found out.
pub struct Found {
    pub plan: Plan,
    pub rows: Vec<Row>,
    pub sizes: Vec<Sizes>,
}

/// The bytes of one case on the wire.
pub struct Sizes {
    case: &'static str,
    what: &'static str,
    /// A contender, the bytes as they are, and after zstd.
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
                .map(|(name, bytes)| (*name, bytes.len(), packed(bytes)))
                .collect(),
        }
    }

    fn find(&self, name: &str) -> Option<(usize, usize)> {
        self.of
            .iter()
            .find(|of| of.0 == name)
            .map(|of| (of.1, of.2))
    }
}

/// Writes what was found into `docs/performance.md` and `docs/performance.svg` of this checkout. With the
/// feature `jemalloc`, only the section of its own.
///
/// # Errors
/// Those of the files; `InvalidData` if a mark is not there.
pub fn write(found: &Found) -> io::Result<()> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let path = docs.join("performance.md");
    let mut text = fs::read_to_string(&path)?;
    if cfg!(feature = "jemalloc") {
        let section = format!("{}\n{}", run(found, "jemalloc"), ratios(&found.rows));
        fill(&mut text, "jemalloc", &section)?;
    } else {
        fill(&mut text, "run", &run(found, "the system's malloc"))?;
        fill(&mut text, "data", &data(&found.sizes))?;
        fill(&mut text, "ratios", &ratios(&found.rows))?;
        fill(&mut text, "times", &times(&found.rows))?;
        fill(&mut text, "sizes", &sizes(&found.sizes))?;
        let plan = Plan {
            rounds: 11,
            ..found.plan
        };
        fill(&mut text, "growth", &growth::report(plan))?;
        fs::write(docs.join("performance.svg"), chart::draw(&found.rows))?;
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
    text.replace_range(from..to, &format!("\n{with}\n"));
    Ok(())
}

fn run(found: &Found, allocator: &str) -> String {
    let versions: Vec<String> = COLUMNS
        .iter()
        .filter_map(|name| Some(format!("{name} {}", version(name)?)))
        .collect();
    format!(
        "- Date: {}.\n\
         - Machine: {}.\n\
         - Build: {}, release profile, default codegen flags, {allocator}.\n\
         - Peers: {}.\n\
         - Medians of {} rounds, {} ms of each contender in each round.\n",
        today(),
        machine(),
        compiler(),
        versions.join(", "),
        found.plan.rounds,
        found.plan.slice.as_millis(),
    )
}

/// In general words.
fn machine() -> String {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let vendor = if cpu.contains("AuthenticAMD") {
        "AMD"
    } else if cpu.contains("GenuineIntel") {
        "Intel"
    } else {
        "another vendor"
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let virt = if cpu.contains("hypervisor") {
        ", virtual and shared"
    } else {
        ""
    };
    format!(
        "{} {}, {vendor}, {cores} cores{virt}",
        std::env::consts::OS,
        std::env::consts::ARCH
    )
}

/// The toolchain that is pinned for this checkout.
fn compiler() -> String {
    let pinned = include_str!("../../rust-toolchain.toml");
    let channel = pinned
        .split_once("channel = \"")
        .and_then(|(_, rest)| rest.split_once('"'))
        .map_or("?", |(channel, _)| channel);
    format!("rustc {channel}")
}

fn data(sizes: &[Sizes]) -> String {
    let mut out = String::from("| data | what |\n|---|---|\n");
    for of in sizes {
        let _ = writeln!(out, "| {} | {} |", of.case, of.what);
    }
    out
}

fn ratios(rows: &[Row]) -> String {
    let mut out = String::from(
        "| data | mode | Kiln / best row-wise peer | Kiln / limit | Kiln / best of the others |\n|---|---|---|---|---|\n",
    );
    for row in rows {
        let cell = |kind| {
            row.ratio(kind).map_or(String::new(), |(ratio, name)| {
                format!("{ratio:.2} ({name})")
            })
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} |",
            row.case,
            row.mode,
            cell(Kind::RowWise),
            cell(Kind::Limit),
            cell(Kind::Other),
        );
    }
    out
}

fn times(rows: &[Row]) -> String {
    let mut out = format!(
        "| data | mode | limit | Kiln | {} |\n|{}\n",
        COLUMNS.join(" | "),
        "---|".repeat(4 + COLUMNS.len())
    );
    for row in rows {
        let _ = write!(
            out,
            "| {} | {} | {} | **{}** |",
            row.case,
            row.mode,
            row.best(Kind::Limit)
                .map_or(String::new(), |t| micros(t.median())),
            micros(row.kiln().median()),
        );
        for name in COLUMNS {
            let time = row.times.iter().find(|t| t.name.starts_with(name));
            let _ = write!(
                out,
                " {} |",
                time.map_or(String::new(), |t| micros(t.median()))
            );
        }
        out.push('\n');
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
            let pick = |(raw, zstd): (usize, usize)| if packed { zstd } else { raw };
            let Some(kiln) = of.find("kiln").map(pick) else {
                continue;
            };
            let _ = write!(out, "| {} | {} |", of.case, grouped(kiln));
            for name in COLUMNS {
                let cell = of.find(name).map_or(String::new(), |size| {
                    format!("{:.2}", pick(size) as f64 / kiln as f64)
                });
                let _ = write!(out, " {cell} |");
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
