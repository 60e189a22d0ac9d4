//! From the wire of one schema to that of another.
//!
//! A walk by the writer's schema finds the parts of the value in the writer's order and checks them;
//! each is written as its link says, right behind what has been written. Fields that the reader has
//! in another order are put into it when the last of them has come.
//!
//! What is written is charged to the budget: a default may be larger than anything that was read.

use super::{
    fields::Source,
    link::{Link, Linker, Links, Use},
    numbers,
    report::Report,
};
use crate::{
    Error, Limits, Reader, Schema, Value, Writer,
    schema::{WriteDefault, tag_size},
    value::{
        plan::Plan,
        walk::{Shape, Visit, Walk},
    },
};
use alloc::vec::Vec;

/// Reads a value of the writer's schema, and gives the wire bytes of the reader's value.
///
/// # Errors
/// [`Error::Schema`] before anything is read if the schemas do not resolve; then the first fault of
/// the bytes as a value of the writer's schema, where a variant that the reader lacks is
/// [`Error::Type`]; [`Error::Limit`] if what is written is more than the budget.
pub(super) fn transcode(
    reader: &Schema,
    writer: &Schema,
    r: &mut Reader<'_>,
    limits: Limits,
) -> Result<Vec<u8>, Error> {
    let (writer, reader) = (Plan::new(writer)?, Plan::new(reader)?);
    let (links, _) = Linker::new(&writer, &reader, Report::NONE, limits).run()?;
    let mut visitor = Transcoder {
        links: &links,
        limits,
        out: Vec::new(),
        open: Vec::new(),
        left: limits.max_alloc,
        failed: None,
    };
    // No values are made here, so there is no memory to charge; but parts that take no bytes are work
    // that nothing else bounds.
    let mut walk = Walk::new(&writer, r.unread(), limits);
    walk.charges_nothing_only = true;
    let walked = walk.run(&mut visitor);
    if let Some(error) = visitor.failed {
        return Err(error);
    }
    walked?;
    r.take(r.remaining() - walk.reader.remaining())?;
    Ok(visitor.out)
}

/// A value of which some parts have not come yet.
struct Level {
    link: usize,
    /// The variant, of an enum of the writer's.
    tag: u16,
    /// How many parts have come.
    at: usize,
    /// How long the output was when it began; its count goes there.
    start: usize,
    /// How long the output was behind each part, where they are to be moved.
    ends: Vec<usize>,
}

struct Transcoder<'l, 'r> {
    links: &'l Links<'r>,
    limits: Limits,
    out: Vec<u8>,
    open: Vec<Level>,
    /// What is left of the budget, without the output as long as it is.
    left: u64,
    /// The first error. Nothing is written after it.
    failed: Option<Error>,
}

impl Transcoder<'_, '_> {
    /// Writes the default of a field that the writer did not know.
    fn fill_in(&mut self, default: WriteDefault) -> Result<(), Error> {
        let mut writer = Writer::new(&mut self.out, self.limits);
        default(&mut writer)?;
        writer.finish()
    }

    /// A part comes: what is to become of it.
    fn part(&mut self) -> Result<Use, Error> {
        let links = self.links;
        let Some(level) = self.open.last() else {
            return self.wrap(links.root);
        };
        let part = match &links.all[level.link] {
            Link::Skip | Link::Leaf(_) => Use::SKIP,
            Link::Many { element, .. } => *element,
            Link::Dict { key, value } => match level.at % 2 {
                0 => *key,
                _ => *value,
            },
            Link::Option { some } => *some,
            Link::Tuple(items) => items[level.at],
            Link::Struct(fields) => {
                let at = level.at;
                for default in &fields.before[at] {
                    self.fill_in(*default)?;
                }
                fields.parts[at]
            }
            Link::Enum { variants, .. } => {
                variants[usize::from(level.tag)].map_or(Use::SKIP, |(_, carried)| carried)
            }
        };
        self.wrap(part)
    }

    /// Writes the `Some`s that the reader has around what comes.
    fn wrap(&mut self, part: Use) -> Result<Use, Error> {
        self.out.resize(self.out.len() + part.wraps, 1);
        Ok(part)
    }

    /// A part is complete.
    fn end_part(&mut self) -> Result<(), Error> {
        if self.out.len() as u64 > self.left {
            return Err(Error::Limit);
        }
        if let Some(level) = self.open.last_mut() {
            level.at += 1;
            if let Link::Struct(fields) = &self.links.all[level.link]
                && fields.moved.is_some()
            {
                level.ends.push(self.out.len());
            }
        }
        Ok(())
    }

