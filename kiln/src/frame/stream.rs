//! Frames one after another, to a `Write` and from a `Read`.
//!
//! A length in a header is a claim. [`Reader`] runs the checks that need the header alone before it
//! asks for the rest, and its buffer grows as bytes arrive: a frame that claims a gigabyte and
//! delivers ten bytes costs ten bytes.

use super::{
    Header, Options,
    steps::{
        Expected, Place, step_f1_magic, step_f2_header_is_known, step_f3_type_is_the_expected_one,
        step_f4_frame_is_there, step_f5_checksum_matches, step_f6_schema_text_is_the_schema,
        step_f7_value, step_f8_trailing,
    },
};
use crate::{Decode, Encode, Error, Limits};
use alloc::vec::Vec;
use core::mem;
use std::io::{self, Read, Write};

/// Why a frame could not be read from a stream or written to one.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// The stream failed. Calling again goes on where it stopped, if the stream can.
    #[error("the stream failed: {0}")]
    Io(#[from] io::Error),
    /// The frame is at fault, or the value.
    #[error(transparent)]
    Kiln(#[from] Error),
}

impl StreamError {
    /// The error of the format, if it is one.
    #[must_use]
    pub fn kiln(&self) -> Option<Error> {
        match self {
            Self::Kiln(error) => Some(*error),
            Self::Io(_) => None,
        }
    }
}

/// Writes frames one after another.
///
/// Each frame goes to the sink in one piece, if the sink takes so much. A buffer is kept from one frame
/// to the next.
///
/// When the sink fails in the middle of a frame, a disk that is full, a line that breaks, what would come
/// behind the half frame could never be read. So a writer to which that has happened writes no more: each
/// later call is an error. Cut a file to the [`position`](Reader::position) of a reader, and append with
/// another writer. (A sink that buffers, as [`BufWriter`](io::BufWriter) does, keeps what it has not got
/// rid of, and is a matter of its own.)
///
/// ```
/// use kiln::frame::{Reader, Writer};
/// let mut writer = Writer::new(Vec::new());
/// writer.write("first")?;
/// writer.write(&2u8)?;
/// let bytes = writer.into_inner();
///
/// let mut reader = Reader::new(&bytes[..]);
/// assert_eq!(reader.next::<&str>()?, Some("first"));
/// assert_eq!(reader.next::<u8>()?, Some(2));
/// assert_eq!(reader.next::<u8>()?, None);
/// # Ok::<(), kiln::frame::StreamError>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    sink: W,
    buffer: Vec<u8>,
    options: Options,
    limits: Limits,
    /// Whether the sink has a part of a frame, and never got the rest.
    cut: bool,
}

impl<W: Write> Writer<W> {
    /// Frames with the default options, under the default limits.
    pub fn new(sink: W) -> Self {
        Self {
            sink,
            buffer: Vec::new(),
            options: Options::DEFAULT,
            limits: Limits::DEFAULT,
            cut: false,
        }
    }

    /// With options of its own.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// With limits of its own.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Writes one frame.
    ///
    /// # Errors
    /// [`StreamError::Kiln`] if the value cannot be written, as in
    /// [`frame::to_vec`](super::to_vec): the sink has seen nothing of it then.
    /// [`StreamError::Io`] if the sink fails. If it had taken a part of the frame, so does each later
    /// call, and the sink sees nothing of it; if it had not, the call may be made again.
    pub fn write<T: Encode + ?Sized>(&mut self, value: &T) -> Result<(), StreamError> {
        if self.cut {
            return Err(io::Error::other("an earlier frame was written only in part").into());
        }
        self.buffer.clear();
        self.limits
            .frame_encode_into(value, self.options, &mut self.buffer)?;
        // What `write_all` does, and whether a part has gone when it fails.
        let mut rest = self.buffer.as_slice();
        while !rest.is_empty() {
            let written = match self.sink.write(rest) {
                Ok(0) => Err(io::ErrorKind::WriteZero.into()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                result => result,
            };
            match written {
                Ok(n) if n > rest.len() => {
                    // How much it did take nobody knows.
                    self.cut = true;
                    let lie = "the sink says that it took more than it was given";
                    return Err(io::Error::other(lie).into());
                }
                Ok(n) => rest = &rest[n..],
                Err(error) => {
                    self.cut = rest.len() < self.buffer.len();
                    return Err(error.into());
                }
            }
        }
        Ok(())
    }

    /// Flushes the sink.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }

    /// The sink. It is not flushed.
    pub fn into_inner(self) -> W {
        self.sink
    }

    /// The sink.
    pub fn get_ref(&self) -> &W {
        &self.sink
    }

    /// The sink. What is written to it in between comes between two frames.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.sink
    }
}

