//! Streams: short reads, interrupted ones, ends in and between frames, and what comes after an error.

use kiln::{
    Error, Limits,
    frame::{self, Options, Reader, StreamError, Writer},
};
use kiln_tests::frames::{Parts, Point, all_options, point, read_point};
use std::{
    cell::Cell,
    error::Error as _,
    io::{self, ErrorKind, Read, Write},
};

/// Gives one byte at a time, and an interruption before each.
struct Drip<'a> {
    bytes: &'a [u8],
    interrupted: bool,
}

impl Read for Drip<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        let n = out.len().min(1);
        self.bytes.read(&mut out[..n])
    }
}

/// Takes one byte at a time, and an interruption before each.
#[derive(Default)]
struct DripSink {
    bytes: Vec<u8>,
    interrupted: bool,
}

impl Write for DripSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        self.bytes.extend(&bytes[..1]);
        Ok(1)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Fails once, after so many bytes.
struct Fails<'a> {
    bytes: &'a [u8],
    after: Option<usize>,
}

impl Read for Fails<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = match self.after {
            Some(0) => {
                self.after = None;
                return Err(io::Error::new(
                    ErrorKind::ConnectionReset,
                    "the line is dead",
                ));
            }
            Some(left) => left.min(out.len()),
            None => out.len(),
        };
        let n = self.bytes.read(&mut out[..n])?;
        self.after = self.after.map(|left| left - n);
        Ok(n)
    }
}

fn points(n: u8) -> Vec<Point> {
    let tag = |i: u8| "t".repeat(usize::from(i));
    (0..n)
        .map(|i| Point {
            x: f32::from(i),
            tag: tag(i),
            ..point()
        })
        .collect()
}

fn stream(points: &[Point]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (point, options) in points.iter().zip(all_options().iter().cycle()) {
        options.encode_into(point, &mut bytes).unwrap();
    }
    bytes
}

fn kiln<T: std::fmt::Debug>(result: Result<T, StreamError>) -> Error {
    result.unwrap_err().kiln().expect("an error of the format")
}

#[test]
fn writer_and_reader_agree_with_frames_in_memory() {
    let points = points(9);
    let mut writer = Writer::new(DripSink::default());
    for (point, options) in points.iter().zip(all_options().iter().cycle()) {
        writer = writer.options(*options);
        writer.write(point).unwrap();
    }
    writer.flush().unwrap();
    let bytes = writer.into_inner().bytes;
    assert_eq!(bytes, stream(&points));

    let mut reader = Reader::new(&bytes[..]);
    for point in &points {
        assert_eq!(reader.next::<Point>().unwrap().as_ref(), Some(point));
    }
    assert_eq!(reader.position(), bytes.len() as u64);
    for _ in 0..2 {
        assert!(reader.next::<Point>().unwrap().is_none());
    }
}

#[test]
fn one_byte_at_a_time_and_interrupted() {
    let points = points(9);
    let bytes = stream(&points);
    let mut reader = Reader::new(Drip {
        bytes: &bytes,
        interrupted: false,
    });
    for point in &points {
        assert_eq!(reader.next::<Point>().unwrap().as_ref(), Some(point));
    }
    assert!(reader.next::<Point>().unwrap().is_none());
}

#[test]
fn every_cut_is_the_end_or_eof_and_gives_what_came_before() {
    let points = points(5);
    let bytes = stream(&points);
    let mut ends = vec![0];
    for i in 1..=points.len() {
        ends.push(stream(&points[..i]).len());
    }
    for cut in 0..=bytes.len() {
        let whole = ends.iter().filter(|end| **end <= cut).count() - 1;
        let mut reader = Reader::new(&bytes[..cut]);
        for point in &points[..whole] {
            assert_eq!(reader.next::<Point>().unwrap().as_ref(), Some(point));
        }
        let last = reader.next::<Point>();
        if ends.contains(&cut) {
            assert!(last.unwrap().is_none(), "cut at {cut}");
        } else {
            assert_eq!(kiln(last), Error::Eof, "cut at {cut}");
        }
        assert_eq!(reader.position(), ends[whole] as u64, "cut at {cut}");
    }
}

#[test]
fn values_are_borrowed_and_the_buffer_is_used_again() {
    let mut bytes = frame::to_vec("first one").unwrap();
    frame::encode_into("second", &mut bytes).unwrap();
    let mut reader = Reader::new(&bytes[..]);
    let first = reader.next::<&str>().unwrap().unwrap();
    assert_eq!(first, "first one");
    let at = first.as_ptr();
    let second = reader.next::<&str>().unwrap().unwrap();
    assert_eq!((second, second.as_ptr()), ("second", at));
}

