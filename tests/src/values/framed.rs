//! Frames that are nearly right.

use super::{Case, mutate, mutate_text, some_bytes, text};
use crate::blocks::Rng;
use crate::frames::crc32;
use kiln::{Schema, frame::Options};

/// A schema text and a frame that is nearly one of it.
pub fn frame(rng: &mut Rng) -> Case {
    let text = text(rng);
    let schema: Schema = text.parse().expect("made to be a schema");
    let options = Options {
        schema: rng.below(2) == 0,
        checksum: rng.below(4) != 0,
    };
    let body = match rng.below(4) {
        0 => Vec::new(),
        _ => some_bytes(rng, &schema),
    };
    let mut frame = vec![0; 64];
    frame[..4].copy_from_slice(b"KILN");
    frame[4] = 2;
    frame[6] = 1 | u8::from(options.schema) << 1 | u8::from(options.checksum) << 2;
    frame[8..16].copy_from_slice(&schema.type_hash().to_le_bytes());
    frame[16..24].copy_from_slice(&(body.len() as u64).to_le_bytes());
    frame.extend(&body);
    if options.schema {
        let inside = match rng.below(6) {
            0 => mutate_text(rng, &text),
            _ => text.clone(),
        };
        frame[24..32].copy_from_slice(&(inside.len() as u64).to_le_bytes());
        frame.extend(inside.as_bytes());
    }
    // What is changed before the checksum is made is found by something else.
    let early = rng.below(2) == 0;
    if early {
        change(rng, &mut frame);
    }
    if options.checksum && frame.len() >= 36 {
        frame[32..36].fill(0);
        let sum = crc32(&frame);
        frame[32..36].copy_from_slice(&sum.to_le_bytes());
    }
    if !early && rng.below(2) == 0 {
        change(rng, &mut frame);
    }
    Case {
        schema: text,
        bytes: frame,
    }
}

/// A schema text and a frame in which each field is wrong by itself, or right, so that a frame often has
/// faults of several steps: at the edges of what each step compares with.
pub fn frame_of_many_faults(rng: &mut Rng) -> Case {
    let text = text(rng);
    let schema: Schema = text.parse().expect("made to be a schema");
    let body = some_bytes(rng, &schema);
    // One in `odds` of each field is wrong: from frames with one fault to frames full of them.
    let odds = rng.pick(&[3, 6, 12, 24]);
    let wrong = |rng: &mut Rng| rng.below(odds) == 0;
    let mut inside = match rng.below(3) {
        0 => Vec::new(),
        _ => text.clone().into_bytes(),
    };
    if !inside.is_empty() && wrong(rng) {
        inside = match rng.below(4) {
            0 => mutate_text(rng, &text).into_bytes(),
            // A valid schema, another one.
            1 => format!("option<{text}>").into_bytes(),
            // No UTF-8: a cut sequence, an overlong one, a surrogate.
            2 => [
                &inside[..],
                rng.pick(&[&b"\xc3"[..], b"\xc0\x80", b"\xed\xa0\x80"]),
            ]
            .concat(),
            _ => vec![0xff],
        };
    }
    let mut flags = 1 | u16::from(!inside.is_empty()) << 1 | u16::from(rng.below(3) != 0) << 2;
    let mut hash = schema.type_hash();
    let mut lengths = [body.len() as u64, inside.len() as u64];
    let total = 64 + body.len() as u64 + inside.len() as u64;
    for length in &mut lengths {
        if wrong(rng) {
            *length = rng.pick(&[
                0,
                1,
                length.wrapping_add(1),
                length.wrapping_sub(1),
                total,
                16_777_216,
                16_777_217,
                1 << 32,
                u64::MAX - total,
                u64::MAX - total + 1,
                u64::MAX - 64,
                u64::MAX - 63,
                u64::MAX,
            ]);
        }
    }
    if wrong(rng) {
        hash ^= 1 << rng.below(64);
    }
    if wrong(rng) {
        flags ^= 1 << rng.below(16);
    }
    let mut frame = b"KILN".to_vec();
    if wrong(rng) {
        frame[rng.below(4)] ^= 0x20;
    }
    let version = if wrong(rng) {
        rng.pick(&[0u16, 1, 3, 0x200, 0x202])
    } else {
        2
    };
    frame.extend(version.to_le_bytes());
    frame.extend(flags.to_le_bytes());
    frame.extend(hash.to_le_bytes());
    lengths
        .iter()
        .for_each(|length| frame.extend(length.to_le_bytes()));
    frame.extend([0; 32]);
    if wrong(rng) {
        frame[36 + rng.below(28)] = 1;
    }
    frame.extend(body);
    frame.extend(inside);
    if flags & 4 != 0 {
        let sum = crc32(&frame);
        frame[32..36].copy_from_slice(&sum.to_le_bytes());
    }
    if wrong(rng) {
        frame[32 + rng.below(4)] ^= 1;
    }
    if wrong(rng) {
        frame.extend(b"KILN");
    }
    if wrong(rng) {
        let keep = match rng.below(3) {
            0 => rng.below(66),
            _ => rng.below(frame.len() + 1),
        };
        frame.truncate(keep);
    }
    Case {
        schema: text,
        bytes: frame,
    }
}

/// Changes the header, most often, or anything.
fn change(rng: &mut Rng, frame: &mut Vec<u8>) {
    let fields = [
        (0, 4),
        (4, 2),
        (6, 2),
        (8, 8),
        (16, 8),
        (24, 8),
        (32, 4),
        (36, 1),
        (63, 1),
    ];
    for _ in 0..1 + rng.below(2) {
        let (at, size) = rng.pick(&fields);
        let Some(field) = frame.get_mut(at..at + size) else {
            return;
        };
        match rng.below(8) {
            0 => field.fill(0),
            1 => field.fill(0xff),
            2 => field[0] = field[0].wrapping_add(1),
            3 => field[0] = field[0].wrapping_sub(1),
            4 => field[0] ^= 1 << rng.below(8),
            5 => field[size - 1] ^= 1 << rng.below(8),
            _ => mutate(rng, frame),
        }
    }
}
