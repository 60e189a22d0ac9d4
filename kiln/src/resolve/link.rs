//! Two schemas laid side by side: how each part of the writer's value becomes one of the reader's.
//!
//! The parts of a schema that can be met are finite, so are the pairs of them, even where both are
//! recursive. Each pair is linked once, from a list of those that are still to do: nothing here
//! recurses, and nothing reads a value.

use super::{
    fields::Fields,
    report::{Path, Report},
    widening::{is_leaf, widens},
};
use crate::{
    Error, Limits, Schema,
    value::plan::{Plan, ROOT},
};
use alloc::{collections::BTreeMap, vec, vec::Vec};

/// How the values of one node of the writer's schema become values of one of the reader's.
pub(super) enum Link<'r> {
    /// The reader has no place for them: they are read and forgotten, with all their parts.
    Skip,
    /// A value without parts, written as the reader's kind.
    Leaf(&'r Schema),
    /// The elements of a list, set or array; with a count before them unless it is an array.
    Many { counted: bool, element: Use },
    /// The entries of a dict.
    Dict { key: Use, value: Use },
    /// What an option holds.
    Option { some: Use },
    /// The items of a tuple.
    Tuple(Vec<Use>),
    /// The fields of a struct.
    Struct(Fields),
    /// For each variant of the writer's, its tag in the reader's schema of so many variants and what
    /// becomes of what it carries; `None` for a variant that the reader lacks.
    Enum {
        variants: Vec<Option<(u16, Use)>>,
        count: usize,
    },
}

/// A link, and how many times the reader wraps what comes of it in `Some`.
#[derive(Copy, Clone)]
pub(super) struct Use {
    pub(super) link: usize,
    pub(super) wraps: usize,
}

impl Use {
    /// The first of the links is the one that skips.
    pub(super) const SKIP: Self = Self { link: 0, wraps: 0 };
}

/// All links of two schemas, and the one of the whole.
pub(super) struct Links<'r> {
    pub(super) all: Vec<Link<'r>>,
    pub(super) root: Use,
}

/// Two nodes that meet, to be linked.
struct Pair {
    writer: usize,
    reader: usize,
    link: usize,
    path: Path,
}

pub(super) struct Linker<'p, 'w, 'r> {
    writer: &'p Plan<'w>,
    reader: &'p Plan<'r>,
    links: Vec<Link<'r>>,
    known: BTreeMap<(usize, usize), usize>,
    to_do: Vec<Pair>,
    pub(super) report: Report,
    /// How many links and parts of links there may still be.
    left: u64,
}