#[test]
fn the_first_fault_is_that_of_the_frame_in_memory() {
    // One fault for each step but F8, which is about what follows; and what the stream gives then.
    type Make = fn(&mut Parts);
    let faults: [(Make, bool); 8] = [
        (|p| p.magic[3] = 0, false),
        (|p| p.version = 3, false),
        (|p| p.schema_bytes = Some(16_777_217), false),
        (|p| p.body_bytes = Some(u64::MAX), false),
        (|p| p.checksum_error = 9, true),
        (|p| p.text[0] = 0xff, true),
        (|p| p.body.push(0), true),
        (|p| p.body[12] = 0xff, true),
    ];
    for (make, goes_on) in faults {
        let mut parts = Parts::of_point();
        make(&mut parts);
        let mut bytes = parts.bytes();
        let error = read_point(&bytes).unwrap_err();
        frame::encode_into(&point(), &mut bytes).unwrap();
        let mut reader = Reader::new(&bytes[..]);
        assert_eq!(kiln(reader.next::<Point>()), error);
        if goes_on {
            // The frame that could not be read begins here, until the next is asked for.
            assert_eq!(reader.position(), 0);
            assert_eq!(reader.next::<Point>().unwrap(), Some(point()));
            assert_eq!(reader.position(), bytes.len() as u64);
        } else {
            assert_eq!(kiln(reader.next::<Point>()), error);
            assert_eq!(reader.position(), 0);
        }
    }
}

#[test]
fn a_frame_of_another_type_stays_until_it_is_asked_for_or_skipped() {
    let mut bytes = frame::to_vec("text").unwrap();
    frame::encode_into(&point(), &mut bytes).unwrap();
    let mut reader = Reader::new(&bytes[..]);
    assert_eq!(kiln(reader.next::<Point>()), Error::Schema);
    assert_eq!(kiln(reader.next::<u8>()), Error::Schema);
    let header = reader.peek().unwrap().unwrap();
    assert_eq!(header.body_bytes(), 8);
    assert_eq!(reader.next::<&str>().unwrap(), Some("text"));
    assert!(reader.peek().unwrap().is_some());
    assert!(reader.skip().unwrap());
    assert!(!reader.skip().unwrap());
    assert!(reader.peek().unwrap().is_none());
}

#[test]
fn another_type_is_told_before_the_body_is_asked_for() {
    let bytes = frame::to_vec(&point()).unwrap();
    // The body would be an error of the stream.
    let mut reader = Reader::new(Fails {
        bytes: &bytes,
        after: Some(64),
    });
    assert_eq!(kiln(reader.next::<u8>()), Error::Schema);
    assert!(matches!(reader.next::<Point>(), Err(StreamError::Io(_))));
}

#[test]
fn a_failing_stream_keeps_its_error_and_may_go_on() {
    let bytes = frame::to_vec(&point()).unwrap();
    for after in 0..bytes.len() {
        let mut reader = Reader::new(Fails {
            bytes: &bytes,
            after: Some(after),
        });
        let error = reader.next::<Point>().unwrap_err();
        assert!(error.to_string().contains("the line is dead"));
        let source = error.source().unwrap().downcast_ref::<io::Error>().unwrap();
        assert_eq!(source.kind(), ErrorKind::ConnectionReset);
        assert_eq!(reader.next::<Point>().unwrap(), Some(point()), "{after}");
    }
}

#[test]
fn errors_of_the_format_keep_their_name() {
    let mut reader = Reader::new(&b"KILN"[..]);
    let error = reader.next::<Point>().unwrap_err();
    assert!(error.to_string().starts_with("EOF: "), "{error}");
    assert_eq!(error.kiln().map(Error::name), Some("EOF"));
}

#[test]
fn a_file_that_grows_is_read_on() {
    /// Ends where `until` says, for the time being.
    struct Tail<'a> {
        all: &'a [u8],
        at: usize,
        until: &'a Cell<usize>,
    }
    impl Read for Tail<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let n = (&self.all[self.at..self.until.get()]).read(out)?;
            self.at += n;
            Ok(n)
        }
    }
    let all = stream(&points(2));
    let until = Cell::new(10);
    let (at, until_ref) = (0, &until);
    let mut reader = Reader::new(Tail {
        all: &all,
        at,
        until: until_ref,
    });
    for end in [20, 64, 70] {
        assert_eq!(kiln(reader.next::<Point>()), Error::Eof);
        until.set(end);
    }
    until.set(all.len());
    assert_eq!(
        reader.next::<Point>().unwrap().as_ref(),
        Some(&points(2)[0])
    );
    assert_eq!(
        reader.next::<Point>().unwrap().as_ref(),
        Some(&points(2)[1])
    );
}

