//! Kiln beside its peers: the same values, in one run.
//!
//! [`cases`] is the list of everything that can be measured, [`measure`] runs contenders in turns, [`figures`]
//! puts several runs together, and [`report`], [`targets`], [`chart`] and [`document`] show what came out.

pub mod cases;
pub mod chart;
pub mod data;
pub mod document;
pub mod figures;
pub mod growth;
mod limits;
pub mod measure;
mod peers;
pub mod report;
pub mod runs;
mod shared;
pub mod targets;
mod tensors;
mod ways;

/// Every contender allocates with it.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static GLOBAL: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// What one iteration does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Encode into a buffer that is cleared and used again.
    Reuse,
    /// Encode to a fresh buffer, and drop it.
    Fresh,
    /// Decode to a value that owns its text, and drop it.
    Owned,
    /// Decode to a value that borrows its text.
    Borrowed,
}

impl Mode {
    pub const ALL: [Self; 4] = [Self::Reuse, Self::Fresh, Self::Owned, Self::Borrowed];

    pub fn name(self) -> &'static str {
        match self {
            Self::Reuse => "reuse",
            Self::Fresh => "fresh",
            Self::Owned => "owned",
            Self::Borrowed => "borrowed",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// What a contender is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Kiln,
    /// Copies the bytes or clones the value: what the machine and the allocator take by themselves.
    Limit,
    /// Another crate that writes a value after the other, as Kiln does.
    RowWise,
    /// Another crate with another idea: columns, or data that is used in place.
    Other,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::Kiln, Self::Limit, Self::RowWise, Self::Other];

    pub fn name(self) -> &'static str {
        match self {
            Self::Kiln => "kiln",
            Self::Limit => "limit",
            Self::RowWise => "row-wise",
            Self::Other => "other",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A crate, and one of the ways to call it: a configuration or a function. Empty where there is just one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Who {
    pub name: &'static str,
    pub way: &'static str,
    pub kind: Kind,
}

impl Who {
    pub(crate) const KILN: Self = Self::new("kiln", "", Kind::Kiln);

    pub(crate) const fn new(name: &'static str, way: &'static str, kind: Kind) -> Self {
        Self { name, way, kind }
    }

    pub(crate) const fn row_wise(name: &'static str, way: &'static str) -> Self {
        Self::new(name, way, Kind::RowWise)
    }

    pub(crate) const fn other(name: &'static str, way: &'static str) -> Self {
        Self::new(name, way, Kind::Other)
    }

    pub(crate) const fn limit(name: &'static str) -> Self {
        Self::new(name, "", Kind::Limit)
    }
}

/// One thing to be timed.
pub struct Contender {
    pub who: Who,
    pub mode: Mode,
    pub run: Box<dyn FnMut()>,
}

/// One set of values, and all who travel with it.
pub struct Case {
    pub name: &'static str,
    pub what: &'static str,
    pub contenders: Vec<Contender>,
    /// The bytes on the wire, all messages together.
    pub wire: Vec<(Who, Vec<u8>)>,
    pub(crate) output: shared::Output,
    pub(crate) input: shared::Input,
}

impl Case {
    pub fn new(name: &'static str, what: &'static str) -> Self {
        Self {
            name,
            what,
            contenders: Vec::new(),
            wire: Vec::new(),
            output: shared::Output::default(),
            input: shared::Input::default(),
        }
    }

    pub(crate) fn add(&mut self, who: Who, mode: Mode, run: impl FnMut() + 'static) {
        self.contenders.push(Contender {
            who,
            mode,
            run: Box::new(run),
        });
    }
}
