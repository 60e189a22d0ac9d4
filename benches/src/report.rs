//! The tables of ratios and times, in Markdown.

use crate::{
    Kind,
    figures::{Entry, Over, Row},
    measure::Plan,
};
use std::fmt::Write;

/// How often, and how long.
#[derive(Copy, Clone, Debug)]
pub struct Effort {
    pub runs: usize,
    pub plan: Plan,
}

/// Microseconds, with as many digits as mean something.
pub fn micros(nanos: f64) -> String {
    let micros = nanos / 1000.0;
    if micros >= 100.0 {
        format!("{micros:.0}")
    } else if micros >= 10.0 {
        format!("{micros:.1}")
    } else {
        format!("{micros:.2}")
    }
}

/// A ratio and its range over the runs, if that is one.
pub fn range(of: Over, digits: usize) -> String {
    let [median, low, high] =
        [of.median, of.low, of.high].map(|number| format!("{number:.digits$}"));
    if low == high {
        median
    } else {
        format!("{median} ({low}–{high})")
    }
}

/// The peers, in the order of the tables.
pub const COLUMNS: [&str; 10] = [
    "wincode",
    "speedy",
    "bincode",
    "borsh",
    "postcard",
    "savefile",
    "musli",
    "bitcode",
    "rkyv",
    "safetensors",
];

/// Kiln by the best of each kind.
pub fn ratios(rows: &[Row]) -> String {
    let mut out = String::from(
        "| data | mode | Kiln / best row-wise peer | Kiln / limit | Kiln / best of the others |\n|---|---|---|---|---|\n",
    );
    let cell = |entry: &Entry| format!("{} {}", range(entry.ratio, 2), entry.label());
    for row in rows {
        let limits: Vec<String> = row
            .entries
            .iter()
            .filter(|e| e.kind == Kind::Limit)
            .map(cell)
            .collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} |",
            row.case,
            row.mode.name(),
            row.best_of(Kind::RowWise).map_or(String::new(), cell),
            limits.join("; "),
            row.best_of(Kind::Other).map_or(String::new(), cell),
        );
    }
    out
}

/// Medians over the runs; each peer in its best way, which is named.
pub fn times(rows: &[Row]) -> String {
    let mut out = format!(
        "| data | mode | limit | Kiln | {} |\n|{}\n",
        COLUMNS.join(" | "),
        "---|".repeat(4 + COLUMNS.len())
    );
    let cell = |entry: Option<&Entry>| {
        entry.map_or(String::new(), |entry| {
            let time = micros(entry.nanos.median);
            match entry.way.as_str() {
                "" => time,
                way => format!("{time} {way}"),
            }
        })
    };
    for row in rows {
        let _ = write!(
            out,
            "| {} | {} | {} | **{}** |",
            row.case,
            row.mode.name(),
            cell(row.best_of(Kind::Limit)),
            cell(Some(row.kiln())),
        );
        for name in COLUMNS {
            let _ = write!(out, " {} |", cell(row.peer(name)));
        }
        out.push('\n');
    }
    out
}

/// Date, machine, versions and build, in Markdown.
pub fn run(effort: Effort) -> String {
    let allocator = if cfg!(feature = "jemalloc") {
        "jemalloc"
    } else {
        "the system's malloc"
    };
    let versions: Vec<String> = COLUMNS
        .iter()
        .filter_map(|name| Some(format!("{name} {}", version(name)?)))
        .collect();
    let Effort { runs, plan } = effort;
    format!(
        "- Date: {}.\n\
         - Machine: {}.\n\
         - Build: {}, release profile, default codegen flags, {allocator}.\n\
         - Peers: {}.\n\
         - {runs} {} of {} rounds, {} ms of each contender in each round.\n",
        today(),
        machine(),
        compiler(),
        versions.join(", "),
        if runs == 1 {
            "run"
        } else {
            "runs, each a process of its own,"
        },
        plan.rounds,
        plan.slice.as_millis(),
    )
}

/// In general words.
fn machine() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
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

/// The version in the lock file. `bincode` and the like are there once.
pub fn version(name: &str) -> Option<&'static str> {
    let lock = include_str!("../Cargo.lock");
    let (_, after) = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?;
    Some(after.split_once('"')?.0)
}

/// Year, month and day in UTC.
pub fn today() -> String {
    let since = std::time::UNIX_EPOCH.elapsed().map_or(0, |d| d.as_secs());
    // Days since 0000-03-01, in eras of 400 years.
    let days = since / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, year) = if month < 10 {
        (month + 3, year)
    } else {
        (month - 9, year + 1)
    };
    format!("{:04}-{month:02}-{day:02}", year + era * 400)
}
