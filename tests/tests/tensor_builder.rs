//! The builder: canonical, clear about what it refuses, and the same through every door.

use kiln::tensor::{
    BuildError, DType, NewTensor, PayloadWriter, Quant, QuantRule, Scale, TensorRef, Tensors,
    TensorsBuilder, Zero,
};
use kiln::{Error, Limits};
use kiln_tests::blocks::{RawTensor, assemble, dtype, seeds};
use std::io::{self, Write};

fn one(tensor: NewTensor<'_>) -> Result<Vec<u8>, BuildError> {
    TensorsBuilder::new().add(tensor).to_vec()
}

#[track_caller]
fn refused(tensor: NewTensor<'_>, expected: BuildError, error: Error) {
    let mut builder = TensorsBuilder::new();
    builder.add(tensor);
    assert_eq!(builder.to_vec(), Err(expected.clone()));
    assert_eq!(Error::from(expected.clone()), error);
    // Nothing is left in a buffer, and nothing goes to a stream.
    let mut out = b"before".to_vec();
    assert_eq!(builder.encode_into(&mut out), Err(expected.clone()));
    assert_eq!(out, b"before");
    let mut stream = Vec::new();
    let failed = builder.write_to(&mut stream).unwrap_err();
    assert_eq!(failed.kind(), io::ErrorKind::InvalidInput);
    assert_eq!(failed.downcast::<BuildError>().unwrap(), expected);
    assert!(stream.is_empty());
}

#[test]
fn the_single_unnamed_tensor_is_192_bytes_and_its_payload() {
    let block = one(NewTensor::from_slice("", &[2], &[1.0f32, -2.0])).unwrap();
    assert_eq!(block.len(), 200);
    assert_eq!(block[192..], [0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0]);
}

#[test]
fn blocks_are_those_made_by_hand() {
    for set in seeds::tensors() {
        let block = assemble(&set);
        let tensors = Tensors::from_slice(&block).unwrap();
        let mut builder = TensorsBuilder::new();
        for tensor in &tensors {
            builder.add(tensor);
        }
        let mut appended = b"before".to_vec();
        builder.encode_into(&mut appended).unwrap();
        assert_eq!(appended[6..], block);
        let mut stream = Vec::new();
        builder.write_to(&mut stream).unwrap();
        assert_eq!(stream, block);
        let owned = builder.to_buf().unwrap();
        assert_eq!(owned.as_bytes(), block);
        assert_eq!(owned.as_bytes().as_ptr().addr() % 64, 0);
        assert_eq!(owned.tensors(), tensors);
    }
}

#[test]
fn texts() {
    let tensor = |name: String| NewTensor::from_slice(name, &[1], &[1u8]);
    assert!(one(tensor("x".repeat(65_535))).is_ok());
    let bytes = 65_536;
    refused(
        tensor("x".repeat(bytes)),
        BuildError::TextTooLong { tensor: 0, bytes },
        Error::Limit,
    );
    let long = tensor(String::new()).layout("x".repeat(bytes));
    refused(
        long,
        BuildError::TextTooLong { tensor: 0, bytes },
        Error::Limit,
    );
    for control in ["a\n", "\u{1f}", "\u{7f}", "\0"] {
        let expected = BuildError::ControlCharacter { tensor: 0 };
        refused(tensor(control.into()), expected.clone(), Error::Type);
        refused(tensor("a".into()).layout(control), expected, Error::Type);
    }
    assert!(one(tensor("\u{80}\u{feff}".into())).is_ok());
}

