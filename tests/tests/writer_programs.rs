//! A writer in the hands of programs made at random: runs in runs, panics that are caught halfway, errors that are not
//! heeded, maps with keys of any length. The bytes may be any; the buffer in front of them stays as it was, and no write
//! goes elsewhere. (Worth a run under valgrind or Miri.)

use kiln::{Describe, Encode, Error, Schema, Writer};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

enum Op {
    Put(usize),
    Nothing,
    Text(usize),
    Reserve(usize),
    Panic,
    Fail,
    Catch(Vec<Op>),
    Ignore(Vec<Op>),
    Some(Vec<Op>),
    Tuple(Vec<Op>, Vec<Op>),
    Slice(Vec<Vec<Op>>),
    Dict(Vec<(u8, Vec<Op>, Vec<Op>)>),
    Fresh(Vec<Op>),
}

/// Says eight bytes, so that everything around it is a run, and does as it likes.
struct Program<'a>(&'a [Op]);

impl Describe for Program<'_> {
    const SCHEMA: &'static Schema = u64::SCHEMA;
}

impl Encode for Program<'_> {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        self.0.iter().try_for_each(|op| op.run(w))
    }
    fn encoded_size(&self) -> usize {
        8
    }
}

/// Says one byte.
struct Key<'a>(u8, Program<'a>);

impl Describe for Key<'_> {
    const SCHEMA: &'static Schema = u8::SCHEMA;
}

impl Encode for Key<'_> {
    fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        w.put_array([self.0]);
        self.1.encode(w)
    }
    fn encoded_size(&self) -> usize {
        1
    }
}

impl Op {
    fn run(&self, w: &mut Writer<'_>) -> Result<(), Error> {
        match self {
            Self::Put(n) => w.put(&vec![7; *n]),
            Self::Nothing => {
                w.put_array([]);
                w.put(&[]);
            }
            Self::Text(n) => w.text(&"x".repeat(*n))?,
            Self::Reserve(n) => w.reserve(*n),
            Self::Panic => resume_unwind(Box::new(())),
            Self::Fail => return Err(Error::Type),
            Self::Catch(ops) => {
                if let Ok(done) = catch_unwind(AssertUnwindSafe(|| Program(ops).encode(w))) {
                    done?;
                }
            }
            Self::Ignore(ops) => {
                let _ = Program(ops).encode(w);
            }
            Self::Some(ops) => Some(Program(ops)).encode(w)?,
            Self::Tuple(a, b) => (1u8, Program(a), 2u32, Program(b)).encode(w)?,
            Self::Slice(items) => {
                w.slice(&items.iter().map(|ops| Program(ops)).collect::<Vec<_>>())?
            }
            Self::Dict(entries) => {
                let entries: Vec<_> = entries
                    .iter()
                    .map(|(key, more, value)| (Key(*key, Program(more)), Program(value)))
                    .collect();
                w.dict(entries.iter().map(|(key, value)| (key, value)))?;
            }
            Self::Fresh(ops) => w.put(&kiln::to_vec(&Program(ops))?),
        }
        Ok(())
    }
}

/// Numbers that look random, always the same ones.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % sides
    }
    fn size(&mut self) -> usize {
        let most = [2, 9, 40, 300][usize::try_from(self.roll(4)).unwrap()];
        usize::try_from(self.roll(most)).unwrap()
    }
    fn key(&mut self) -> u8 {
        u8::try_from(self.roll(6)).unwrap()
    }
    fn ops(&mut self, deep: u32) -> Vec<Op> {
        (0..self.roll(4)).map(|_| self.op(deep)).collect()
    }
    fn op(&mut self, deep: u32) -> Op {
        let kind = if deep == 0 { 7 } else { 20 };
        match self.roll(kind) {
            0 | 1 => Op::Put(self.size()),
            2 => Op::Nothing,
            3 => Op::Text(self.size()),
            4 => Op::Reserve(self.size()),
            5 => Op::Panic,
            6 if self.roll(3) == 0 => Op::Fail,
            6 => Op::Put(4),
            7..11 => Op::Catch(self.ops(deep - 1)),
            11 => Op::Ignore(self.ops(deep - 1)),
            12 | 13 => Op::Some(self.ops(deep - 1)),
            14..17 => Op::Tuple(self.ops(deep - 1), self.ops(deep - 1)),
            17 => Op::Slice((0..self.roll(4)).map(|_| self.ops(deep - 1)).collect()),
            18 => Op::Dict(
                (0..self.roll(4))
                    .map(|_| (self.key(), self.ops(0), self.ops(deep - 1)))
                    .collect(),
            ),
            _ => Op::Fresh(self.ops(deep - 1)),
        }
    }
}

#[test]
fn what_stood_in_the_buffer_stays() {
    let programs = if cfg!(miri) { 40 } else { 5_000 };
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut written = 0;
    for _ in 0..programs {
        let ops: Vec<Op> = (0..1 + dice.roll(5)).map(|_| dice.op(4)).collect();
        let mut out = vec![9; 5];
        out.reserve_exact(dice.size());
        // In debug builds it is a panic of Kiln's if the value is not of the eight bytes that were stated.
        let done = catch_unwind(AssertUnwindSafe(|| {
            kiln::encode_into(&Program(&ops), &mut out)
        }));
        assert_eq!(out[..5], [9; 5]);
        match done {
            Ok(Ok(())) => written += 1,
            _ => assert_eq!(out, [9; 5]),
        }
        let _ = catch_unwind(AssertUnwindSafe(|| kiln::frame::to_vec(&Program(&ops))));
    }
    assert!(written > 0);
}
