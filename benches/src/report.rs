//! The table of a run.

use crate::{
    Kind,
    measure::{Plan, Times},
};
use std::fmt::Write;

/// What came out for one case and mode.
pub struct Row {
    pub case: &'static str,
    pub mode: &'static str,
    pub times: Vec<Times>,
}

impl Row {
    pub fn kiln(&self) -> &Times {
        self.times
            .iter()
            .find(|t| t.kind == Kind::Kiln)
            .expect("kiln is always there")
    }

    pub fn best(&self, kind: Kind) -> Option<&Times> {
        self.times
            .iter()
            .filter(|t| t.kind == kind)
            .min_by(|a, b| a.median().total_cmp(&b.median()))
    }

    /// Kiln's time by that of the fastest of a kind, and its name.
    pub fn ratio(&self, kind: Kind) -> Option<(f64, &'static str)> {
        let best = self.best(kind)?;
        Some((self.kiln().over(best), best.name))
    }
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

/// The table of ratios, in Markdown: Kiln by the best row-wise peer, by the limit, and all times.
pub fn table(rows: &[Row]) -> String {
    let mut out = format!(
        "| data | mode | Kiln / best row-wise | Kiln / limit | Kiln µs | limit µs | {} |\n|{}\n",
        COLUMNS.join(" | "),
        "---|".repeat(6 + COLUMNS.len()),
    );
    for row in rows {
        let ratio = |kind, named: bool| match row.ratio(kind) {
            Some((ratio, name)) if named => format!("{ratio:.2} ({name})"),
            Some((ratio, _)) => format!("{ratio:.2}"),
            None => "".into(),
        };
        let _ = write!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            row.case,
            row.mode,
            ratio(Kind::RowWise, true),
            ratio(Kind::Limit, false),
            micros(row.kiln().median()),
            row.best(Kind::Limit)
                .map_or(String::new(), |t| micros(t.median())),
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

/// Date, versions and build of this run, in Markdown.
pub fn heading(plan: Plan) -> String {
    let allocator = if cfg!(feature = "jemalloc") {
        "jemalloc"
    } else {
        "the system's malloc"
    };
    let versions: Vec<String> = COLUMNS
        .iter()
        .filter_map(|name| Some(format!("{name} {}", version(name)?)))
        .collect();
    format!(
        "{}, {} {}, release profile, default flags, {allocator}; median of {} rounds of {} ms.\n\n{}.\n",
        today(),
        std::env::consts::ARCH,
        std::env::consts::OS,
        plan.rounds,
        plan.slice.as_millis(),
        versions.join(", "),
    )
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
