//! What the runs found out, and how several of them become one result: the median over the runs of each run's
//! median ratio, and the range.

use crate::{
    Kind, Mode,
    measure::{Times, median},
};

/// One contender in one run.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    pub case: String,
    pub mode: Mode,
    pub name: String,
    pub way: String,
    pub kind: Kind,
    /// Nanoseconds of one iteration: the median over the rounds.
    pub nanos: f64,
    /// Kiln's time by this one's: the median over the rounds.
    pub ratio: f64,
}

impl Figure {
    /// Of all contenders of one case and mode.
    pub fn of(case: &str, times: &[Times]) -> Vec<Self> {
        let kiln = times
            .iter()
            .find(|t| t.who.kind == Kind::Kiln)
            .expect("kiln is always there");
        times
            .iter()
            .map(|t| Self {
                case: case.into(),
                mode: t.mode,
                name: t.who.name.into(),
                way: t.who.way.into(),
                kind: t.who.kind,
                nanos: t.median(),
                ratio: kiln.over(t),
            })
            .collect()
    }

    /// A line with tabs between its parts.
    pub fn to_line(&self) -> String {
        format!(
            "figure\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            self.case,
            self.mode.name(),
            self.kind.name(),
            self.name,
            self.way,
            self.nanos,
            self.ratio
        )
    }

    /// What [`to_line`](Self::to_line) wrote.
    pub fn from_line(line: &str) -> Option<Self> {
        let mut parts = line.split('\t');
        let mut next = || parts.next();
        if next()? != "figure" {
            return None;
        }
        let figure = Self {
            case: next()?.into(),
            mode: Mode::named(next()?)?,
            kind: Kind::named(next()?)?,
            name: next()?.into(),
            way: next()?.into(),
            nanos: next()?.parse().ok()?,
            ratio: next()?.parse().ok()?,
        };
        parts.next().is_none().then_some(figure)
    }
}

/// A number over the runs.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Over {
    pub median: f64,
    pub low: f64,
    pub high: f64,
}

impl Over {
    pub fn of(runs: &[f64]) -> Self {
        Self {
            median: median(runs.to_vec()),
            low: runs.iter().copied().fold(f64::INFINITY, f64::min),
            high: runs.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        }
    }
}

/// One contender over all runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    pub name: String,
    pub way: String,
    pub kind: Kind,
    pub nanos: Over,
    pub ratio: Over,
}

impl Entry {
    /// Whether it writes over a slice that has to be large enough, which is another contract.
    pub fn is_slice(&self) -> bool {
        self.way.contains("slice")
    }

    /// The crate, and how it was called where that is a choice.
    pub fn label(&self) -> String {
        match self.way.as_str() {
            "" => self.name.clone(),
            way => format!("{} ({way})", self.name),
        }
    }
}

/// One case and mode over all runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub case: String,
    pub mode: Mode,
    pub entries: Vec<Entry>,
}

impl Row {
    pub fn kiln(&self) -> &Entry {
        self.best(|e| e.kind == Kind::Kiln)
            .expect("kiln is always there")
    }

    /// The one beside which Kiln's ratio is the largest, by the medians over the runs. Not by times: these drift
    /// with the machine, from run to run and within one.
    pub fn best(&self, wanted: impl Fn(&Entry) -> bool) -> Option<&Entry> {
        self.entries
            .iter()
            .filter(|e| wanted(e))
            .max_by(|a, b| a.ratio.median.total_cmp(&b.ratio.median))
    }

    pub fn best_of(&self, kind: Kind) -> Option<&Entry> {
        self.best(|e| e.kind == kind)
    }

    /// A crate in its best way, of those of its kind.
    pub fn peer(&self, name: &str) -> Option<&Entry> {
        self.best(|e| e.name == name && e.kind == Kind::RowWise)
            .or_else(|| self.best(|e| e.name == name))
    }
}

/// Puts runs together: rows and contenders in the order of the first run.
///
/// # Errors
/// What is missing, if a run lacks a figure that the first one has.
pub fn rows(runs: &[Vec<Figure>]) -> Result<Vec<Row>, String> {
    let mut rows: Vec<Row> = Vec::new();
    for first in runs.first().into_iter().flatten() {
        let same = runs
            .iter()
            .map(|run| {
                run.iter()
                    .find(|f| {
                        (&f.case, f.mode, &f.name, &f.way)
                            == (&first.case, first.mode, &first.name, &first.way)
                    })
                    .ok_or_else(|| format!("a run without {}", first.to_line()))
            })
            .collect::<Result<Vec<&Figure>, String>>()?;
        let over = |part: fn(&Figure) -> f64| {
            Over::of(&same.iter().map(|figure| part(figure)).collect::<Vec<_>>())
        };
        let entry = Entry {
            name: first.name.clone(),
            way: first.way.clone(),
            kind: first.kind,
            nanos: over(|f| f.nanos),
            ratio: over(|f| f.ratio),
        };
        match rows
            .iter_mut()
            .find(|row| row.case == first.case && row.mode == first.mode)
        {
            Some(row) => row.entries.push(entry),
            None => rows.push(Row {
                case: first.case.clone(),
                mode: first.mode,
                entries: vec![entry],
            }),
        }
    }
    Ok(rows)
}