/// Names are looked at last where there is nothing else to refuse: what is told is the fault of the
/// first tensor all the same, a name before the rest of its tensor, and all names before what is said
/// of them together.
#[test]
fn a_control_character_is_told_in_its_turn() {
    let fine = |name| NewTensor::from_slice(name, &[1], &[1u8]);
    let short = |name| NewTensor::from_slice(name, &[2], &[1u8]);
    let later = |name| NewTensor::without_data(name, DType::U8, &[1]);
    let told = |tensors: &[NewTensor<'static>], limits| {
        let mut builder = TensorsBuilder::new();
        builder.limits(limits);
        for tensor in tensors {
            builder.add(tensor.clone());
        }
        let told = builder.to_vec().unwrap_err();
        let streamed = builder.write_to(io::sink()).unwrap_err();
        assert_eq!(streamed.downcast::<BuildError>().unwrap(), told);
        told
    };
    let control = |tensor| BuildError::ControlCharacter { tensor };
    let default = Limits::default();
    assert_eq!(told(&[fine("a"), fine("b\n")], default), control(1));
    // Of a name that is no ASCII the bytes have the top bit set.
    assert_eq!(
        told(&[fine("\u{fc}"), fine("\u{fc}\t")], default),
        control(1)
    );
    assert_eq!(told(&[fine("a\n"), short("b")], default), control(0));
    assert_eq!(told(&[fine("a"), short("b\n")], default), control(1));
    let length = BuildError::DataLength {
        tensor: 0,
        expected: 2,
        found: 1,
    };
    assert_eq!(told(&[short("a"), fine("b\n")], default), length);
    assert_eq!(told(&[later("a"), fine("b\n")], default), control(1));
    // Eight of these end at 2^64 − 1, which leaves no room for what is before the payload.
    let huge = |name| NewTensor::without_data(name, DType::U8, &[(1 << 61) - 1]);
    let mut eight = ["a", "b", "c", "d", "e", "f", "g", "h"].map(huge).to_vec();
    let over = |tensor| BuildError::Overflow { tensor };
    assert_eq!(told(&eight, default), over(7));
    let nine = |name| [&eight[..], &[huge(name)]].concat();
    assert_eq!(told(&nine("i"), default), over(8));
    assert_eq!(told(&nine("i\n"), default), control(8));
    eight[7] = huge("h\n");
    assert_eq!(told(&eight, default), control(7));
    assert_eq!(
        told(&[fine("a"), fine("a"), fine("b\n")], default),
        control(2)
    );
    let cap = Limits::default().max_count(3);
    assert_eq!(told(&[fine("abc"), fine("d\n")], cap), control(1));
    let names = BuildError::TooManyNameBytes { bytes: 4, cap: 3 };
    assert_eq!(told(&[fine("abc"), fine("d")], cap), names);
}

/// Where few dimensions end and others begin, each with what it asks for.
#[test]
fn dimensions() {
    for (shape, bytes) in [
        (&[][..], 1),
        (&[0], 0),
        (&[5], 5),
        (&[0, 3], 0),
        (&[3, 0], 0),
        (&[1, 1], 1),
        (&[2, 3], 6),
        (&[2, 3, 2], 12),
        (&[1; 8], 1),
    ] {
        let data = vec![7u8; bytes];
        let block = one(NewTensor::from_slice("t", shape, &data)).unwrap();
        let by_hand = RawTensor::new("t", dtype::U8, shape, &data);
        assert_eq!(block, assemble(&[by_hand]), "{shape:?}");
        let longer = vec![7u8; bytes + 1];
        refused(
            NewTensor::from_slice("t", shape, &longer),
            BuildError::DataLength {
                tensor: 0,
                expected: bytes as u64,
                found: bytes as u64 + 1,
            },
            Error::Type,
        );
    }
    let nine = BuildError::Rank { tensor: 0, rank: 9 };
    refused(
        NewTensor::from_slice("t", &[1; 9], &[7u8]),
        nine,
        Error::Type,
    );
}

