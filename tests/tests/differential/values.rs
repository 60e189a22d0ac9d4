//! Encodings of values, made from a plan.

use crate::plan::Plan;

/// Numbers that look random, always the same ones.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % sides
    }

    pub(crate) fn below(&mut self, sides: usize) -> usize {
        usize::try_from(self.roll(sides as u64)).unwrap()
    }

    /// Often 0 or 1, which mean something everywhere.
    pub(crate) fn byte(&mut self) -> u8 {
        let sides = [1, 2, 256][self.below(3)];
        u8::try_from(self.roll(sides)).unwrap()
    }
}

/// Appends the encoding of some value. `deep` is how many values are around it.
pub(crate) fn write(plan: &Plan, dice: &mut Dice, deep: u32, out: &mut Vec<u8>) {
    match plan {
        Plan::Scalar(width, is_value) => again(out, is_value, |out| {
            out.extend((0..*width).map(|_| dice.byte()));
        }),
        Plan::Text { .. } => {
            const WORDS: [&str; 6] = [
                "",
                "a",
                "abc",
                "caf\u{e9}",
                "\u{1f980} crab",
                "0123456789abcdefg",
            ];
            let text = WORDS[dice.below(6)];
            count(text.len(), out);
            out.extend(text.bytes());
        }
        Plan::List { element, .. } => {
            // As many as a bulk path takes at once, and more.
            let n = match **element {
                Plan::Scalar(..) if dice.roll(2) == 0 => dice.below(24),
                _ => few(dice, deep),
            };
            count(n, out);
            (0..n).for_each(|_| write(element, dice, deep + 1, out));
        }
        Plan::Keyed {
            key, order, value, ..
        } => {
            let mut keys: Vec<Vec<u8>> = Vec::new();
            for _ in 0..few(dice, deep) {
                let mut bytes = Vec::new();
                write(key, dice, deep + 1, &mut bytes);
                keys.push(bytes);
            }
            keys.sort_by_key(|key| order(key));
            keys.dedup();
            count(keys.len(), out);
            for bytes in keys {
                out.extend(bytes);
                write(value, dice, deep + 1, out);
            }
        }
        Plan::Array(element, n) => (0..*n).for_each(|_| write(element, dice, deep, out)),
        Plan::All(parts) => parts.iter().for_each(|part| write(part, dice, deep, out)),
        Plan::Tagged(variants) => {
            // The first variant is the one that ends a type that contains itself.
            let tag = if deep > 4 {
                0
            } else {
                dice.below(variants.len())
            };
            out.push(u8::try_from(tag).unwrap());
            write(&variants[tag], dice, deep + 1, out);
        }
        Plan::Boxed(inner, _) => write(inner, dice, deep, out),
        Plan::Rec { body, .. } => write(&body(), dice, deep + 1, out),
        Plan::Refused(inner, test) => again(
            out,
            |bytes| test(bytes).is_ok(),
            |out| {
                write(inner, dice, deep, out);
            },
        ),
    }
}

/// Writes until it is a value.
fn again(out: &mut Vec<u8>, is_value: impl Fn(&[u8]) -> bool, mut write: impl FnMut(&mut Vec<u8>)) {
    let start = out.len();
    loop {
        write(out);
        if is_value(&out[start..]) {
            return;
        }
        out.truncate(start);
    }
}

fn few(dice: &mut Dice, deep: u32) -> usize {
    if deep > 4 { 0 } else { dice.below(4) }
}

fn count(n: usize, out: &mut Vec<u8>) {
    out.extend(u32::try_from(n).unwrap().to_le_bytes());
}