    /// The tag of a variant of the writer's, as the reader has it.
    fn tag(&mut self, link: usize, tag: u16) -> Result<(), Error> {
        if let Link::Enum { variants, count } = &self.links.all[link] {
            let (to, _) = variants[usize::from(tag)].ok_or(Error::Type)?;
            let tag = to.to_le_bytes();
            self.out.extend_from_slice(&tag[..tag_size(*count)]);
        }
        Ok(())
    }

    fn whole_leaf(&mut self, value: &Value<'_>) -> Result<(), Error> {
        let part = self.part()?;
        match (&self.links.all[part.link], value) {
            (Link::Leaf(to), value) => numbers::put(value, to, &mut self.out),
            (Link::Many { counted, element }, Value::Bytes(bytes)) => {
                let (counted, element) = (*counted, *element);
                self.bytes(bytes, counted, element);
            }
            (Link::Option { .. }, _) => self.out.push(0),
            (Link::Enum { .. }, Value::Enum(tag, _)) => self.tag(part.link, *tag)?,
            _ => {}
        }
        self.end_part()
    }

    /// Bytes come at once, whatever the reader makes of each.
    fn bytes(&mut self, bytes: &[u8], counted: bool, element: Use) {
        if counted {
            // It was read with a count.
            let count = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
            self.out.extend(count.to_le_bytes());
        }
        match &self.links.all[element.link] {
            Link::Leaf(Schema::U8) if element.wraps == 0 => self.out.extend_from_slice(bytes),
            Link::Leaf(to) => {
                for byte in bytes {
                    if self.out.len() as u64 > self.left {
                        return;
                    }
                    self.out.resize(self.out.len() + element.wraps, 1);
                    numbers::put(&Value::U8(*byte), to, &mut self.out);
                }
            }
            _ => {}
        }
    }

    fn begin(&mut self, shape: Shape) -> Result<(), Error> {
        let part = self.part()?;
        let start = self.out.len();
        let mut tag = 0;
        match (&self.links.all[part.link], shape) {
            (Link::Skip, _) => {}
            (_, Shape::List | Shape::Set | Shape::Dict) => self.out.extend([0; 4]),
            (_, Shape::Some) => self.out.push(1),
            (_, Shape::Variant(variant)) => {
                tag = variant;
                self.tag(part.link, variant)?;
            }
            _ => {}
        }
        self.open.push(Level {
            link: part.link,
            tag,
            at: 0,
            start,
            ends: Vec::new(),
        });
        Ok(())
    }

    fn end(&mut self) -> Result<(), Error> {
        let Some(level) = self.open.pop() else {
            return Ok(());
        };
        match &self.links.all[level.link] {
            Link::Many { counted: true, .. } => self.count(&level, level.at),
            Link::Dict { .. } => self.count(&level, level.at / 2),
            Link::Struct(fields) => match &fields.moved {
                Some(sources) => self.reorder(&level, sources)?,
                None => {
                    for default in fields.before.last().into_iter().flatten() {
                        self.fill_in(*default)?;
                    }
                }
            },
            _ => {}
        }
        self.end_part()
    }

    /// Fills in a count, now that it is known. It was read as a count, so it fits.
    fn count(&mut self, level: &Level, count: usize) {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        if let Some(place) = self.out.get_mut(level.start..level.start + 4) {
            place.copy_from_slice(&count.to_le_bytes());
        }
    }

    /// Puts the fields that have come into the reader's order.
    fn reorder(&mut self, level: &Level, sources: &[Source]) -> Result<(), Error> {
        let came = self.out.split_off(level.start);
        // The bytes are held twice, and moved once for each struct around them.
        let moved = came.len() as u64;
        self.left = self.left.checked_sub(moved).ok_or(Error::Limit)?;
        let end = |at: usize| level.ends[at] - level.start;
        for source in sources {
            match source {
                Source::Written(0) => self.out.extend_from_slice(&came[..end(0)]),
                Source::Written(at) => self.out.extend_from_slice(&came[end(at - 1)..end(*at)]),
                Source::Default(default) => self.fill_in(*default)?,
            }
        }
        Ok(())
    }

    /// Does one step, unless one has failed.
    fn step(&mut self, step: impl FnOnce(&mut Self) -> Result<(), Error>) {
        if self.failed.is_none() {
            self.failed = step(self).err();
        }
    }
}

impl<'a> Visit<'a> for Transcoder<'_, '_> {
    fn leaf(&mut self, _: &Plan<'_>, _: usize, value: Value<'a>) {
        self.step(|this| this.whole_leaf(&value));
    }

    fn open(&mut self, _: &Plan<'_>, _: usize, shape: Shape, _: usize) {
        self.step(|this| this.begin(shape));
    }

    fn close(&mut self) {
        self.step(Self::end);
    }
}
