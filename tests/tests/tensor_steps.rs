//! The order of the twelve steps: each fault alone gives its step's error, and of two faults the
//! earlier step's wins.

use kiln::Error::{self, *};
use kiln::tensor::Tensors;
use kiln_tests::blocks::seeds::{f32s, linear};
use kiln_tests::blocks::{RawQuant, RawTensor, assemble, dtype as d};

/// Four tensors with everything that a fault needs: a bool, an odd count of nibbles, a layout, a
/// quantization, gaps, padding before the payload.
fn base() -> Vec<u8> {
    let q = RawQuant {
        scale_ref: 4,
        ..linear(2)
    };
    let block = assemble(&[
        RawTensor::new("a", d::BOOL, &[3], &[0, 1, 1]),
        RawTensor::new("w", d::I4, &[1, 3], &[0x21, 0x03]).layout("NC"),
        RawTensor::new("q", d::I8, &[2, 4], &[0, 1, 2, 3, 4, 5, 6, 7]).quant(q),
        RawTensor::new("qs", d::F32, &[2], &f32s(&[0.5, 0.25])),
    ]);
    assert_eq!(block.len(), PAYLOAD + 200);
    block
}

const HEAP: usize = 64 + 4 * 128;
const DIRECTORY_END: usize = HEAP + 7;
const PAYLOAD: usize = 640;

/// The descriptor of a tensor.
const fn at(tensor: usize) -> usize {
    64 + 128 * tensor
}

#[derive(Clone)]
struct Fault {
    step: &'static str,
    error: Error,
    writes: Vec<(usize, Vec<u8>)>,
    size: Size,
    /// Longer input would heal it.
    missing_bytes: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Size {
    Same,
    Cut(usize),
    Grow(usize),
}

impl Fault {
    fn apply(&self, block: &mut Vec<u8>) {
        match self.size {
            Size::Same => {}
            Size::Cut(len) => block.truncate(len),
            Size::Grow(by) => block.resize(block.len() + by, 0),
        }
        for (at, bytes) in &self.writes {
            block[*at..at + bytes.len()].copy_from_slice(bytes);
        }
    }

