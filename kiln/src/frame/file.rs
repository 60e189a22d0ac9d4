//! A frame in a file: `save` and `load`.
//!
//! A file is never written where it lies. [`save`] writes a temporary file beside it, syncs that, and
//! renames it: whoever opens the path, and whatever is found there after a crash, is the old file or
//! the new one.

use super::{
    Options, Reader, StreamError,
    disk::{Disk, System, replace},
};
use crate::{Decode, Encode, Error, Limits};
use alloc::vec::Vec;
use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

/// Why a file could not be saved or loaded.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refused.
    #[error("cannot {action} `{}`: {source}", path.display())]
    Io {
        /// What was tried, as a verb: "open", "write to", "rename".
        action: &'static str,
        /// With what.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The frame in the file is at fault, or the value that was to be saved.
    #[error("`{}`: {source}", path.display())]
    Kiln {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: Error,
    },
}

impl FileError {
    /// The error of the format, if it is one.
    #[must_use]
    pub fn kiln(&self) -> Option<Error> {
        match self {
            Self::Kiln { source, .. } => Some(*source),
            Self::Io { .. } => None,
        }
    }

    pub(super) fn of_kiln(path: &Path) -> impl Fn(Error) -> Self {
        move |source| Self::Kiln {
            path: path.to_path_buf(),
            source,
        }
    }

    pub(crate) fn of_io(action: &'static str, path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::Io {
            action,
            path: path.to_path_buf(),
            source,
        }
    }
}

/// Saves a value as a frame in a file of its own. Default limits and options.
///
/// The file at `path` is replaced as a whole: after an error, a full disk or a crash it is the old
/// file, or none where there was none. A symbolic link is followed, and the file behind it replaced. A
/// new file has the permissions that the process gives to new files; an old one's are kept, its owner
/// and what else is attached to it are not. What is no regular file, a folder or a device, is not
/// replaced. When the process is killed in the middle, the temporary file stays behind: `.kiln-` and six
/// letters or digits and `.tmp`, in the same folder.
///
/// ```
/// use kiln::frame;
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("numbers.kiln");
/// frame::save(&path, &vec![1u64, 2, 3])?;
/// assert_eq!(frame::load::<Vec<u64>>(&path)?, [1, 2, 3]);
/// # Ok::<(), frame::FileError>(())
/// ```
///
/// # Errors
/// [`FileError::Kiln`] if the value cannot be written, as in [`frame::to_vec`](super::to_vec);
/// [`FileError::Io`] if a system call fails. The last of them syncs the folder: when only that
/// fails, the new file is in place, and may or may not survive a crash of the machine.
pub fn save<T: Encode + ?Sized>(path: impl AsRef<Path>, value: &T) -> Result<(), FileError> {
    Options::DEFAULT.save(path, value)
}

/// The value of the frame that a file is. Default limits.
///
/// What is read is owned; to borrow from the file, map it (feature `mmap`). The frame must be of just
/// this type: for a file of an older version, give its bytes to [`upgrade`](super::upgrade) or
/// [`resolve`](super::resolve).
///
/// # Errors
/// [`FileError::Kiln`] with the first fault in the order F1 to F8 of format section 5, and
/// [`Error::Limit`] for a file longer than `max_alloc` and 4 KiB; [`FileError::Io`] if the file cannot be
/// read.
pub fn load<T: for<'a> Decode<'a>>(path: impl AsRef<Path>) -> Result<T, FileError> {
    Limits::DEFAULT.frame_load(path)
}

impl Options {
    /// [`save`] with these options.
    ///
    /// # Errors
    /// Those of [`save`].
    pub fn save<T: Encode + ?Sized>(
        self,
        path: impl AsRef<Path>,
        value: &T,
    ) -> Result<(), FileError> {
        Limits::DEFAULT.frame_save(path, value, self)
    }
}

impl Limits {
    /// [`frame::save`](save) with these limits.
    ///
    /// # Errors
    /// Those of [`frame::save`](save).
    pub fn frame_save<T: Encode + ?Sized>(
        self,
        path: impl AsRef<Path>,
        value: &T,
        options: Options,
    ) -> Result<(), FileError> {
        save_on(&mut System, path.as_ref(), value, options, self)
    }

    /// [`frame::load`](load) with these limits.
    ///
    /// # Errors
    /// Those of [`frame::load`](load).
    pub fn frame_load<T: for<'a> Decode<'a>>(self, path: impl AsRef<Path>) -> Result<T, FileError> {
        let path = path.as_ref();
        let fault = FileError::of_kiln(path);
        let cannot_read = FileError::of_io("read", path);
        let mut file = File::open(path).map_err(FileError::of_io("open", path))?;
        // A file that is longer than a frame may be is refused before it is read.
        let known = match file.metadata() {
            Ok(metadata) if metadata.is_file() => metadata.len(),
            _ => 0,
        };
        let mut reader = Reader::new(&mut file).limits(self).holds(known);
        let value = match reader.next() {
            Ok(Some(value)) => value,
            Ok(None) => return Err(fault(Error::Eof)),
            Err(StreamError::Kiln(error)) => return Err(fault(error)),
            Err(StreamError::Io(error)) => return Err(cannot_read(error)),
        };
        // F8: the file continues past the frame.
        let mut one_more = Vec::with_capacity(1);
        file.take(1)
            .read_to_end(&mut one_more)
            .map_err(cannot_read)?;
        match one_more.is_empty() {
            true => Ok(value),
            false => Err(fault(Error::Trailing)),
        }
    }
}

/// `save` on a disk that a test may let fail.
#[doc(hidden)]
pub fn save_on<D: Disk, T: Encode + ?Sized>(
    disk: &mut D,
    path: &Path,
    value: &T,
    options: Options,
    limits: Limits,
) -> Result<(), FileError> {
    let frame = limits
        .frame_to_vec(value, options)
        .map_err(FileError::of_kiln(path))?;
    replace(disk, path, &frame)
}
