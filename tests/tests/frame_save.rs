//! Saving on a disk where each system call fails once, and in a process that ends before each.
//!
//! Whatever happens, the path holds the old file or the new one, and an error says what failed.

use kiln::{
    Limits,
    frame::{self, Disk, FileError, Options, System, save_on},
};
use std::{
    fs::{self, Permissions},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    process::Command,
};

type Temporary = <System as Disk>::Temporary;

/// What happens instead of the call of a number, counted from 0.
enum Instead {
    Fail(ErrorKind),
    Abort,
}

/// The system's disk, on which one call does not do what it should.
struct Faulty {
    calls: Vec<&'static str>,
    at: usize,
    instead: Instead,
}

impl Faulty {
    fn new(at: usize, instead: Instead) -> Self {
        let calls = Vec::new();
        Self { calls, at, instead }
    }

    fn call(&mut self, name: &'static str) -> io::Result<()> {
        self.calls.push(name);
        if self.calls.len() != self.at + 1 {
            return Ok(());
        }
        match self.instead {
            Instead::Fail(kind) => Err(io::Error::new(kind, format!("{name} was let fail"))),
            Instead::Abort => std::process::abort(),
        }
    }
}

impl Disk for Faulty {
    type Temporary = Temporary;
    fn create(&mut self, folder: &Path, old: Option<&Permissions>) -> io::Result<Temporary> {
        self.call("create")?;
        System.create(folder, old)
    }
    /// A disk that takes a few bytes at a time, so that a write can fail in the middle.
    fn write(&mut self, file: &mut Temporary, bytes: &[u8]) -> io::Result<usize> {
        self.call("write")?;
        System.write(file, &bytes[..bytes.len().min(30)])
    }
    fn permit(&mut self, file: &mut Temporary, permissions: Permissions) -> io::Result<()> {
        self.call("permit")?;
        System.permit(file, permissions)
    }
    fn sync(&mut self, file: &mut Temporary) -> io::Result<()> {
        self.call("sync")?;
        System.sync(file)
    }
    fn rename(&mut self, file: Temporary, path: &Path) -> io::Result<()> {
        self.call("rename")?;
        System.rename(file, path)
    }
    fn sync_folder(&mut self, folder: &Path) -> io::Result<()> {
        self.call("sync_folder")?;
        System.sync_folder(folder)
    }
}

/// The calls of a save over an old file.
const CALLS: [&str; 8] = [
    "create",
    "write",
    "write",
    "write",
    "permit",
    "sync",
    "rename",
    "sync_folder",
];

const OLD: &str = "the old text";
const NEW: &str = "the new text";

fn save(disk: &mut Faulty, path: &Path) -> Result<(), FileError> {
    save_on(disk, path, NEW, Options::default(), Limits::default())
}

fn names(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn content_is_synced_before_it_is_renamed_and_the_name_after() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    frame::save(&path, OLD).unwrap();
    let mut disk = Faulty::new(CALLS.len(), Instead::Abort);
    save(&mut disk, &path).unwrap();
    assert_eq!(disk.calls, CALLS);
}

#[test]
fn each_call_fails_once() {
    let says = [
        ("create", "cannot create a temporary file in "),
        ("write", "cannot write a temporary file for "),
        ("permit", "cannot keep the permissions of "),
        ("sync", "cannot sync a temporary file for "),
        ("rename", "cannot replace "),
        ("sync_folder", "cannot sync the folder "),
    ];
    for (at, call) in CALLS.iter().enumerate() {
        for kind in [ErrorKind::StorageFull, ErrorKind::PermissionDenied] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("file");
            frame::save(&path, OLD).unwrap();
            let error = save(&mut Faulty::new(at, Instead::Fail(kind)), &path).unwrap_err();

            let now = frame::load::<String>(&path).unwrap();
            assert_eq!(
                now,
                if *call == "sync_folder" { NEW } else { OLD },
                "{call}"
            );
            assert_eq!(names(folder.path()), [path], "{call}: nothing else is left");
            let text = error.to_string();
            let (_, begins) = says.iter().find(|(name, _)| name == call).unwrap();
            assert!(text.starts_with(begins), "{text}");
            assert!(text.ends_with(&format!("{call} was let fail")), "{text}");
            let FileError::Io { source, .. } = error else {
                panic!("{text}")
            };
            assert_eq!(source.kind(), kind);
        }
    }
}

