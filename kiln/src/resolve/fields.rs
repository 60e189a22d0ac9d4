//! The fields of a struct, matched by name.

use super::{
    link::{Linker, Use},
    report::Path,
};
use crate::{
    Error,
    schema::{Field, WriteDefault},
};
use alloc::{collections::BTreeMap, vec, vec::Vec};

/// Where a field of the reader's comes from.
pub(super) enum Source {
    /// The writer's field at this position.
    Written(usize),
    /// Its default.
    Default(WriteDefault),
}

/// How the fields of the writer's struct become those of the reader's.
pub(super) struct Fields {
    /// What becomes of each of the writer's fields, in the writer's order.
    pub(super) parts: Vec<Use>,
    /// The defaults to write before each of the writer's fields, and behind the last.
    pub(super) before: Vec<Vec<WriteDefault>>,
    /// The reader's fields in the reader's order, if that is another one than the writer's: then they
    /// are put together when all of them have come, and `before` is empty.
    pub(super) moved: Option<Vec<Source>>,
}

impl Fields {
    pub(super) fn new<'p, 'w, 'r>(
        linker: &mut Linker<'p, 'w, 'r>,
        writer: &[Field],
        reader: &[Field],
        path: &Path,
        meet: impl Fn(&mut Linker<'p, 'w, 'r>, usize, usize, &Path) -> Result<Use, Error>,
    ) -> Result<Self, Error> {
        let written: BTreeMap<&str, usize> = names(writer);
        let wanted: BTreeMap<&str, usize> = names(reader);
        let mut parts = Vec::with_capacity(writer.len());
        for (at, field) in writer.iter().enumerate() {
            let path = path.field(field.name());
            parts.push(match wanted.get(field.name()) {
                Some(to) => meet(linker, at, *to, &path)?,
                None => {
                    linker.report.skipped(&path);
                    Use::SKIP
                }
            });
        }
        let mut sources = Vec::with_capacity(reader.len());
        for field in reader {
            let source = match (written.get(field.name()), field.default()) {
                (Some(at), _) => Source::Written(*at),
                (None, Some(default)) => {
                    linker.report.filled_in(&path.field(field.name()));
                    Source::Default(default)
                }
                (None, None) => {
                    linker.report.missing_field(&path.field(field.name()))?;
                    continue;
                }
            };
            sources.push(source);
        }
        let positions = || {
            sources.iter().filter_map(|source| match source {
                Source::Written(at) => Some(*at),
                Source::Default(_) => None,
            })
        };
        let in_order = positions().zip(positions().skip(1)).all(|(a, b)| a < b);
        let mut before = vec![Vec::new(); writer.len() + 1];
        if !in_order {
            linker.report.reordered(path);
            return Ok(Self {
                parts,
                before,
                moved: Some(sources),
            });
        }
        let mut next = 0;
        for source in &sources {
            match source {
                Source::Written(at) => next = at + 1,
                Source::Default(default) => before[next].push(*default),
            }
        }
        Ok(Self {
            parts,
            before,
            moved: None,
        })
    }
}

fn names(fields: &[Field]) -> BTreeMap<&str, usize> {
    (0..)
        .zip(fields)
        .map(|(at, field)| (field.name(), at))
        .collect()
}
