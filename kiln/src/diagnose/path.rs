//! What is open around a fault, as a path: `layers[3].weight`.

use crate::{
    Schema,
    value::walk::{Doing, Level, Walk},
};
use alloc::{format, string::String, vec::Vec};

/// How many steps a path shows at either end; those between are cut out.
const ENDS: usize = 8;

/// How many characters of a name or key are shown.
const SHOWN: usize = 40;

/// The path to the value that was begun last.
pub(super) fn of(walk: &Walk<'_, '_, '_>) -> String {
    let steps: Vec<_> = walk
        .open
        .iter()
        .filter(|level| has_step(walk, level))
        .collect();
    let mut path = String::new();
    for (i, level) in steps.iter().enumerate() {
        if i == ENDS && steps.len() > 2 * ENDS {
            path.push_str(&format!(" … {} steps … ", steps.len() - 2 * ENDS));
        }
        if i < ENDS || i + ENDS >= steps.len() {
            push(walk, level, &mut path);
        }
    }
    path
}

/// What an option holds, and a `rec` is, stands at the same place as the option and the `rec`.
fn has_step(walk: &Walk<'_, '_, '_>, level: &Level<'_>) -> bool {
    !matches!(walk.plan.schema(level.node), Schema::Option(_))
}

fn push(walk: &Walk<'_, '_, '_>, level: &Level<'_>, path: &mut String) {
    match walk.plan.schema(level.node) {
        Schema::Struct(fields) => name(fields.get(level.at).map(|f| f.name()), path),
        Schema::Enum(variants) => {
            name(variants.get(usize::from(level.tag)).map(|v| v.name()), path)
        }
        Schema::Tuple(_) => path.push_str(&format!(".{}", level.at)),
        Schema::Dict(key, _) => {
            // A key that is compared has been read; the one at hand is that before it.
            let in_key = level.at.is_multiple_of(2) || walk.doing == Doing::Comparing;
            match level.key {
                Some(wire) if !in_key => {
                    path.push_str(&format!("[{}]", super::explain::key(key.get(), wire)));
                }
                _ => path.push_str(&format!(".key({})", level.at / 2)),
            }
        }
        _ => path.push_str(&format!("[{}]", level.at)),
    }
}

fn name(name: Option<&str>, path: &mut String) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(&shown(name.unwrap_or_default()));
}

/// A name or key as it is printed: nothing invisible, and not without end.
pub(super) fn shown(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(SHOWN)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