impl<'p, 'w, 'r> Linker<'p, 'w, 'r> {
    pub(super) fn new(
        writer: &'p Plan<'w>,
        reader: &'p Plan<'r>,
        report: Report,
        limits: Limits,
    ) -> Self {
        Self {
            writer,
            reader,
            links: vec![Link::Skip],
            known: BTreeMap::new(),
            to_do: Vec::new(),
            report,
            left: limits.max_alloc / size_of::<(Link<'r>, Pair)>() as u64,
        }
    }

    /// Links everything that can be met.
    ///
    /// # Errors
    /// [`Error::Schema`] at the first pair that does not resolve, unless a report is made of all;
    /// [`Error::Limit`] for schemas with more pairs than the budget holds.
    pub(super) fn run(mut self) -> Result<(Links<'r>, Report), Error> {
        let root = self.meet(ROOT, ROOT, &Path::root(&self.report))?;
        while let Some(pair) = self.to_do.pop() {
            let first = self.to_do.len();
            self.links[pair.link] = self.link(&pair)?;
            // What was found last would be linked first; a report goes by the order of the schema.
            self.to_do[first..].reverse();
        }
        let links = Links {
            all: self.links,
            root,
        };
        Ok((links, self.report))
    }

    /// Two nodes meet: strips `rec` from both, and the options that only the reader has.
    pub(super) fn meet(&mut self, writer: usize, reader: usize, path: &Path) -> Result<Use, Error> {
        let (writer, mut reader) = (
            strip_rec(self.writer, writer),
            strip_rec(self.reader, reader),
        );
        let mut wraps = 0;
        if !matches!(self.writer.schema(writer), Schema::Option(_)) {
            while let Schema::Option(_) = self.reader.schema(reader) {
                reader = strip_rec(self.reader, self.reader.inside(reader, 0));
                wraps += 1;
                // A `rec` of nothing but options has no end that is not `None`.
                if wraps > self.reader.len() {
                    self.refuse(writer, reader, path)?;
                    return Ok(Use::SKIP);
                }
            }
        }
        if wraps > 0 {
            self.report.wraps(path, self.writer.schema(writer));
        }
        let link = match self.known.get(&(writer, reader)) {
            Some(link) => *link,
            None => {
                self.charge(1)?;
                let link = self.links.len();
                self.links.push(Link::Skip);
                self.known.insert((writer, reader), link);
                let path = path.clone();
                self.to_do.push(Pair {
                    writer,
                    reader,
                    link,
                    path,
                });
                link
            }
        };
        Ok(Use { link, wraps })
    }

    pub(super) fn charge(&mut self, parts: usize) -> Result<(), Error> {
        self.left = self.left.checked_sub(parts as u64).ok_or(Error::Limit)?;
        Ok(())
    }

    fn refuse(&mut self, writer: usize, reader: usize, path: &Path) -> Result<(), Error> {
        let (writer, reader) = (self.writer.schema(writer), self.reader.schema(reader));
        self.report.kinds(path, writer, reader)
    }

    fn link(&mut self, pair: &Pair) -> Result<Link<'r>, Error> {
        let Pair {
            writer,
            reader,
            ref path,
            ..
        } = *pair;
        let inside = |this: &Self, position| {
            (
                this.writer.inside(writer, position),
                this.reader.inside(reader, position),
            )
        };
        let (w, r) = (self.writer.schema(writer), self.reader.schema(reader));
        Ok(match (w, r) {
            (Schema::List(_), Schema::List(_)) | (Schema::Set(_), Schema::Set(_)) => {
                let (writer, reader) = inside(self, 0);
                let element = self.meet(writer, reader, &path.element())?;
                Link::Many {
                    counted: true,
                    element,
                }
            }
            (Schema::Array(_, n), Schema::Array(_, m)) if n == m => {
                let (writer, reader) = inside(self, 0);
                let element = self.meet(writer, reader, &path.element())?;
                Link::Many {
                    counted: false,
                    element,
                }
            }
            (Schema::Dict(..), Schema::Dict(..)) => {
                let ((wk, rk), (wv, rv)) = (inside(self, 0), inside(self, 1));
                let key = self.meet(wk, rk, &path.key())?;
                let value = self.meet(wv, rv, &path.element())?;
                Link::Dict { key, value }
            }
            (Schema::Option(_), Schema::Option(_)) => {
                let (writer, reader) = inside(self, 0);
                let some = self.meet(writer, reader, path)?;
                Link::Option { some }
            }
            (Schema::Tuple(a), Schema::Tuple(b)) if a.len() == b.len() => {
                self.charge(a.len())?;
                let items = (0..a.len()).map(|position| {
                    let (writer, reader) = inside(self, position);
                    self.meet(writer, reader, &path.item(position))
                });
                Link::Tuple(items.collect::<Result<_, _>>()?)
            }
            (Schema::Struct(w), Schema::Struct(r)) => {
                self.charge(w.len().saturating_add(r.len()))?;
                let meet = |this: &mut Self, at: usize, to: usize, path: &Path| {
                    let (writer, reader) = (
                        this.writer.inside(writer, at),
                        this.reader.inside(reader, to),
                    );
                    this.meet(writer, reader, path)
                };
                Link::Struct(Fields::new(self, w, r, path, meet)?)
            }
            (Schema::Enum(w), Schema::Enum(r)) => {
                self.charge(w.len().saturating_add(r.len()))?;
                let tags: BTreeMap<&str, u16> = (0..)
                    .zip(r.iter())
                    .map(|(tag, v)| (v.name(), tag))
                    .collect();
                let mut variants = Vec::with_capacity(w.len());
                for (tag, variant) in (0..).zip(w.iter()) {
                    let Some(&to) = tags.get(variant.name()) else {
                        self.report.missing_variant(path, variant.name());
                        variants.push(None);
                        continue;
                    };
                    let path = path.variant(variant.name());
                    let carried = match (
                        self.writer.carried(writer, tag),
                        self.reader.carried(reader, to),
                    ) {
                        (None, None) => Use::SKIP,
                        (Some(writer), Some(reader)) => self.meet(writer, reader, &path)?,
                        (writer, _) => {
                            self.report.carries(&path, writer.is_some())?;
                            Use::SKIP
                        }
                    };
                    variants.push(Some((to, carried)));
                }
                self.report.variants(path, w, r);
                Link::Enum {
                    variants,
                    count: r.len(),
                }
            }
            // Equal leaves; leaves with parts of their own have been met above.
            (w, r) if is_leaf(w) && w == r => Link::Leaf(r),
            (w, r) if widens(w, r) => {
                self.report.widens(path, w, r);
                Link::Leaf(r)
            }
            _ => {
                self.refuse(writer, reader, path)?;
                Link::Skip
            }
        })
    }
}

fn strip_rec(plan: &Plan<'_>, mut node: usize) -> usize {
    while let Some(body) = plan.body(node) {
        node = body;
    }
    node
}
