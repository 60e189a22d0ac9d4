//! Random schema texts.

use crate::blocks::Rng;
use kiln::Schema;

const SCALARS: [&str; 18] = [
    "bool", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "f16", "bf16",
    "f32", "f64", "char", "string", "u8",
];

const KEYS: [&str; 15] = [
    "bool",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "char",
    "string",
    "string",
    "array<u8,3>",
];

const NAMES: [&str; 8] = ["a", "b", "rec", "ref", "größe", "_x", "list", "a-1"];

/// The text of a schema.
pub fn text(rng: &mut Rng) -> String {
    loop {
        let depth = rng.below(6);
        let mut text = String::new();
        schema(rng, depth, &mut Vec::new(), &mut text);
        // Rules on minimums are not kept while writing: what breaks one is thrown away.
        if text.parse::<Schema>().is_ok() {
            return text;
        }
    }
}

fn schema(rng: &mut Rng, depth: usize, labels: &mut Vec<&'static str>, out: &mut String) {
    if depth == 0 {
        match (labels.is_empty(), rng.below(6)) {
            (false, 0..=2) => {
                out.push_str("ref<");
                out.push_str(labels[rng.below(labels.len())]);
                out.push('>');
            }
            (_, 3) if rng.below(12) == 0 => out.push_str("tensors"),
            (_, 4) => out.push_str(rng.pick(&["tuple()", "struct{}", "enum{A,B,}"])),
            _ => out.push_str(rng.pick(&SCALARS)),
        }
        return;
    }
    let depth = depth - 1;
    let one = |rng: &mut Rng, labels: &mut Vec<_>, out: &mut String, open: &str, close: &str| {
        out.push_str(open);
        schema(rng, depth, labels, out);
        out.push_str(close);
    };
    match rng.below(14) {
        0 | 1 => one(rng, labels, out, "list<", ">"),
        2 | 3 => one(rng, labels, out, "option<", ">"),
        4 => {
            let close = format!(",{}>", rng.pick(&[0, 1, 2, 3, 5, 70_000]));
            one(rng, labels, out, "array<", &close);
        }
        5 => {
            out.push_str("set<");
            out.push_str(rng.pick(&KEYS));
            out.push('>');
        }
        6 => {
            let open = format!("dict<{},", rng.pick(&KEYS));
            one(rng, labels, out, &open, ">");
        }
        7 | 8 => {
            out.push_str("tuple(");
            for _ in 0..rng.below(4) {
                one(rng, labels, out, "", ",");
            }
            out.push(')');
        }
        9 | 10 => {
            out.push_str("struct{");
            for name in NAMES.iter().take(rng.below(4)) {
                let open = format!("{name}:");
                one(rng, labels, out, &open, ",");
            }
            out.push('}');
        }
        11 | 12 => {
            out.push_str("enum{");
            for name in NAMES.iter().take(1 + rng.below(4)) {
                if rng.below(3) == 0 {
                    out.push_str(&format!("{name},"));
                } else {
                    let open = format!("{name}:");
                    one(rng, labels, out, &open, ",");
                }
            }
            if rng.below(20) == 0 {
                // Two bytes of tag.
                (0..300).for_each(|n| out.push_str(&format!("V{n},")));
            }
            out.push('}');
        }
        _ => {
            // Few labels, so that one hides another.
            let label = rng.pick(&["R", "S", "Größe"]);
            labels.push(label);
            let open = format!("rec<{label},");
            one(rng, labels, out, &open, ">");
            labels.pop();
        }
    }
}

/// A text that most often is no schema any more.
pub fn mutate_text(rng: &mut Rng, text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = rng.below(chars.len());
    match rng.below(6) {
        0 => chars.truncate(at),
        1 => drop(chars.remove(at)),
        2 => chars.insert(
            at,
            rng.pick(&['<', '>', ',', '{', '}', '(', ')', ':', ' ', '0', 'a']),
        ),
        3 => chars[at] = rng.pick(&['<', '>', ',', ':', '-', '9', 'u', '\u{e9}', '\u{10ffff}']),
        4 => chars.extend(text.chars().skip(at)),
        _ => {
            let other = rng.below(chars.len());
            chars.swap(at, other);
        }
    }
    chars.into_iter().collect()
}
