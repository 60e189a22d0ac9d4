//! A mapped file: the one promise about memory that only the caller can make.

use crate::{
    Decode, Error, Limits,
    frame::{self, FileError},
};
use memmap2::Mmap;
use std::{fs::File, path::Path};

/// A file in memory, of which values borrow.
///
/// Text, bytes and tensors that are decoded from it lie in the file: opening a gigabyte of tensors
/// reads the pages that are looked at. A frame's body starts at byte 64 and a mapping at a page, so a
/// struct whose first field is a tensor block has its payload aligned to 64 bytes.
///
/// A checksum is over the whole frame, so checking it reads every page: for files that are to be read
/// in part, save without one ([`Options`](frame::Options)).
///
/// ```
/// use kiln::frame::{self, Mapped};
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("text.kiln");
/// frame::save(&path, "a long text")?;
/// // SAFETY: nothing changes the file while it is mapped; `frame::save` would put another in its place.
/// let file = unsafe { Mapped::open(&path) }?;
/// let text: &str = file.get()?;
/// assert_eq!(text, "a long text");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Mapped {
    map: Mmap,
}

impl Mapped {
    /// Maps a file. Nothing of it is looked at yet.
    ///
    /// # Errors
    /// [`FileError::Io`] if it cannot be opened or mapped.
    ///
    /// # Safety
    /// As long as the `Mapped` lives, no process may change the bytes of the file or make it shorter:
    /// values that borrow from it are Rust values, and must not change under a shared reference; and a
    /// page that is no more there ends the process. Removing the file, or renaming another one over it
    /// as [`frame::save`] does, is no change.
    pub unsafe fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let file = File::open(path).map_err(FileError::of_io("open", path))?;
        // SAFETY: the caller promises that the file stays as it is while the map lives, which is what
        // `Mmap::map` asks for. The map does not need the handle.
        let map = unsafe { Mmap::map(&file) };
        let map = map.map_err(FileError::of_io("map", path))?;
        Ok(Self { map })
    }

    /// The value of the frame that the file is: [`frame::from_slice`]. Default limits.
    ///
    /// # Errors
    /// The first fault in the order F1 to F8 of format section 5.
    pub fn get<'a, T: Decode<'a>>(&'a self) -> Result<T, Error> {
        frame::from_slice(&self.map)
    }

    /// [`get`](Self::get) with other limits.
    ///
    /// # Errors
    /// The first fault in the order F1 to F8 of format section 5.
    pub fn get_within<'a, T: Decode<'a>>(&'a self, limits: Limits) -> Result<T, Error> {
        limits.frame_from_slice(&self.map)
    }

    /// The bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.map
    }
}