    /// Whether both can be in one block without one undoing the other.
    fn goes_with(&self, later: &Self) -> bool {
        let ranges = |fault: &Self| -> Vec<_> {
            fault
                .writes
                .iter()
                .map(|(at, bytes)| *at..at + bytes.len())
                .collect()
        };
        let len = match (self.size, later.size) {
            (Size::Same, Size::Cut(len)) | (Size::Cut(len), Size::Same) => len,
            (Size::Same, Size::Grow(_)) if self.missing_bytes => return false,
            (Size::Same, _) | (_, Size::Same) => usize::MAX,
            _ => return false,
        };
        let (a, b) = (ranges(self), ranges(later));
        let apart = a
            .iter()
            .all(|a| b.iter().all(|b| a.end <= b.start || b.end <= a.start));
        apart && a.iter().chain(&b).all(|range| range.end <= len)
    }
}

fn faults() -> Vec<Fault> {
    let mut all = Vec::new();
    let mut add = |step, error, writes: &[(usize, &[u8])], size, missing_bytes| {
        let writes = writes
            .iter()
            .map(|(at, bytes)| (*at, bytes.to_vec()))
            .collect();
        all.push(Fault {
            step,
            error,
            writes,
            size,
            missing_bytes,
        });
    };
    macro_rules! put {
        ($step:literal $error:ident $($at:expr => $value:expr),+) => {
            add($step, $error, &[$(($at, &$value.to_le_bytes())),+], Size::Same, $error == Eof)
        };
    }
    macro_rules! cut {
        ($step:literal $error:ident $len:expr) => {
            add($step, $error, &[], Size::Cut($len), true)
        };
    }
    cut!("1" Eof 0);
    cut!("1" Eof 3);
    put!("1" Frame 0 => b'k');
    put!("1" Frame 3 => b'N');
    cut!("1" Eof 63);

    for version in [0u16, 1, 3, 0x0200] {
        put!("2" Frame 4 => version);
    }
    for flags in [0u16, 3, 0x0101, 0x8001] {
        put!("2" Frame 6 => flags);
    }
    for reserved in 48..64 {
        put!("2" Frame reserved => 1u8);
    }

    for count in [16_777_217u64, 1 << 40, u64::MAX] {
        put!("3" Limit 8 => count);
        put!("3" Limit 16 => count);
    }

    for sum in [0u64, 518, 520, u64::MAX] {
        put!("4" Type 24 => sum);
    }
    for count in [0u64, 3, 5, 16_777_216] {
        put!("4" Type 8 => count);
    }
    for names in [0u64, 6, 8, 16_777_216] {
        put!("4" Type 16 => names);
    }

    cut!("5" Eof 64);
    cut!("5" Eof DIRECTORY_END - 1);
    put!("5" Eof 8 => 16_777_216u64, 24 => 16_777_216u64 * 128 + 7);

    // These depend on the sum of both fields: a write of what is there anyway says so.
    let (base, bytes) = (640u64, 200u64);
    put!("6" Limit 32 => u64::MAX, 40 => bytes);
    put!("6" Limit 32 => base, 40 => u64::MAX - 639);
    put!("6" Eof 32 => 704u64, 40 => bytes);
    put!("6" Eof 32 => base, 40 => 201u64);
    put!("6" Eof 32 => base, 40 => u64::MAX - 640);
    for len in [DIRECTORY_END, PAYLOAD + 199] {
        let both = [
            (32, &base.to_le_bytes()[..]),
            (40, &bytes.to_le_bytes()[..]),
        ];
        add("6", Eof, &both, Size::Cut(len), true);
    }

    for payload in [0u64, 576, 583, 639] {
        put!("7" Type 32 => payload);
    }
    put!("7" Type DIRECTORY_END => 1u8);
    put!("7" Type PAYLOAD - 1 => 0x80u8);

    for tensor in 0..4 {
        put!("8a" Frame at(tensor) + 0x0b => 1u8);
        put!("8a" Frame at(tensor) + 0x0f => 0x80u8);
    }
    for off in [1u32, u32::MAX] {
        put!("8b" Type at(0) => off);
        put!("8b" Type at(3) => off);
    }
    put!("8b" Type at(3) + 4 => 3u16);
    put!("8b" Type at(3) + 6 => 1u16);
    put!("8b" Type at(0) + 4 => 0u16);
    put!("8b" Type at(1) + 6 => 1u16);
    put!("8b" Utf8 HEAP => 0xffu8);
    put!("8b" Utf8 HEAP + 2 => 0xc3u8);
    put!("8b" Utf8 HEAP + 6 => 0xc3u8, at(3) + 4 => 2u16);
    for control in [0u8, 0x1f, 0x7f] {
        put!("8b" Type HEAP + 1 => control);
        put!("8b" Type HEAP + 3 => control);
    }
    put!("8c" Type at(3) + 4 => 1u16);
    put!("8c" Type at(3) + 4 => 0u16);
    put!("8d" Type HEAP => b'w');
    put!("8d" Type HEAP + 4 => b'a');

    put!("9a" Type at(3) + 0x10 => 193u64);
    put!("9a" Type at(0) + 0x10 => u64::MAX);
    put!("9a" Type at(2) + 0x18 => u64::MAX);
    for dtype in [0u16, 2, 0x18, 0x24, 0x35, 0x43, 0x51, 0x0110] {
        put!("9a" Type at(2) + 8 => dtype);
    }
    for rank in [9u8, 255, 0, 2] {
        put!("9a" Type at(0) + 0x0a => rank);
    }
    for dim in 1..8 {
        put!("9a" Type at(0) + 0x20 + 8 * dim => 1u64 << 63);
    }
    put!("9a" Type at(3) + 8 => 0x50u16);
    put!("9a" Type at(2) + 8 => 0x50u16, at(2) + 0x64 => 3u32, at(2) + 0x68 => 1u32);
    put!("9a" Type at(2) + 8 => 0x50u16, at(2) + 0x64 => 4u32, at(2) + 0x68 => 0u32);
    put!("9a" Limit at(0) + 0x20 => 1u64 << 61);
    put!("9a" Limit at(2) + 0x20 => 1u64 << 32, at(2) + 0x28 => 1u64 << 32);
    put!("9a" Limit at(2) + 8 => 0x50u16, at(2) + 0x64 => 2u32, at(2) + 0x68 => u32::MAX, at(2) + 0x20 => 1u64 << 40);
    for dim in [0u64, 2, 4] {
        put!("9a" Type at(0) + 0x20 => dim);
    }
    put!("9a" Type at(1) + 0x18 => 1u64);
    for off in [0u64, 2] {
        put!("9b" Type at(1) + 0x10 => off);
    }

    put!("10" Type at(1) + 0x10 => 3u64);
    put!("10" Type at(3) + 0x10 => 191u64);
    put!("10" Type PAYLOAD + 3 => 1u8);
    put!("10" Type PAYLOAD + 127 => 1u8);
    add(
        "10",
        Type,
        &[(40, &264u64.to_le_bytes())],
        Size::Grow(64),
        false,
    );

    put!("11" Type PAYLOAD => 2u8);
    put!("11" Type PAYLOAD + 2 => 0x81u8);
    put!("11" Type PAYLOAD + 65 => 0x13u8);
    put!("11" Type at(0) + 0x7f => 1u8);
    for (field, value) in [
        (0x60, 4u8),
        (0x61, 1),
        (0x62, 2),
        (0x63, 1),
        (0x6c, 5),
        (0x6c, 3),
        (0x7b, 0xff),
    ] {
        put!("11" Type at(2) + field => value);
    }

    add("12", Trailing, &[], Size::Grow(1), false);
    add("12", Trailing, &[], Size::Grow(64), false);
    all
}

fn outcome(block: &[u8]) -> Result<usize, Error> {
    Tensors::from_slice(block).map(|tensors| tensors.len())
}

#[test]
fn each_fault_alone_gives_the_error_of_its_step() {
    assert_eq!(outcome(&base()), Ok(4));
    for fault in faults() {
        let mut block = base();
        fault.apply(&mut block);
        let Fault { step, writes, .. } = &fault;
        assert_eq!(
            outcome(&block),
            Err(fault.error),
            "step {step}: {writes:x?}"
        );
    }
}

#[test]
fn of_two_faults_the_one_of_the_earlier_step_wins() {
    let faults = faults();
    let mut steps: Vec<&str> = faults.iter().map(|fault| fault.step).collect();
    steps.dedup();
    assert_eq!(
        steps,
        [
            "1", "2", "3", "4", "5", "6", "7", "8a", "8b", "8c", "8d", "9a", "9b", "10", "11", "12"
        ]
    );

    let mut tried = vec![0; steps.len()];
    for earlier in &faults {
        let step = steps.iter().position(|step| *step == earlier.step).unwrap();
        for later in faults.iter().skip_while(|fault| fault.step != earlier.step) {
            if later.step == earlier.step || !earlier.goes_with(later) {
                continue;
            }
            let mut block = base();
            earlier.apply(&mut block);
            later.apply(&mut block);
            let (a, b) = (earlier.step, later.step);
            let writes = (&earlier.writes, &later.writes);
            assert_eq!(
                outcome(&block),
                Err(earlier.error),
                "steps {a} and {b}: {writes:x?}"
            );
            tried[step] += usize::from(steps.get(step + 1) == Some(&later.step));
        }
    }
    // Each step met the one after it. (The last has none.)
    let (last, others) = tried.split_last().unwrap();
    assert!(
        *last == 0 && others.iter().all(|pairs| *pairs > 0),
        "{tried:?}"
    );
}

/// A field has no step 12, and all the others.
#[test]
fn a_field_leaves_what_follows() {
    for fault in faults() {
        let mut block = base();
        fault.apply(&mut block);
        let result =
            Tensors::from_prefix(&block).map(|(tensors, rest)| (tensors.len(), rest.len()));
        match fault.size {
            Size::Grow(by) if fault.step == "12" => assert_eq!(result, Ok((4, by))),
            _ => assert_eq!(result, Err(fault.error), "step {}", fault.step),
        }
    }
}