#[test]
fn data() {
    let short = NewTensor::from_slice("", &[3], &[1.0f32, 2.0]);
    refused(
        short,
        BuildError::DataLength {
            tensor: 0,
            expected: 12,
            found: 8,
        },
        Error::Type,
    );
    let odd = NewTensor::from_bytes("", DType::U4, &[3], vec![0x21, 0x13]);
    refused(odd, BuildError::HighNibble { tensor: 0 }, Error::Type);
    let bools = NewTensor::from_bytes("", DType::Bool, &[3], vec![0, 1, 2]);
    refused(bools, BuildError::Bool { tensor: 0 }, Error::Type);
    let block = NewTensor::from_bytes("", DType::Block, &[32], vec![0; 18]).layout("x");
    refused(
        block.clone(),
        BuildError::BlockShape { tensor: 0 },
        Error::Type,
    );
    assert!(
        one(block.quant(Quant::Block {
            elements: 32,
            bytes: 18
        }))
        .is_ok()
    );
    refused(
        NewTensor::without_data("", DType::U8, &[3]),
        BuildError::NoData { tensor: 0 },
        Error::Type,
    );
}

#[test]
fn quantization() {
    let tensor = |quant| NewTensor::from_slice("q", &[2], &[1u8, 2]).quant(quant);
    let unknown = |reference: TensorRef<'static>| BuildError::UnknownTensor {
        tensor: 0,
        reference,
    };
    let nobody = unknown("nobody".into()).to_string();
    assert!(nobody.contains("\"nobody\""), "{nobody}");
    refused(
        tensor(Quant::linear(1.0, Scale::per_axis(0, "nobody"))),
        unknown("nobody".into()),
        Error::Type,
    );
    refused(
        tensor(Quant::linear(1.0, Scale::per_axis(0, u32::MAX))),
        unknown(u32::MAX.into()),
        Error::Type,
    );
    let rule = |rule| BuildError::Quant { tensor: 0, rule };
    let beyond = tensor(Quant::linear(1.0, Scale::per_axis(0, 1)));
    refused(beyond, rule(QuantRule::Q10), Error::Type);
    let itself = tensor(Quant::linear(1.0, Scale::per_axis(0, "q")));
    refused(itself, rule(QuantRule::Q10), Error::Type);
    refused(
        tensor(Quant::linear(0.0, Scale::PerTensor)),
        rule(QuantRule::Q6),
        Error::Type,
    );
    let point = Quant::linear(1.0, Scale::PerTensor).with_zero(Zero::Inline(256));
    refused(tensor(point), rule(QuantRule::Q8), Error::Type);
    let block = Quant::Block {
        elements: 1,
        bytes: 1,
    };
    refused(tensor(block), rule(QuantRule::Q2), Error::Type);

    // A zero point of 0 is none.
    let zero = Quant::linear(1.0, Scale::PerTensor).with_zero(Zero::Inline(0));
    let none = Quant::linear(1.0, Scale::PerTensor);
    assert_eq!(one(tensor(zero)), one(tensor(none)));
    assert!(
        BuildError::Quant {
            tensor: 3,
            rule: QuantRule::Q15
        }
        .to_string()
        .starts_with("tensor 3")
    );
}

#[test]
fn limits_hold_for_writing() {
    let mut builder = TensorsBuilder::new();
    builder.add(NewTensor::from_slice("abc", &[1], &[1u8]).layout("de"));
    builder.add(NewTensor::from_slice("f", &[1], &[1u8]));
    let cap = |cap| Limits::default().max_count(cap);
    assert!(builder.limits(cap(6)).to_vec().is_ok());
    let names = BuildError::TooManyNameBytes { bytes: 6, cap: 5 };
    assert_eq!(builder.limits(cap(5)).to_vec(), Err(names));
    let count = BuildError::TooManyTensors { count: 2, cap: 1 };
    assert_eq!(builder.limits(cap(1)).to_vec(), Err(count));

    // And for blocks that are encoded as they are.
    let block = builder.limits(Limits::default()).to_vec().unwrap();
    let tensors = Tensors::from_slice(&block).unwrap();
    assert_eq!(cap(6).to_vec(&tensors), Ok(block.clone()));
    assert_eq!(cap(5).to_vec(&tensors), Err(Error::Limit));
    assert_eq!(cap(5).tensors_from_slice(&block).err(), Some(Error::Limit));
    assert_eq!(
        cap(5).from_slice::<Tensors<'_>>(&block).err(),
        Some(Error::Limit)
    );
}

