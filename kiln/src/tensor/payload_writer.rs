//! Writing a block to a stream without holding its payload.
//!
//! Dtype and shape say how long each tensor's data is, so header and directory go out first, and
//! the data follows as it is made. The one who writes it needs to know nothing about gaps.

use super::build_error::BuildError;
use super::builder::TensorsBuilder;
use super::new_tensor::{NewTensor, check_values};
use alloc::vec::Vec;
use std::io::{self, Write};

impl<'a> TensorsBuilder<'a> {
    /// Writes the block to a stream. Of the block only the directory is held in memory.
    ///
    /// # Errors
    ///
    /// Those of the stream; a [`BuildError`] as [`io::ErrorKind::InvalidInput`], before a byte is
    /// written.
    pub fn write_to<W: Write>(&self, stream: W) -> io::Result<()> {
        let plan = self.plan().map_err(invalid)?;
        plan.has_all_data
            .map_err(|tensor| invalid(BuildError::NoData { tensor }))?;
        self.start(stream)?.finish().map(drop)
    }

    /// Writes header and directory to a stream, and whatever data is at hand up to the first tensor
    /// without. The data of [those](NewTensor::without_data), in the order of the block, is what the
    /// returned writer takes.
    ///
    /// ```
    /// use kiln::tensor::{DType, NewTensor, Tensors, TensorsBuilder};
    /// use std::io::Write;
    ///
    /// let mut builder = TensorsBuilder::new();
    /// builder.add(NewTensor::without_data("a", DType::U8, &[3]));
    /// builder.add(NewTensor::without_data("b", DType::U8, &[2]));
    ///
    /// let mut file = Vec::new();
    /// let mut payload = builder.start(&mut file)?;
    /// payload.write_all(&[1, 2])?;
    /// payload.write_all(&[3, 4, 5])?; // what is left of "a", then "b"
    /// payload.finish()?;
    ///
    /// assert_eq!(Tensors::from_slice(&file).unwrap().get("b").unwrap().data(), [4, 5]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the stream; a [`BuildError`] as [`io::ErrorKind::InvalidInput`], before a byte is
    /// written.
    pub fn start<W: Write>(&self, mut stream: W) -> io::Result<PayloadWriter<'_, 'a, W>> {
        let plan = self.plan().map_err(invalid)?;
        let mut head = Vec::new();
        self.write_head(&plan, &mut head).map_err(invalid)?;
        stream.write_all(&head)?;
        let mut writer = PayloadWriter {
            stream,
            left: self.tensors.iter(),
            position: 0,
            now: None,
            end: 0,
            torn: false,
        };
        writer.advance()?;
        Ok(writer)
    }
}

fn invalid(error: BuildError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error)
}

/// Takes the data of the tensors that had none; made by [`TensorsBuilder::start`].
///
/// Each write goes to the tensor that is next, and what is left of it to the one after that. A block
/// is complete only when [`finish`](Self::finish) says so.
///
/// A write that the stream refused may be tried again, with what [`missing`](Self::missing) still
/// counts. Not so where the stream fails in the bytes between two tensors, or in data that was at
/// hand, or says that it took more than it was given: how much it took nobody knows, so every later
/// write is an error, and `finish` too.
#[derive(Debug)]
pub struct PayloadWriter<'b, 'a, W> {
    stream: W,
    /// The tensors behind the current one.
    left: core::slice::Iter<'b, NewTensor<'a>>,
    /// How many tensors have been taken from `left`.
    position: usize,
    now: Option<Open<'b, 'a>>,
    /// Where the data written so far ends, in bytes from the start of the payload.
    end: u64,
    /// The stream failed in bytes that the caller did not give and so cannot give again.
    torn: bool,
}

/// A tensor whose data is being written.
#[derive(Debug)]
struct Open<'b, 'a> {
    new: &'b NewTensor<'a>,
    position: usize,
    elements: u64,
    missing: u64,
}

impl<W: Write> PayloadWriter<'_, '_, W> {
    /// The bytes that the current tensor still wants; 0 when all data has been written.
    #[must_use]
    pub fn missing(&self) -> u64 {
        self.now.as_ref().map_or(0, |open| open.missing)
    }

    /// Flushes the stream and gives it back.
    ///
    /// # Errors
    ///
    /// Those of the stream, also where it failed before; [`io::ErrorKind::InvalidInput`] with
    /// [`BuildError::NoData`] if data is missing.
    pub fn finish(mut self) -> io::Result<W> {
        self.is_whole()?;
        if let Some(open) = &self.now {
            let tensor = open.position;
            return Err(invalid(BuildError::NoData { tensor }));
        }
        self.stream.flush()?;
        Ok(self.stream)
    }

    fn is_whole(&self) -> io::Result<()> {
        if self.torn {
            return Err(io::Error::other("the stream failed inside the block"));
        }
        Ok(())
    }

    /// Writes gaps and the data at hand up to the next tensor that wants some.
    fn advance(&mut self) -> io::Result<()> {
        let done = self.write_up_to_next();
        self.torn = done.is_err();
        done
    }

    fn write_up_to_next(&mut self) -> io::Result<()> {
        self.now = None;
        for new in self.left.by_ref() {
            let position = self.position;
            self.position += 1;
            let (elements, bytes) = new.counts(position).map_err(invalid)?;
            let gap = self.end.wrapping_neg() % 64;
            let zeros = [0; 64];
            self.stream.write_all(&zeros[..gap as usize])?;
            self.end += gap;
            if let Some(data) = new.data.as_deref() {
                self.stream.write_all(data)?;
                self.end += bytes;
            } else if bytes > 0 {
                self.now = Some(Open {
                    new,
                    position,
                    elements,
                    missing: bytes,
                });
                return Ok(());
            }
        }
        Ok(())
    }
}

impl<W: Write> Write for PayloadWriter<'_, '_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        self.is_whole()?;
        let Some(open) = &mut self.now else {
            let message = "all tensors have their data";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        };
        let wanted = usize::try_from(open.missing).unwrap_or(usize::MAX);
        let part = bytes.get(..wanted).unwrap_or(bytes);
        let last = part.len() == wanted;
        check_values(open.new.dtype(), open.elements, part, last, open.position)
            .map_err(invalid)?;
        let written = self.stream.write(part)?;
        if written > part.len() {
            // How much it did take nobody knows.
            self.torn = true;
            return Err(io::Error::other(
                "the stream says that it took more than it was given",
            ));
        }
        open.missing -= written as u64;
        self.end += written as u64;
        if open.missing == 0 {
            self.advance()?;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