/// Reads frames one after another.
///
/// A reader takes from its source just the bytes of the frames that it returns, never more. It makes
/// at least two calls for each: over a file or socket, wrap the source in a
/// [`BufReader`](io::BufReader) if frames are small.
///
/// What happens after an error:
///
/// - The type is another one (SCHEMA): the frame is still there. Ask for it by another type, or
///   [`skip`](Self::skip) it.
/// - The header is at fault, or its claims are above the limits: nothing tells where the next frame
///   would begin. Every later call gives the same error.
/// - The frame is longer than `max_alloc` and 4 KiB (LIMIT, when so much of it has come): likewise. A
///   peer that sends without end costs no more memory than that.
/// - The stream ends inside a frame (EOF), or fails: what has come is kept, and a later call goes on
///   from there.
/// - Checksum, schema text or value are at fault: the frame is over, the next call reads the next.
#[derive(Debug)]
pub struct Reader<R> {
    incoming: Incoming<R>,
    position: u64,
    /// The bytes of the frame that has come last, until they count to `position`.
    uncounted: u64,
    limits: Limits,
}

/// How many bytes a frame may take beyond what `max_alloc` says: a header, and then some.
const FRAME_BEYOND: u64 = 4096;

impl<R: Read> Reader<R> {
    /// Frames from this source, under the default limits.
    pub fn new(source: R) -> Self {
        Self {
            incoming: Incoming {
                source,
                buffer: Vec::new(),
                done: false,
                holds: 0,
            },
            position: 0,
            uncounted: 0,
            limits: Limits::DEFAULT,
        }
    }

    /// With limits of its own.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// With a source of which the length is known, not claimed.
    #[cfg(feature = "fs")]
    pub(super) fn holds(mut self, bytes: u64) -> Self {
        self.incoming.holds = bytes;
        self
    }

    /// The value of the next frame, which may borrow from the reader; `None` where the stream ends
    /// between two frames.
    ///
    /// # Errors
    /// [`StreamError::Kiln`] with the first fault in the order F1 to F7 of format section 5;
    /// [`StreamError::Io`] if the source fails.
    pub fn next<'a, T: Decode<'a>>(&'a mut self) -> Result<Option<T>, StreamError> {
        let expected = Expected::Type(T::SCHEMA, T::TYPE_HASH);
        if !self.fetch_header()? {
            return Ok(None);
        }
        let known = step_f2_header_is_known(step_f1_magic(&self.incoming.buffer)?)?;
        let typed = step_f3_type_is_the_expected_one(known, expected)?;
        let limits = self.limits;
        let there = step_f4_frame_is_there(typed, limits, |bytes| {
            let frame = self.incoming.fetch_frame(bytes, limits)?;
            self.uncounted = bytes;
            Ok::<_, StreamError>(frame)
        })?;
        let summed = step_f5_checksum_matches(there)?;
        let described = step_f6_schema_text_is_the_schema(summed)?;
        let valued = step_f7_value(described, limits, |_, r| T::decode(r))?;
        let (value, _) = step_f8_trailing(valued, &[], Place::Prefix)?;
        self.position += mem::take(&mut self.uncounted);
        Ok(Some(value))
    }