/// A stream that takes a few bytes at a time.
#[derive(Debug)]
struct Narrow(Vec<u8>);

impl Write for Narrow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let part = bytes.len().min(7);
        self.0.extend(&bytes[..part]);
        Ok(part)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn payload_that_comes_later() {
    let data: Vec<f32> = (0u8..100).map(f32::from).collect();
    let bytes: Vec<u8> = data.iter().flat_map(|value| value.to_le_bytes()).collect();
    let mut whole = TensorsBuilder::new();
    let mut later = TensorsBuilder::new();
    for builder in [&mut whole, &mut later] {
        builder.add(NewTensor::from_slice("first", &[3], &[1u8, 2, 3]));
    }
    whole.add(NewTensor::from_slice("a", &[50], &data[..50]));
    later.add(NewTensor::without_data("a", DType::F32, &[50]));
    whole.add(NewTensor::from_slice("none", &[0], &data[..0]));
    later.add(NewTensor::without_data("none", DType::F32, &[0]));
    whole.add(NewTensor::from_slice("b", &[50], &data[50..]));
    later.add(NewTensor::without_data("b", DType::F32, &[50]));
    for builder in [&mut whole, &mut later] {
        builder.add(NewTensor::from_slice("last", &[1], &[9u8]));
    }

    let mut payload = later.start(Narrow(Vec::new())).unwrap();
    assert_eq!(payload.missing(), 200);
    for part in bytes.chunks(33) {
        payload.write_all(part).unwrap();
    }
    assert_eq!(payload.missing(), 0);
    assert!(payload.write_all(&[0]).is_err());
    assert_eq!(payload.finish().unwrap().0, whole.to_vec().unwrap());
}

#[test]
fn payload_that_is_wrong_or_missing() {
    fn start(dtype: DType, dim: u64) -> TensorsBuilder<'static> {
        let mut builder = TensorsBuilder::new();
        builder.add(NewTensor::without_data("", dtype, &[dim]));
        builder
    }
    fn kind<W: Write>(payload: PayloadWriter<'_, '_, W>) -> Option<BuildError> {
        payload.finish().err()?.downcast().ok()
    }
    let builder = start(DType::Bool, 3);
    let mut payload = builder.start(Vec::new()).unwrap();
    payload.write_all(&[0, 1]).unwrap();
    assert!(payload.write_all(&[2]).is_err());
    assert_eq!(kind(payload), Some(BuildError::NoData { tensor: 0 }));

    let builder = start(DType::I4, 3);
    let mut payload = builder.start(Vec::new()).unwrap();
    payload.write_all(&[0xff]).unwrap();
    assert!(payload.write_all(&[0xff]).is_err());
    payload.write_all(&[0x0f]).unwrap();
    assert_eq!(kind(payload), None);
}

/// A stream that fails once, where it is told to, and works before and after.
struct FailsOnce {
    taken: Vec<u8>,
    at: usize,
    failed: bool,
}

