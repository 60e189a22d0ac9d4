//! What differs between two schemas, as text.

use super::link::Linker;
use crate::{Error, Limits, Schema, schema::Variant, value::plan::Plan};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

/// What a difference does to a reader that resolves.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Effect {
    /// Every value is read.
    Reads,
    /// Some values are read, others are TYPE.
    ReadsSome,
    /// No value is read: SCHEMA.
    Refuses,
}

/// A difference between the schema of a writer and that of a reader.
///
/// [`Display`](fmt::Display) is one line for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    path: String,
    effect: Effect,
    text: String,
}

impl Difference {
    /// Where: `layers[].weight`; empty for the value itself.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What it does to a reader.
    #[must_use]
    pub const fn effect(&self) -> Effect {
        self.effect
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let effect = match self.effect {
            Effect::Reads => "reads",
            Effect::ReadsSome => "reads some",
            Effect::Refuses => "refuses",
        };
        let path = match self.path.as_str() {
            "" => "the value",
            path => path,
        };
        write!(f, "{effect}: {path}: {}", self.text)
    }
}

impl Schema {
    /// What differs between the schema of a reader and that of a writer, for a check in CI: empty
    /// where the two are the same but for the labels of recursive types.
    ///
    /// Says what [`frame::resolve`](crate::frame::resolve) makes of a frame with the writer's schema
    /// text. The strict path takes nothing but the same schema, whatever this says. Which fields have
    /// a default is known of the schema of a type (`T::SCHEMA`), not of a parsed one.
    ///
    /// ```
    /// use kiln::{Describe, Kiln, Schema, schema::Effect};
    /// #[derive(Kiln)]
    /// struct Settings {
    ///     volume: u32,
    ///     #[kiln(default)]
    ///     muted: bool,
    /// }
    /// let released: Schema = "struct{volume:u16,theme:string,}".parse()?;
    /// let differences = Schema::compatibility(Settings::SCHEMA, &released);
    /// let lines: Vec<_> = differences.iter().map(|line| line.to_string()).collect();
    /// assert_eq!(lines, [
    ///     "reads: theme: only the writer has it, it is skipped",
    ///     "reads: muted: only the reader has it, its default is filled in",
    ///     "reads: volume: u16 widens to u32",
    /// ]);
    /// assert!(differences.iter().all(|line| line.effect() == Effect::Reads));
    /// # Ok::<(), kiln::Error>(())
    /// ```
    #[must_use]
    pub fn compatibility(reader: &Self, writer: &Self) -> Vec<Difference> {
        let broken = |which: &str| {
            let text = format!("the {which}'s schema breaks a rule of the format");
            let effect = Effect::Refuses;
            let path = String::new();
            Vec::from([Difference { path, effect, text }])
        };
        let Ok(writer) = Plan::new(writer) else {
            return broken("writer");
        };
        let Ok(reader) = Plan::new(reader) else {
            return broken("reader");
        };
        let report = Report {
            found: Some(Vec::new()),
        };
        match Linker::new(&writer, &reader, report, Limits::DEFAULT).run() {
            Ok((_, report)) => report.found.unwrap_or_default(),
            Err(error) => Vec::from([Difference {
                path: String::new(),
                effect: Effect::Refuses,
                text: error.to_string(),
            }]),
        }
    }
}

/// Where two schemas are being compared; nothing where nobody asks.
#[derive(Clone)]
pub(super) struct Path(Option<String>);

impl Path {
    pub(super) fn root(report: &Report) -> Self {
        Self(report.found.as_ref().map(|_| String::new()))
    }

    fn with(&self, more: impl FnOnce(&str) -> String) -> Self {
        Self(self.0.as_deref().map(more))
    }

    pub(super) fn field(&self, name: &str) -> Self {
        self.with(|path| match path {
            "" => name.into(),
            path => format!("{path}.{name}"),
        })
    }

    pub(super) fn variant(&self, name: &str) -> Self {
        self.with(|path| format!("{path}::{name}"))
    }

    pub(super) fn element(&self) -> Self {
        self.with(|path| format!("{path}[]"))
    }

