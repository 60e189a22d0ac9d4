//! The targets, and whether they are met.

use crate::{
    Kind,
    Mode::{self, Borrowed, Fresh, Owned, Reuse},
    figures::{Entry, Row},
    report::range,
};
use std::fmt::Write;

/// Beside whom.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Beside {
    /// The fastest that writes a value after the other.
    RowWise,
    /// The fastest of all peers.
    Any,
    /// This one, in its fastest way.
    Named(&'static str),
}

/// Kiln's time in one of these modes, the better one, is to be at most so many times that of another.
#[derive(Copy, Clone, Debug)]
pub struct Target {
    pub case: &'static str,
    pub modes: &'static [Mode],
    pub at_most: f64,
    pub beside: Beside,
}

const fn target(
    case: &'static str,
    modes: &'static [Mode],
    at_most: f64,
    beside: Beside,
) -> Target {
    Target {
        case,
        modes,
        at_most,
        beside,
    }
}

const MEMCPY: Beside = Beside::Named("memcpy");
const WINCODE: Beside = Beside::Named("wincode");

/// Under the system's allocator.
pub const SYSTEM: &[Target] = &[
    target("log", &[Reuse, Fresh], 0.75, Beside::RowWise),
    target("save", &[Reuse, Fresh], 0.9, Beside::RowWise),
    target("world", &[Reuse, Fresh], 1.0, Beside::RowWise),
    target("mesh", &[Reuse, Fresh], 1.03, MEMCPY),
    target("log", &[Owned], 1.0, Beside::RowWise),
    target("save", &[Owned], 1.0, Beside::RowWise),
    target("world", &[Owned], 1.0, Beside::RowWise),
    target("mesh", &[Owned], 1.05, MEMCPY),
    target("log", &[Borrowed], 0.45, WINCODE),
    target("save", &[Borrowed], 0.6, WINCODE),
    target("readings", &[Reuse], 0.9, Beside::Any),
    target("readings", &[Fresh], 0.9, Beside::Any),
    target("readings", &[Owned], 0.9, Beside::Any),
    target("events", &[Reuse], 0.9, Beside::Any),
    target("events", &[Fresh], 0.9, Beside::Any),
    target("events", &[Owned], 0.9, Beside::Any),
];

/// Under jemalloc.
pub const JEMALLOC: &[Target] = &[
    target("log", &[Owned], 0.8, Beside::RowWise),
    target("save", &[Owned], 0.8, Beside::RowWise),
    target("world", &[Owned], 0.8, Beside::RowWise),
];

impl Target {
    /// In each mode that was measured, whom Kiln stands beside.
    pub fn entries<'a>(&self, rows: &'a [Row]) -> Vec<(Mode, &'a Entry)> {
        self.modes
            .iter()
            .filter_map(|&mode| {
                let row = rows
                    .iter()
                    .find(|r| r.case == self.case && r.mode == mode)?;
                let entry = match self.beside {
                    Beside::RowWise => row.best_of(Kind::RowWise),
                    Beside::Any => {
                        row.best(|e| matches!(e.kind, Kind::RowWise | Kind::Other) && !e.is_slice())
                    }
                    Beside::Named(name) => row.peer(name),
                };
                Some((mode, entry?))
            })
            .collect()
    }

    /// The better mode, and whether the median over the runs is small enough there.
    pub fn verdict(&self, rows: &[Row]) -> Option<(Mode, bool)> {
        let (mode, entry) = self
            .entries(rows)
            .into_iter()
            .min_by(|(_, a), (_, b)| a.ratio.median.total_cmp(&b.ratio.median))?;
        Some((mode, entry.ratio.median <= self.at_most))
    }

    fn line(&self, rows: &[Row]) -> String {
        let beside = match self.beside {
            Beside::RowWise => "best row-wise peer",
            Beside::Any => "fastest peer",
            Beside::Named(name) => name,
        };
        let what = match self.modes {
            [Reuse, Fresh] => "encode",
            [Reuse] => "encode, reuse",
            [Fresh] => "encode, fresh",
            [Owned] => "decode, owned",
            _ => "decode, borrowed",
        };
        let verdict = self.verdict(rows);
        let figures: Vec<String> = self
            .entries(rows)
            .into_iter()
            .map(|(mode, entry)| {
                let mode = match self.modes {
                    [_] => String::new(),
                    _ => format!("{} ", mode.name()),
                };
                format!("{mode}{} × {}", range(entry.ratio, 3), entry.label())
            })
            .collect();
        let verdict = match (verdict, self.modes) {
            (None, _) => "not measured".into(),
            (Some((_, false)), _) => "missed".into(),
            (Some((_, true)), [_]) => "**met**".into(),
            (Some((mode, true)), _) => format!("**met** ({})", mode.name()),
        };
        format!(
            "| {} | {what} | ≤ {} × {beside} | {} | {verdict} |",
            self.case,
            self.at_most,
            figures.join("; "),
        )
    }
}

/// In Markdown: how many are met, and the figures of each.
pub fn table(targets: &[Target], rows: &[Row]) -> String {
    let met = targets
        .iter()
        .filter(|t| t.verdict(rows).is_some_and(|(_, met)| met))
        .count();
    let mut out = format!(
        "{met} of {} met.\n\n| data | mode | target | Kiln, and the range over the runs | |\n|---|---|---|---|---|\n",
        targets.len()
    );
    for target in targets {
        let _ = writeln!(out, "{}", target.line(rows));
    }
    out
}