impl Write for FailsOnce {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.at.saturating_sub(self.taken.len());
        let part = if self.failed || left >= bytes.len() {
            bytes
        } else if left > 0 {
            &bytes[..left]
        } else {
            self.failed = true;
            return Err(io::ErrorKind::WouldBlock.into());
        };
        self.taken.extend(part);
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Gaps and data at hand are written on the way from one tensor to the next. If the stream fails
/// there, the caller cannot say those bytes again: what is in the stream is no block, and nothing
/// after may say that it is.
#[test]
fn a_stream_that_fails_once_never_gives_another_block() {
    let mut whole = TensorsBuilder::new();
    whole.add(NewTensor::from_slice("a", &[3], &[1u8, 2, 3]));
    whole.add(NewTensor::from_slice("at hand", &[2], &[7u8, 8]));
    whole.add(NewTensor::from_slice("b", &[2], &[4u8, 5]));
    whole.add(NewTensor::from_slice("last", &[1], &[9u8]));
    let whole = whole.to_vec().unwrap();
    let mut later = TensorsBuilder::new();
    later.add(NewTensor::without_data("a", DType::U8, &[3]));
    later.add(NewTensor::from_slice("at hand", &[2], &[7u8, 8]));
    later.add(NewTensor::without_data("b", DType::U8, &[2]));
    later.add(NewTensor::from_slice("last", &[1], &[9u8]));

    let payload = whole.len() - 193; // three gaps to 64, and one byte
    let (mut torn, mut finished) = (0, 0);
    for at in payload..=whole.len() {
        let stream = FailsOnce {
            taken: Vec::new(),
            at,
            failed: false,
        };
        let mut writer = later.start(stream).unwrap();
        let (data, mut written) = ([1, 2, 3, 4, 5], 0);
        // Somebody stubborn: what was refused is offered again.
        for _ in 0..20 {
            if let Ok(bytes) = writer.write(&data[written..]) {
                written += bytes;
            }
        }
        match writer.finish() {
            Ok(stream) => {
                finished += 1;
                assert_eq!(stream.taken, whole, "fails at {at}");
            }
            Err(_) => torn += 1,
        }
    }
    // The stream may fail before each of the five bytes that the caller gives, and at the very end.
    assert_eq!((torn, finished), (194 - 6, 6));
}

/// Positions hold in the block that they are from. A tensor that is taken elsewhere finds its scale
/// by name, or is refused; it never takes whatever stands at the position there.
#[test]
fn a_tensor_taken_to_another_block_takes_its_references_along() {
    let mut model = TensorsBuilder::new();
    let quant =
        Quant::linear(1.0, Scale::per_axis(0, "scale")).with_zero(Zero::Subtracted("zero".into()));
    model.add(NewTensor::from_slice("q", &[2], &[1i8, 2]).quant(quant));
    model.add(NewTensor::from_slice("scale", &[2], &[0.5f32, 2.0]));
    model.add(NewTensor::from_slice("zero", &[2], &[1f32, 1.0]));
    model.add(NewTensor::from_slice("other", &[2], &[8f32, 8.0]));
    model.add(NewTensor::from_slice("another", &[2], &[9f32, 9.0]));
    let model = model.to_vec().unwrap();
    let model = Tensors::from_slice(&model).unwrap();
    let some = |names: &[&str]| {
        let mut builder = TensorsBuilder::new();
        for name in names {
            builder.add(model.get(name).unwrap());
        }
        builder.to_vec()
    };
    let moved = some(&["other", "another", "zero", "scale", "q"]).unwrap();
    let q = Tensors::from_slice(&moved).unwrap().get("q").unwrap();
    assert_eq!(q.dequantize().unwrap(), [0.0, 2.0]);
    assert_eq!(
        some(&["q", "other", "another", "zero"]),
        Err(BuildError::UnknownTensor {
            tensor: 0,
            reference: "scale".into()
        })
    );
}

/// A tensor can be gigabytes, and a log line should not.
#[test]
fn debug_does_not_print_the_data() {
    let data = vec![0x5au8; 100_000];
    let mut builder = TensorsBuilder::new();
    builder.add(NewTensor::from_bytes("w", DType::U4, &[200_000], &data));
    let block = builder.to_vec().unwrap();
    let view = Tensors::from_slice(&block).unwrap().at(0).unwrap();
    for text in [
        format!("{builder:?}"),
        format!("{view:?}"),
        format!("{:?}", view.nibbles()),
    ] {
        assert!(text.len() < 200, "{} characters", text.len());
    }
    assert!(format!("{builder:?}").contains("100000 bytes"));
}