    pub(super) fn key(&self) -> Self {
        self.with(|path| format!("{path}[key]"))
    }

    pub(super) fn item(&self, position: usize) -> Self {
        self.with(|path| format!("{path}.{position}"))
    }
}

/// The differences so far; `None` where the first that refuses ends it and the others are of no
/// interest.
pub(super) struct Report {
    found: Option<Vec<Difference>>,
}

impl Report {
    /// For a reader that wants to know whether, not why.
    pub(super) const NONE: Self = Self { found: None };

    fn note(&mut self, path: &Path, effect: Effect, text: impl FnOnce() -> String) {
        if let (Some(found), Path(Some(path))) = (&mut self.found, path) {
            found.push(Difference {
                path: path.clone(),
                effect,
                text: text(),
            });
        }
    }

    fn refuse(&mut self, path: &Path, text: impl FnOnce() -> String) -> Result<(), Error> {
        self.note(path, Effect::Refuses, text);
        match self.found {
            Some(_) => Ok(()),
            None => Err(Error::Schema),
        }
    }

    pub(super) fn kinds(&mut self, path: &Path, w: &Schema, r: &Schema) -> Result<(), Error> {
        self.refuse(path, || {
            let (w, r) = (abridged(w), abridged(r));
            format!("{w} in the writer's schema, {r} in the reader's")
        })
    }

    pub(super) fn missing_field(&mut self, path: &Path) -> Result<(), Error> {
        self.refuse(path, || "only the reader has it, and no default".into())
    }

    pub(super) fn carries(&mut self, path: &Path, writer: bool) -> Result<(), Error> {
        self.refuse(path, || {
            let (with, without) = match writer {
                true => ("writer", "reader"),
                false => ("reader", "writer"),
            };
            format!(
                "the variant carries something in the {with}'s schema, nothing in the {without}'s"
            )
        })
    }

    pub(super) fn skipped(&mut self, path: &Path) {
        self.note(path, Effect::Reads, || {
            "only the writer has it, it is skipped".into()
        });
    }

    pub(super) fn filled_in(&mut self, path: &Path) {
        self.note(path, Effect::Reads, || {
            "only the reader has it, its default is filled in".into()
        });
    }

    pub(super) fn reordered(&mut self, path: &Path) {
        self.note(path, Effect::Reads, || {
            "the fields are in another order".into()
        });
    }

    pub(super) fn wraps(&mut self, path: &Path, w: &Schema) {
        self.note(path, Effect::Reads, || {
            format!("{} is read as a Some", abridged(w))
        });
    }

    pub(super) fn widens(&mut self, path: &Path, w: &Schema, r: &Schema) {
        self.note(path, Effect::Reads, || format!("{w} widens to {r}"));
    }

    pub(super) fn missing_variant(&mut self, path: &Path, name: &str) {
        self.note(path, Effect::ReadsSome, || {
            format!("only the writer has the variant {name}, a value with it is TYPE")
        });
    }

    /// Variants that differ in ways that every value survives.
    pub(super) fn variants(&mut self, path: &Path, w: &[Variant], r: &[Variant]) {
        if self.found.is_none() {
            return;
        }
        let written: alloc::collections::BTreeSet<&str> = w.iter().map(Variant::name).collect();
        for variant in r.iter().filter(|v| !written.contains(v.name())) {
            self.note(path, Effect::Reads, || {
                format!("only the reader has the variant {}", variant.name())
            });
        }
        let wanted: alloc::collections::BTreeSet<&str> = r.iter().map(Variant::name).collect();
        let common = |variants: &[Variant], others: &alloc::collections::BTreeSet<&str>| {
            let names = variants.iter().map(|v| v.name().to_string());
            names
                .filter(|name| others.contains(name.as_str()))
                .collect::<Vec<_>>()
        };
        if common(w, &wanted) != common(r, &written) {
            self.note(path, Effect::Reads, || {
                "the variants are in another order".into()
            });
        }
    }
}

/// A schema as text, cut where it gets long.
fn abridged(schema: &Schema) -> String {
    let text = schema.to_string();
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
