//! Tables.

use crate::{Kind, measure::Times};
use std::fmt::Write;

/// What came out for one case and mode.
pub struct Row {
    pub case: &'static str,
    pub mode: &'static str,
    pub times: Vec<Times>,
}

impl Row {
    fn kiln(&self) -> &Times {
        self.times
            .iter()
            .find(|t| t.kind == Kind::Kiln)
            .expect("kiln is always there")
    }

    fn best(&self, kind: Kind) -> Option<&Times> {
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
fn micros(nanos: f64) -> String {
    let micros = nanos / 1000.0;
    if micros >= 100.0 {
        format!("{micros:.0}")
    } else if micros >= 10.0 {
        format!("{micros:.1}")
    } else {
        format!("{micros:.2}")
    }
}

const COLUMNS: [&str; 7] = [
    "wincode", "speedy", "bincode", "borsh", "postcard", "bitcode", "rkyv",
];

/// The table of ratios, in Markdown: Kiln by the best row-wise peer, by the limit, and all times.
pub fn table(rows: &[Row]) -> String {
    let mut out = String::from(
        "| data | mode | Kiln / best row-wise | Kiln / limit | Kiln µs | limit µs | wincode | speedy | bincode | borsh | postcard | bitcode | rkyv |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
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
