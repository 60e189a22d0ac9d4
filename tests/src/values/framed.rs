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
