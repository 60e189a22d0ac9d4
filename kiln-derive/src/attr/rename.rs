//! The cases of `rename_all`. What each makes of a name is what serde makes of it, since users move between the two.

/// A case that names are brought into.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

/// Every case by the name under which users ask for it: each name is written in the case that it stands for.
pub(crate) const CASES: [(&str, Case); 8] = [
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

impl Case {
    pub(crate) fn from_name(name: &str) -> Option<Case> {
        CASES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, case)| *case)
    }

    /// Renames a field, which Rust writes in snake_case: underscores are what separates words.
    pub(crate) fn field(self, name: &str) -> String {
        match self {
            Case::Lower | Case::Snake => name.to_owned(),
            Case::Upper | Case::ScreamingSnake => name.to_uppercase(),
            Case::Pascal => name
                .split('_')
                .map(|word| first(word, |c| c.to_uppercase().collect()))
                .collect(),
            Case::Camel => first(&Case::Pascal.field(name), |c| c.to_lowercase().collect()),
            Case::Kebab => name.replace('_', "-"),
            Case::ScreamingKebab => name.to_uppercase().replace('_', "-"),
        }
    }

    /// Renames a variant, which Rust writes in PascalCase: a word begins at each capital letter.
    pub(crate) fn variant(self, name: &str) -> String {
        match self {
            Case::Pascal => name.to_owned(),
            Case::Lower => name.to_lowercase(),
            Case::Upper => name.to_uppercase(),
            Case::Camel => first(name, |c| c.to_lowercase().collect()),
            Case::Snake => {
                let mut snake = String::new();
                for (i, c) in name.char_indices() {
                    if i > 0 && c.is_uppercase() {
                        snake.push('_');
                    }
                    snake.extend(c.to_lowercase());
                }
                snake
            }
            Case::ScreamingSnake => Case::Snake.variant(name).to_uppercase(),
            Case::Kebab => Case::Snake.variant(name).replace('_', "-"),
            Case::ScreamingKebab => Case::ScreamingSnake.variant(name).replace('_', "-"),
        }
    }
}

/// `word` with its first character mapped.
fn first(word: &str, map: impl Fn(char) -> String) -> String {
    let mut chars = word.chars();
    match chars.next() {
        Some(c) => map(c) + chars.as_str(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{CASES, Case};

    #[test]
    fn fields() {
        let expect = [
            "max_depth_mib",
            "MAX_DEPTH_MIB",
            "MaxDepthMib",
            "maxDepthMib",
            "max_depth_mib",
            "MAX_DEPTH_MIB",
            "max-depth-mib",
            "MAX-DEPTH-MIB",
        ];
        for ((_, case), expect) in CASES.iter().zip(expect) {
            assert_eq!(case.field("max_depth_mib"), expect);
        }
    }

    #[test]
    fn variants() {
        let expect = [
            "verylarge",
            "VERYLARGE",
            "VeryLarge",
            "veryLarge",
            "very_large",
            "VERY_LARGE",
            "very-large",
            "VERY-LARGE",
        ];
        for ((_, case), expect) in CASES.iter().zip(expect) {
            assert_eq!(case.variant("VeryLarge"), expect);
        }
        assert_eq!(Case::Snake.variant("Rgb8"), "rgb8");
        assert_eq!(Case::Snake.variant("IOError"), "i_o_error");
    }
}