#[test]
fn interrupted_writes_are_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let interrupted = Instead::Fail(ErrorKind::Interrupted);
    save(&mut Faulty::new(2, interrupted), &path).unwrap();
    assert_eq!(frame::load::<String>(&path).unwrap(), NEW);
}

#[test]
fn where_no_file_was_there_is_none_after_an_error() {
    for at in 0..6 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let full = Instead::Fail(ErrorKind::StorageFull);
        save(&mut Faulty::new(at, full), &path).unwrap_err();
        assert!(names(folder.path()).is_empty(), "{at}");
    }
}

/// Run by the test below in processes of their own.
#[test]
#[ignore = "ends the process"]
fn save_and_abort() {
    let Ok(path) = std::env::var("KILN_TEST_PATH") else {
        return;
    };
    let at = std::env::var("KILN_TEST_AT").unwrap().parse().unwrap();
    save(&mut Faulty::new(at, Instead::Abort), Path::new(&path)).unwrap();
}

#[test]
fn the_process_ends_before_each_call() {
    for (at, call) in CALLS.iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        frame::save(&path, OLD).unwrap();
        let status = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "save_and_abort", "--ignored"])
            .env("KILN_TEST_PATH", &path)
            .env("KILN_TEST_AT", at.to_string())
            .output()
            .unwrap()
            .status;
        assert!(!status.success(), "{call}: the process should have ended");
        let now = frame::load::<String>(&path).unwrap();
        assert_eq!(
            now,
            if *call == "sync_folder" { NEW } else { OLD },
            "{call}"
        );
    }
}

#[test]
fn a_full_device_says_so() {
    // A real one, where there is one: every write to it fails.
    if cfg!(target_os = "linux") && Path::new("/dev/full").exists() {
        let mut full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let error = frame::Writer::new(&mut full).write(NEW).unwrap_err();
        assert!(matches!(error, frame::StreamError::Io(_)), "{error}");
    }
}

/// A file for its owner alone, and a folder that others may look into: what is to replace the file is for
/// the owner alone from the moment that it is there, not only once it is complete.
#[cfg(unix)]
#[test]
fn nobody_reads_the_temporary_who_may_not_read_the_file() {
    use std::os::unix::fs::PermissionsExt;

    /// A disk that notes the permissions under which each byte was written.
    struct Noting(Vec<u32>);

    impl Disk for Noting {
        type Temporary = Temporary;
        fn create(&mut self, folder: &Path, old: Option<&Permissions>) -> io::Result<Temporary> {
            System.create(folder, old)
        }
        fn write(&mut self, file: &mut Temporary, bytes: &[u8]) -> io::Result<usize> {
            let mode = file.as_file().metadata()?.permissions().mode();
            self.0.push(mode & 0o777);
            System.write(file, bytes)
        }
        fn permit(&mut self, file: &mut Temporary, permissions: Permissions) -> io::Result<()> {
            System.permit(file, permissions)
        }
        fn sync(&mut self, file: &mut Temporary) -> io::Result<()> {
            System.sync(file)
        }
        fn rename(&mut self, file: Temporary, path: &Path) -> io::Result<()> {
            System.rename(file, path)
        }
        fn sync_folder(&mut self, folder: &Path) -> io::Result<()> {
            System.sync_folder(folder)
        }
    }

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret");
    for mode in [0o600, 0o400, 0o640, 0o666] {
        fs::write(&path, OLD).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        let mut disk = Noting(Vec::new());
        save_on(&mut disk, &path, NEW, Options::default(), Limits::default()).unwrap();
        assert_eq!(disk.0.len(), 1);
        assert_eq!(disk.0[0] & !mode, 0, "{:o} for {mode:o}", disk.0[0]);
        let now = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(now & 0o777, mode);
        fs::remove_file(&path).unwrap();
    }
}
