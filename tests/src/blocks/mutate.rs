//! Blocks that are nearly right.
//!
//! A random byte in a block is nearly always the same few faults. These mutations know the layout:
//! fields take values at their edges, quantizations take each other's, names become each other, and
//! often two things are wrong at once.

use super::seeds;
use super::{RawTensor, Rng, assemble};

/// Offset and size of the fields of the header.
pub const HEADER_FIELDS: [(usize, usize); 9] = [
    (0, 4),
    (4, 2),
    (6, 2),
    (8, 8),
    (16, 8),
    (24, 8),
    (32, 8),
    (40, 8),
    (48, 8),
];

/// Offset and size of the fields of a descriptor, dims and quantization one by one.
pub const DESCRIPTOR_FIELDS: [(usize, usize); 28] = [
    (0x00, 4),
    (0x04, 2),
    (0x06, 2),
    (0x08, 2),
    (0x0a, 1),
    (0x0b, 1),
    (0x0f, 1),
    (0x10, 8),
    (0x18, 8),
    (0x20, 8),
    (0x28, 8),
    (0x30, 8),
    (0x38, 8),
    (0x40, 8),
    (0x48, 8),
    (0x50, 8),
    (0x58, 8),
    (0x60, 1),
    (0x61, 1),
    (0x62, 1),
    (0x63, 1),
    (0x64, 4),
    (0x68, 4),
    (0x6c, 4),
    (0x70, 4),
    (0x74, 4),
    (0x78, 4),
    (0x7c, 4),
];

const CODES: [u16; 26] = [
    0x01, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x20, 0x21, 0x22, 0x23, 0x28, 0x29, 0x30,
    0x31, 0x32, 0x33, 0x34, 0x40, 0x41, 0x42, 0x50, 0x00, 0x24,
];

/// An endless stream of blocks, the same for the same seed.
#[derive(Clone, Debug)]
pub struct Mutations {
    rng: Rng,
    sets: Vec<Vec<RawTensor>>,
}

impl Mutations {
    /// The stream of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            rng: Rng(seed),
            sets: seeds::tensors(),
        }
    }

    /// The next block. About one in ten is accepted.
    pub fn block(&mut self) -> Vec<u8> {
        let mut set = self.sets[self.rng.below(self.sets.len())].clone();
        // First what keeps the block canonical, so that the fault is a deep one …
        for _ in 0..self.rng.below(3) {
            if !set.is_empty() {
                self.change_tensor(&mut set);
            }
        }
        let mut block = assemble(&set);
        // … then fields and bytes, which rarely do.
        for _ in 0..self.rng.pick(&[0, 0, 0, 1, 1, 1, 1, 2, 2]) {
            self.change_bytes(&mut block, set.len());
        }
        block
    }

    fn change_tensor(&mut self, set: &mut Vec<RawTensor>) {
        let rng = &mut self.rng;
        let at = rng.below(set.len());
        let other = set[rng.below(set.len())].clone();
        let count = u32::try_from(set.len()).unwrap();
        let tensor = &mut set[at];
        match rng.below(16) {
            0 => tensor.name = other.name,
            1 => {
                let texts: [&[u8]; 8] = [
                    b"",
                    b"x",
                    b"\x1f",
                    b"\x7f",
                    b"\xff",
                    b"\xed\xa0\x80",
                    "\u{feff}".as_bytes(),
                    b"a\0",
                ];
                let text = rng.pick(&texts).to_vec();
                if rng.below(2) == 0 {
                    tensor.name = text;
                } else {
                    tensor.layout = text;
                }
            }
            2 => tensor.quant = other.quant,
            3 => tensor.dtype = rng.pick(&CODES),
            4 => tensor.dims = other.dims,
            5 if !tensor.dims.is_empty() => {
                let dim = rng.below(tensor.dims.len());
                tensor.dims[dim] =
                    rng.pick(&[0, 1, 2, 3, 1 << 32, 1 << 61, 1 << 62, 1 << 63, u64::MAX]);
            }
            6 if tensor.dims.len() < 8 => tensor.dims.push(rng.pick(&[0, 1, 2, 1 << 32])),
            7 => drop(tensor.dims.pop()),
            8 => tensor.data.push(0),
            9 => drop(tensor.data.pop()),
            10 if count > 1 => drop(set.remove(at)),
            11 => set.push(other),
            // Quantization fields, each near what could be right.
            _ => {
                let field = rng.below(11);
                let small = u32::try_from(rng.below(6)).unwrap();
                let byte = rng.pick(&[0, 1, 2, 3, 4, 5, 255]);
                let reference = match rng.below(4) {
                    0 => 0,
                    1 => count + 1,
                    _ => 1 + small % count,
                };
                let scale = rng.pick(&[
                    0.0,
                    -0.0,
                    1.0,
                    -1.0,
                    f32::MIN_POSITIVE / 2.0,
                    f32::INFINITY,
                    f32::NAN,
                ]);
                let point =
                    rng.pick(&[0, 1, -1, 15, 16, -8, -9, 255, 256, 65_535, 65_536, i32::MIN]);
                let q = &mut tensor.quant;
                match field {
                    0..=3 => q[field] = byte,
                    4 => q[4..8].copy_from_slice(&small.to_le_bytes()),
                    5 => q[8..12].copy_from_slice(&small.to_le_bytes()),
                    6 => q[12..16].copy_from_slice(&reference.to_le_bytes()),
                    7 => q[16..20].copy_from_slice(&reference.to_le_bytes()),
                    8 => q[20..24].copy_from_slice(&reference.to_le_bytes()),
                    9 => q[24..28].copy_from_slice(&f32::to_le_bytes(scale)),
                    _ => q[28..].copy_from_slice(&i32::to_le_bytes(point)),
                }
            }
        }
    }

    fn change_bytes(&mut self, block: &mut Vec<u8>, tensors: usize) {
        let rng = &mut self.rng;
        match rng.below(12) {
            0 => block.truncate(rng.below(block.len() + 1)),
            1 => block.extend(std::iter::repeat_n(0, 1 + rng.below(70))),
            2 if !block.is_empty() => {
                let at = rng.below(block.len());
                block[at] ^= 1 << rng.below(8);
            }
            3..=5 => {
                let (at, size) = rng.pick(&HEADER_FIELDS);
                self.change_field(block, at, size);
            }
            _ if tensors > 0 => {
                let (at, size) = rng.pick(&DESCRIPTOR_FIELDS);
                let at = 64 + 128 * rng.below(tensors) + at;
                self.change_field(block, at, size);
            }
            _ => {}
        }
    }

    /// Another value at an edge, or next to what it was.
    fn change_field(&mut self, block: &mut [u8], at: usize, size: usize) {
        let Some(field) = block.get_mut(at..at + size) else {
            return;
        };
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(field);
        let old = u64::from_le_bytes(bytes);
        let rng = &mut self.rng;
        let value = match rng.below(8) {
            0 => 0,
            1 => u64::MAX,
            2 => old.wrapping_add(1),
            3 => old.wrapping_sub(1),
            4 => old ^ (1 << rng.below(8 * size)),
            5 => old.wrapping_add(64),
            6 => rng.pick(&[
                1,
                2,
                16_777_216,
                16_777_217,
                1 << 40,
                1 << 57,
                1 << 62,
                1 << 63,
                u64::MAX - 63,
                u64::MAX - 127,
            ]),
            _ => 0u64.wrapping_sub(old),
        };
        field.copy_from_slice(&value.to_le_bytes()[..size]);
    }
}
