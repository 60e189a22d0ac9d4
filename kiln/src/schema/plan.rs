//! A schema made flat: a list of nodes, minimum sizes settled, references resolved.
//!
//! This is what values are walked by without their Rust type, and what holds a text to the rules. The
//! `const fn` of [`size`](super::size) settles by the same definition without allocating, which the
//! compiler can do for a type; on a text that somebody sent it could be made to look up the same
//! references over and over.
//!
//! Nodes stand in the order of the schema's text, a node before what is inside it. So what is inside
//! a node is the run of nodes behind it, up to its end, and going through a run from behind meets
//! the inside of a node before the node. That is all that sizing needs (format section 1,
//! "Minimums"): for each `rec`, the outermost first, its run is sized with references to it, and to
//! what is inside it, counting as nothing; then, all `rec`s being settled, everything is sized once
//! more and held to the rules.
//!
//! Making a plan does not recurse: the schema of a Rust type may be deeper than a text can be.

use super::{Field, Items, KeyOrder, Schema, Variant, tag_size};
use crate::Error;
use alloc::vec::Vec;

/// The position of a node in the plan; [`NONE`] where a variant carries nothing.
type Index = u32;

const NONE: Index = Index::MAX;

fn index(node: usize) -> Result<Index, Error> {
    Index::try_from(node)
        .ok()
        .filter(|&index| index != NONE)
        .ok_or(Error::Limit)
}

struct Node<'s> {
    schema: &'s Schema,
    /// The settled minimum size.
    min: u64,
    /// Where the slots of this node begin: one for each schema directly inside it, in order. The
    /// slot of a `ref` is its `rec`.
    slots: usize,
}

/// A schema made flat.
pub(crate) struct Plan<'s> {
    nodes: Vec<Node<'s>>,
    slots: Vec<Index>,
}

/// The node of the whole schema.
pub(crate) const ROOT: usize = 0;

impl<'s> Plan<'s> {
    /// # Errors
    /// [`Error::Schema`] for a schema that breaks a rule of format section 1, which only one that was
    /// built by hand can; [`Error::Limit`] for one of more than four billion nodes.
    pub(crate) fn new(schema: &'s Schema) -> Result<Self, Error> {
        let mut plan = Self {
            nodes: Vec::with_capacity(16),
            slots: Vec::with_capacity(16),
        };
        let recs = plan.flatten(schema)?;
        for (start, end) in recs {
            plan.size_run(start, end, Pass::Rec)?;
        }
        plan.size_run(ROOT, plan.nodes.len(), Pass::Final)?;
        Ok(plan)
    }

