//! How deep a schema is nested, which decides whether it has a text (format section 1).

use super::{Child, Schema, parse::MAX_LEVELS};

impl Schema {
    /// Whether this schema can travel as text: its nesting is at most 64 levels, the outermost
    /// schema being level 1.
    #[must_use]
    pub fn has_text(&self) -> bool {
        self.fits(MAX_LEVELS)
    }

    /// Whether the nesting is at most so many levels. Stops where it is not, so it goes no deeper.
    fn fits(&self, levels: u32) -> bool {
        let Some(inner) = levels.checked_sub(1) else {
            return false;
        };
        let child = |child: &Child| child.get().fits(inner);
        match self {
            Self::List(element) | Self::Set(element) | Self::Array(element, _) => child(element),
            Self::Option(some) => child(some),
            Self::Dict(key, value) => child(key) && child(value),
            Self::Rec(_, body) => child(body),
            Self::Tuple(items) => items.iter().all(|item| item.fits(inner)),
            Self::Struct(fields) => fields.iter().all(|field| field.schema().fits(inner)),
            Self::Enum(variants) => variants
                .iter()
                .filter_map(|variant| variant.schema())
                .all(|schema| schema.fits(inner)),
            _ => true,
        }
    }
}