#[test]
fn limits_hold_on_streams() {
    let list = vec![1u8; 10];
    let nine = Limits::default().max_count(9);
    let mut writer = Writer::new(Vec::new()).limits(nine);
    assert_eq!(kiln(writer.write(&list)), Error::Limit);
    assert!(
        writer.get_ref().is_empty(),
        "nothing of a value that cannot be written"
    );
    writer.write(&[1u8; 9][..]).unwrap();

    let bytes = frame::to_vec(&list).unwrap();
    let mut reader = Reader::new(&bytes[..]).limits(nine);
    assert_eq!(kiln(reader.next::<Vec<u8>>()), Error::Limit);

    let text = Options {
        schema: true,
        checksum: true,
    };
    let bytes = text.to_vec(&1u16).unwrap();
    let two = Limits::default().max_count(2);
    assert_eq!(
        kiln(Reader::new(&bytes[..]).limits(two).next::<u16>()),
        Error::Limit
    );
    assert_eq!(
        kiln(Reader::new(&bytes[..]).limits(two).next_bytes()),
        Error::Limit
    );
}

#[test]
fn any_bytes_are_frames_or_an_error() {
    let template = stream(&points(3));
    let mut state = 1u64;
    let mut random = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap()
    };
    for _ in 0..20_000 {
        let mut bytes = template.clone();
        for _ in 0..1 + random() % 3 {
            let at = random() % bytes.len();
            bytes[at] = random().to_le_bytes()[0];
        }
        bytes.truncate(1 + random() % bytes.len());
        let mut reader = Reader::new(&bytes[..]);
        let mut rest = &bytes[..];
        // The stream reader says what the reader in memory says, frame for frame.
        loop {
            let in_memory = frame::from_prefix::<Point>(rest);
            match (reader.next::<Point>(), in_memory) {
                (Ok(Some(value)), Ok((same, behind))) => {
                    assert_eq!(value.tag, same.tag);
                    rest = behind;
                }
                (Ok(None), _) => break assert!(rest.is_empty()),
                (Err(error), Err(same)) => break assert_eq!(error.kiln(), Some(same)),
                (stream, memory) => panic!("{stream:?} and {memory:?}"),
            }
        }
    }
}

/// A crash can leave the last frame of a log in its full length, but with zeros for what had not reached the
/// disk. The log is whole up to where that frame begins; whoever cut it behind the frame and went on from
/// there would never read again what comes next.
#[test]
fn a_log_is_whole_up_to_the_frame_that_could_not_be_read() {
    let mut log = stream(&points(2));
    let whole = log.len() as u64;
    frame::encode_into(&point(), &mut log).unwrap();
    let end = log.len();
    log[end - 10..].fill(0);

    let mut reader = Reader::new(&log[..]);
    for point in points(2) {
        assert_eq!(reader.next::<Point>().unwrap(), Some(point));
    }
    assert_eq!(reader.position(), whole);
    assert_eq!(kiln(reader.next::<Point>()), Error::Frame);
    assert_eq!(reader.position(), whole);
    // Who goes on has passed it.
    assert!(reader.peek().unwrap().is_none());
    assert_eq!(reader.position(), end as u64);
    // As bytes it is read, whatever is in it.
    let mut reader = Reader::new(&log[..]);
    while reader.skip().unwrap() {}
    assert_eq!(reader.position(), end as u64);
}

/// Takes so many bytes in all, then fails; later it has room again.
struct Fills {
    bytes: Vec<u8>,
    room: usize,
    error: ErrorKind,
}

impl Write for Fills {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = bytes.len().min(self.room);
        if n == 0 {
            return Err(self.error.into());
        }
        self.room -= n;
        self.bytes.extend(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A half frame with others behind it: its length would swallow them. So nothing goes behind it.
#[test]
fn nothing_is_written_behind_half_a_frame() {
    let whole = stream(&points(1));
    for room in 0..=whole.len() + 1 {
        let error = ErrorKind::StorageFull;
        let bytes = Vec::new();
        let mut writer = Writer::new(Fills { bytes, room, error });
        let mut written = 0;
        for point in points(2) {
            match writer.write(&point) {
                Ok(()) => written += 1,
                Err(error) => assert_eq!(error.kiln(), None, "{error}"),
            }
        }
        // Space is made, and the program goes on.
        writer.get_mut().room = usize::MAX;
        let again = writer.write(&points(1)[0]);
        let bytes = writer.into_inner().bytes;
        let mut reader = Reader::new(&bytes[..]);
        for _ in 0..written {
            assert!(reader.next::<Point>().unwrap().is_some(), "{room}");
        }
        match again {
            // A frame that had not begun can be written again.
            Ok(()) => {
                assert_eq!(reader.next::<Point>().unwrap(), Some(points(1)[0].clone()));
                assert!(reader.next::<Point>().unwrap().is_none());
            }
            Err(error) => {
                assert!(error.to_string().contains("only in part"), "{error}");
                assert_eq!(bytes.len(), room, "nothing behind the half frame");
                assert_eq!(kiln(reader.next::<Point>()), Error::Eof);
            }
        }
    }
}

#[test]
fn a_sink_that_takes_nothing_is_an_error() {
    let mut writer = Writer::new(&mut [][..]);
    match writer.write("text") {
        Err(StreamError::Io(error)) => assert_eq!(error.kind(), ErrorKind::WriteZero),
        other => panic!("{other:?}"),
    }
}