    /// How many nodes there are.
    #[cfg(feature = "frame")]
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn schema(&self, node: usize) -> &'s Schema {
        self.nodes[node].schema
    }

    pub(crate) fn min(&self, node: usize) -> u64 {
        self.nodes[node].min
    }

    /// The only schema inside a node, or the one at a position.
    pub(crate) fn inside(&self, node: usize, position: usize) -> usize {
        self.slots[self.nodes[node].slots + position] as usize
    }

    /// What a variant carries.
    pub(crate) fn carried(&self, node: usize, tag: u16) -> Option<usize> {
        let slot = self.slots[self.nodes[node].slots + usize::from(tag)];
        (slot != NONE).then_some(slot as usize)
    }

    /// The body that a `rec` or a `ref` opens; `None` for other schemas.
    pub(crate) fn body(&self, node: usize) -> Option<usize> {
        match self.schema(node) {
            Schema::Rec(..) => Some(self.inside(node, 0)),
            Schema::Ref(_) => Some(self.inside(self.inside(node, 0), 0)),
            _ => None,
        }
    }

    /// The node of the part at a position of a value of this node; `tag` is that of an enum.
    pub(crate) fn part(&self, node: usize, tag: u16, position: usize) -> usize {
        match self.schema(node) {
            Schema::Tuple(_) | Schema::Struct(_) => self.inside(node, position),
            Schema::Dict(..) => self.inside(node, position % 2),
            Schema::Enum(_) => self.inside(node, usize::from(tag)),
            _ => self.inside(node, 0),
        }
    }

    /// The order of the keys of a set or dict; `None` for other schemas.
    pub(crate) fn key_order(&self, node: usize) -> Option<KeyOrder> {
        match self.schema(node) {
            Schema::Set(key) | Schema::Dict(key, _) => key.get().key_order(),
            _ => None,
        }
    }

    /// Lays out the nodes and slots; gives each `rec` with the end of its run, outermost first.
    fn flatten(&mut self, schema: &'s Schema) -> Result<Vec<(usize, usize)>, Error> {
        let mut recs: Vec<(usize, usize)> = Vec::new();
        // The enclosing recs: label, and position in `recs`.
        let mut scope: Vec<(&'s str, usize)> = Vec::new();
        // The enclosing nodes: what is inside, where the slots for it begin, how many are filled.
        let mut open: Vec<(Inner<'s>, usize, usize)> = Vec::new();
        let mut next = Some(schema);
        loop {
            if let Some(schema) = next.take() {
                let node = self.nodes.len();
                let slots = self.slots.len();
                self.nodes.push(Node {
                    schema,
                    min: 0,
                    slots,
                });
                match schema {
                    Schema::Rec(label, _) => {
                        scope.push((label, recs.len()));
                        recs.push((node, node));
                    }
                    Schema::Ref(label) => {
                        let found = scope.iter().rev().find(|(name, _)| name == label);
                        let (_, rec) = found.ok_or(Error::Schema)?;
                        self.slots.push(index(recs[*rec].0)?);
                    }
                    _ => {}
                }
                let inner = inner(schema);
                self.slots.extend((0..inner.len()).map(|_| NONE));
                open.push((inner, slots, 0));
            }
            let Some((inner, slots, filled)) = open.last_mut() else {
                return Ok(recs);
            };
            if *filled < inner.len() {
                next = inner.get(*filled);
                if next.is_some() {
                    self.slots[*slots + *filled] = index(self.nodes.len())?;
                }
                *filled += 1;
                continue;
            }
            // Only a `rec` closes one.
            if let Inner::Rec(_) = inner
                && let Some((_, rec)) = scope.pop()
            {
                recs[rec].1 = self.nodes.len();
            }
            open.pop();
        }
    }

    /// Sizes a run of nodes from behind.
    fn size_run(&mut self, start: usize, end: usize, pass: Pass) -> Result<(), Error> {
        for node in (start..end).rev() {
            let settled = match self.schema(node) {
                // Settled before, with references to itself counting as nothing.
                Schema::Rec(..) if pass == Pass::Final => continue,
                // In the pass of a `rec`, its own references and those inside it count as nothing.
                Schema::Ref(_) => match self.inside(node, 0) {
                    rec if pass == Pass::Rec && rec >= start => 0,
                    rec => self.min(rec),
                },
                _ => self.size(node, pass)?,
            };
            self.nodes[node].min = settled;
        }
        Ok(())
    }

    /// The minimum of a node from those of what is inside it.
    fn size(&self, node: usize, pass: Pass) -> Result<u64, Error> {
        let inside = |position| self.min(self.inside(node, position));
        let check = |legal: bool| match legal || pass == Pass::Rec {
            true => Ok(()),
            false => Err(Error::Schema),
        };
        let sum = |n: usize| {
            let mut mins = (0..n).map(inside);
            let sum = mins.try_fold(0, u64::checked_add);
            sum.ok_or(Error::Schema)
        };
        Ok(match self.schema(node) {
            Schema::List(_) => {
                check(inside(0) > 0)?;
                4
            }
            Schema::Set(_) => {
                check(inside(0) > 0 && self.key_order(node).is_some())?;
                4
            }
            Schema::Dict(..) => {
                check(inside(0) > 0 && self.key_order(node).is_some())?;
                check(sum(2).is_ok())?;
                4
            }
            Schema::Array(_, length) => {
                check(inside(0) > 0)?;
                let min = inside(0).checked_mul(u64::from(*length));
                min.ok_or(Error::Schema)?
            }
            Schema::Tuple(items) => sum(items.len())?,
            Schema::Struct(fields) => sum(fields.len())?,
            Schema::Enum(variants) => {
                check((1..=65_536).contains(&variants.len()))?;
                let slots = self.nodes[node].slots;
                let carried = self.slots[slots..][..variants.len()].iter();
                let min = carried.map(|&slot| match slot {
                    NONE => 0,
                    slot => self.min(slot as usize),
                });
                let min = min.min().unwrap_or(0);
                min.checked_add(tag_size(variants.len()) as u64)
                    .ok_or(Error::Schema)?
            }
            Schema::Rec(..) => inside(0),
            // What holds no other schema is of a size that depends on nothing.
            leaf => leaf.min_size(),
        })
    }
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Pass {
    /// One `rec` is being sized.
    Rec,
    /// All are; the rules are checked.
    Final,
}

/// The schemas directly inside one, in the order of its text.
enum Inner<'s> {
    None,
    One(&'s Schema),
    /// The body of a `rec`.
    Rec(&'s Schema),
    Two(&'s Schema, &'s Schema),
    Tuple(&'s Items),
    Struct(&'s [Field]),
    Enum(&'s [Variant]),
}

fn inner(schema: &Schema) -> Inner<'_> {
    match schema {
        Schema::List(inner)
        | Schema::Set(inner)
        | Schema::Array(inner, _)
        | Schema::Option(inner) => Inner::One(inner.get()),
        Schema::Rec(_, body) => Inner::Rec(body.get()),
        Schema::Dict(key, value) => Inner::Two(key.get(), value.get()),
        Schema::Tuple(items) => Inner::Tuple(items),
        Schema::Struct(fields) => Inner::Struct(fields),
        Schema::Enum(variants) => Inner::Enum(variants),
        _ => Inner::None,
    }
}

impl<'s> Inner<'s> {
    /// How many slots they take; one for each variant, whether it carries something or not.
    fn len(&self) -> usize {
        match self {
            Self::None => 0,
            Self::One(_) | Self::Rec(_) => 1,
            Self::Two(..) => 2,
            Self::Tuple(items) => items.len(),
            Self::Struct(fields) => fields.len(),
            Self::Enum(variants) => variants.len(),
        }
    }

    fn get(&self, position: usize) -> Option<&'s Schema> {
        match (self, position) {
            (Self::One(inner) | Self::Rec(inner) | Self::Two(inner, _), 0)
            | (Self::Two(_, inner), 1) => Some(inner),
            (Self::Tuple(items), _) => items.get(position),
            (Self::Struct(fields), _) => fields.get(position).map(Field::schema),
            (Self::Enum(variants), _) => variants.get(position).and_then(|v| v.schema()),
            _ => None,
        }
    }
}
