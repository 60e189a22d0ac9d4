//! Replacing a file as a whole, over the few system calls that it takes.
//!
//! The calls are a trait, so that tests can let each of them fail, or the process end between two.

use super::FileError;
use std::{
    fs::{self, File, Permissions},
    io::{self, Write},
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

/// The system calls of a save. Each may fail.
#[doc(hidden)]
pub trait Disk {
    /// A file that has no place yet. Dropped, it is gone.
    type Temporary;
    /// Makes one in a folder. Where it is to replace a file with permissions, whoever may not open that
    /// may not open this either, at no time.
    fn create(&mut self, folder: &Path, old: Option<&Permissions>) -> io::Result<Self::Temporary>;
    /// Appends some of the bytes to it, and tells how many.
    fn write(&mut self, file: &mut Self::Temporary, bytes: &[u8]) -> io::Result<usize>;
    /// Gives it permissions.
    fn permit(&mut self, file: &mut Self::Temporary, permissions: Permissions) -> io::Result<()>;
    /// Waits until all of it is on the disk.
    fn sync(&mut self, file: &mut Self::Temporary) -> io::Result<()>;
    /// Gives it its place, in one go, instead of what is there.
    fn rename(&mut self, file: Self::Temporary, path: &Path) -> io::Result<()>;
    /// Waits until the names in a folder are on the disk.
    fn sync_folder(&mut self, folder: &Path) -> io::Result<()>;
}

/// Replaces the file at `path` by one with these bytes.
pub(super) fn replace<D: Disk>(disk: &mut D, path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    // What a link points to is replaced, not the link.
    let target = target(path).map_err(FileError::of_io("replace", path))?;
    let path = target.as_path();
    let folder = folder(path);
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        // A rename over a folder fails; over a device or a pipe it would not.
        let error = io::Error::new(io::ErrorKind::InvalidInput, "not a regular file");
        return Err(FileError::of_io("replace", path)(error));
    }
    let old = old.map(|old| old.permissions());

    let mut temporary = disk
        .create(&folder, old.as_ref())
        .map_err(FileError::of_io("create a temporary file in", &folder))?;
    let mut sink = Sink {
        disk,
        file: &mut temporary,
    };
    sink.write_all(bytes)
        .map_err(FileError::of_io("write a temporary file for", path))?;
    if let Some(old) = old {
        // Those of creation are less what the process masks.
        disk.permit(&mut temporary, old)
            .map_err(FileError::of_io("keep the permissions of", path))?;
    }
    // A rename can reach the disk before what the file holds does, so the content goes first.
    disk.sync(&mut temporary)
        .map_err(FileError::of_io("sync a temporary file for", path))?;
    disk.rename(temporary, path)
        .map_err(FileError::of_io("replace", path))?;
    disk.sync_folder(&folder)
        .map_err(FileError::of_io("sync the folder", &folder))
}

/// How many links may lead from one to the next, as in Linux.
const MAX_LINKS: usize = 40;

/// The file that a path leads to, through links. The last of them may lead to a file that is not there
/// yet: then it is made where the link says, as by a plain write. Links in a circle are an error.
fn target(path: &Path) -> io::Result<PathBuf> {
    let error = match fs::canonicalize(path) {
        Ok(target) => return Ok(target),
        Err(error) => error,
    };
    let mut target = path.to_path_buf();
    for _ in 0..=MAX_LINKS {
        match fs::read_link(&target) {
            // What is relative is so to the folder of the link; what is absolute replaces it.
            Ok(next) => target = folder(&target).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(error)
}

/// The folder that a file is in.
fn folder(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if parent != "" => parent.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// A temporary file as a `Write`, for `write_all` and its treatment of short and interrupted writes.
struct Sink<'a, D: Disk> {
    disk: &'a mut D,
    file: &'a mut D::Temporary,
}

impl<D: Disk> Write for Sink<'_, D> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.disk.write(self.file, bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The calls of the operating system.
#[doc(hidden)]
#[derive(Debug)]
pub struct System;

impl Disk for System {
    type Temporary = NamedTempFile;

    fn create(&mut self, folder: &Path, old: Option<&Permissions>) -> io::Result<NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".kiln-").suffix(".tmp");
        // By default a temporary file is for its owner alone. This one is to become a file like any
        // other, less what the process masks; or like the old one, from the beginning.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = old.map_or(0o666, |old| old.mode() & 0o777);
            builder.permissions(Permissions::from_mode(mode));
        }
        #[cfg(not(unix))]
        let _ = old;
        builder.tempfile_in(folder)
    }

    fn write(&mut self, file: &mut NamedTempFile, bytes: &[u8]) -> io::Result<usize> {
        file.write(bytes)
    }

    fn permit(&mut self, file: &mut NamedTempFile, permissions: Permissions) -> io::Result<()> {
        file.as_file().set_permissions(permissions)
    }

    fn sync(&mut self, file: &mut NamedTempFile) -> io::Result<()> {
        file.as_file().sync_all()
    }

    fn rename(&mut self, file: NamedTempFile, path: &Path) -> io::Result<()> {
        match file.persist(path) {
            Ok(_) => Ok(()),
            // What could not be persisted is dropped with the error, and so removed.
            Err(error) => Err(error.error),
        }
    }

    fn sync_folder(&mut self, folder: &Path) -> io::Result<()> {
        if !cfg!(unix) {
            // A folder cannot be opened as a file; renames are written through.
            return Ok(());
        }
        match File::open(folder)?.sync_all() {
            // A file system that has no such thing.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
                ) =>
            {
                Ok(())
            }
            result => result,
        }
    }
}
