//! Kiln beside its peers: the same values, in one run.
//!
//! [`cases`] is the list of everything that can be measured, [`measure`] runs contenders in turns, and
//! [`report`] prints what came out.

pub mod cases;
pub mod chart;
pub mod data;
pub mod document;
pub mod growth;
pub mod measure;
mod peers;
pub mod report;
mod tensors;

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

/// One thing to be timed.
pub struct Contender {
    pub name: &'static str,
    pub kind: Kind,
    pub mode: Mode,
    pub run: Box<dyn FnMut()>,
}

/// One set of values, and all who travel with it.
pub struct Case {
    pub name: &'static str,
    pub what: &'static str,
    pub contenders: Vec<Contender>,
    /// The bytes on the wire, all messages together.
    pub wire: Vec<(&'static str, Vec<u8>)>,
}

impl Case {
    pub fn new(name: &'static str, what: &'static str) -> Self {
        Self {
            name,
            what,
            contenders: Vec::new(),
            wire: Vec::new(),
        }
    }

    fn add(&mut self, name: &'static str, kind: Kind, mode: Mode, run: impl FnMut() + 'static) {
        self.contenders.push(Contender {
            name,
            kind,
            mode,
            run: Box::new(run),
        });
    }
}