    /// The bytes of the next frame, whatever its type; `None` where the stream ends between two
    /// frames. For frames of an older type: give them to [`upgrade`](super::upgrade) or
    /// [`resolve`](super::resolve).
    ///
    /// # Errors
    /// [`StreamError::Kiln`] with the first fault in the order F1, F2, F4; [`StreamError::Io`] if the
    /// source fails.
    pub fn next_bytes(&mut self) -> Result<Option<&[u8]>, StreamError> {
        if !self.fetch_header()? {
            return Ok(None);
        }
        let known = step_f2_header_is_known(step_f1_magic(&self.incoming.buffer)?)?;
        let typed = step_f3_type_is_the_expected_one(known, Expected::Any)?;
        let limits = self.limits;
        let mut frame: &[u8] = &[];
        step_f4_frame_is_there(typed, limits, |bytes| {
            frame = self.incoming.fetch_frame(bytes, limits)?;
            self.position += bytes;
            Ok::<_, StreamError>(frame)
        })?;
        Ok(Some(frame))
    }

    /// The header of the next frame, which stays the next; `None` where the stream ends.
    ///
    /// # Errors
    /// [`StreamError::Kiln`] with the first fault in the order F1, F2; [`StreamError::Io`] if the
    /// source fails.
    pub fn peek(&mut self) -> Result<Option<Header>, StreamError> {
        if !self.fetch_header()? {
            return Ok(None);
        }
        Ok(Some(Header::from_prefix(&self.incoming.buffer)?))
    }

    /// Passes over the next frame; `false` where the stream ends.
    ///
    /// # Errors
    /// Those of [`next_bytes`](Self::next_bytes).
    pub fn skip(&mut self) -> Result<bool, StreamError> {
        Ok(self.next_bytes()?.is_some())
    }

    /// Where in the source, counted from where this reader began, the frame begins that is next, or that
    /// the last call could not read.
    ///
    /// A log that was cut in the middle of a frame is whole up to here, and so is one whose last frame
    /// was cut in a way that left its length: a power failure may leave zeros. Where a frame is at fault
    /// but over, the next call reads the next, and from then on this one counts as passed.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// The source. What has come of a frame that is not whole is lost.
    pub fn into_inner(self) -> R {
        self.incoming.source
    }

    /// The source.
    pub fn get_ref(&self) -> &R {
        &self.incoming.source
    }

    fn fetch_header(&mut self) -> Result<bool, StreamError> {
        self.position += mem::take(&mut self.uncounted);
        self.incoming.fetch_header()
    }
}

/// What comes from a source: a frame, or a part of one.
#[derive(Debug)]
struct Incoming<R> {
    source: R,
    /// The bytes that have come of the current frame, or the whole of the one before.
    buffer: Vec<u8>,
    /// Whether `buffer` is a frame that the caller is done with.
    done: bool,
    /// How many bytes the source is known to hold: so many are allocated at once.
    holds: u64,
}

impl<R: Read> Incoming<R> {
    /// Reads the header, or what there is of it; `false` if there is nothing.
    fn fetch_header(&mut self) -> Result<bool, StreamError> {
        if self.done {
            self.done = false;
            self.buffer.clear();
        }
        self.fill(Header::SIZE as u64)?;
        Ok(!self.buffer.is_empty())
    }

    /// Reads the rest of a frame of so many bytes.
    ///
    /// A stream that ends is EOF whatever the frame claims, as in memory. One that goes on past what the
    /// limits allow is LIMIT.
    fn fetch_frame(&mut self, bytes: u64, limits: Limits) -> Result<&[u8], StreamError> {
        let most = limits.max_alloc.saturating_add(FRAME_BEYOND);
        if bytes > most && bytes <= self.holds {
            return Err(Error::Limit.into());
        }
        let within = bytes.min(most);
        self.fill(within)?;
        if (self.buffer.len() as u64) < within {
            return Err(Error::Eof.into());
        }
        if within < bytes {
            return Err(Error::Limit.into());
        }
        self.done = true;
        Ok(&self.buffer)
    }

    /// Reads until the buffer holds so many bytes, or the source ends. Interrupted calls are made
    /// again. The buffer doubles as bytes arrive, whatever their number is said to be; on an error it
    /// keeps what has come.
    fn fill(&mut self, bytes: u64) -> io::Result<()> {
        let missing = bytes.saturating_sub(self.buffer.len() as u64);
        if missing > 0 {
            if bytes <= self.holds
                && let Ok(missing) = usize::try_from(missing)
            {
                self.buffer.try_reserve_exact(missing)?;
            }
            self.source
                .by_ref()
                .take(missing)
                .read_to_end(&mut self.buffer)?;
        }
        Ok(())
    }
}
