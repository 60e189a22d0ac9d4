//! Files: what is saved is loaded, what a file may hold instead, links, permissions, mappings.

use kiln::{
    Error, Limits,
    frame::{self, FileError, Mapped, Options},
};
use kiln_tests::frames::{Parts, Point, all_options, point};
use std::{fs, io::ErrorKind, path::Path};

fn load_error(path: &Path) -> Error {
    let error = frame::load::<Point>(path).unwrap_err();
    let text = error.to_string();
    let kiln = error.kiln().expect("an error of the format");
    assert!(text.contains(kiln.name()), "{text}");
    assert!(text.contains(&path.display().to_string()), "{text}");
    kiln
}

#[test]
fn what_is_saved_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("point");
    for options in all_options() {
        options.save(&path, &point()).unwrap();
        assert_eq!(fs::read(&path).unwrap(), options.to_vec(&point()).unwrap());
        assert_eq!(frame::load::<Point>(&path).unwrap(), point());
    }
    let names = fs::read_dir(&folder).unwrap();
    assert_eq!(names.count(), 1, "no temporary file is left");
}

#[test]
fn a_file_in_the_current_folder_has_no_folder_in_its_path() {
    // The folder of `name` is `.`; where it cannot be written to, the error says so.
    let name = format!("kiln-test-{}.kiln", std::process::id());
    frame::save(&name, &1u8).unwrap();
    let loaded = frame::load::<u8>(&name);
    fs::remove_file(&name).unwrap();
    assert_eq!(loaded.unwrap(), 1);
}

#[test]
fn faults_of_a_file_in_the_order_of_a_frame() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("point");
    fs::write(&path, []).unwrap();
    assert_eq!(load_error(&path), Error::Eof);
    let whole = Parts::of_point().bytes();
    for cut in [1, 63, 64, whole.len() - 1] {
        fs::write(&path, &whole[..cut]).unwrap();
        assert_eq!(load_error(&path), Error::Eof);
    }
    let mut long = whole.clone();
    long.push(0);
    fs::write(&path, &long).unwrap();
    assert_eq!(load_error(&path), Error::Trailing);
    // The value comes before what follows the frame.
    let mut parts = Parts::of_point();
    parts.body[12] = 0xff;
    parts.trailing = vec![0; 1000];
    fs::write(&path, parts.bytes()).unwrap();
    assert_eq!(load_error(&path), Error::Utf8);
    frame::save(&path, "text").unwrap();
    assert_eq!(load_error(&path), Error::Schema);
    let mut hostile = Parts::of_point();
    hostile.body_bytes = Some(1 << 50);
    fs::write(&path, hostile.bytes()).unwrap();
    assert_eq!(load_error(&path), Error::Eof);
}

#[test]
fn no_file_is_an_error_of_the_system() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nothing");
    let error = frame::load::<Point>(&path).unwrap_err();
    let FileError::Io { source, action, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!((source.kind(), *action), (ErrorKind::NotFound, "open"));
    assert!(error.to_string().starts_with("cannot open `"), "{error}");

    let error = frame::save(path.join("deeper"), &point()).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("cannot create a temporary file in `"),
        "{error}"
    );
}

#[test]
fn limits_hold_on_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list");
    let list = vec![1u8; 10];
    let nine = Limits::default().max_count(9);
    frame::save(&path, "old").unwrap();
    let refused = nine.frame_save(&path, &list, Options::default());
    assert_eq!(refused.unwrap_err().kiln(), Some(Error::Limit));
    assert_eq!(frame::load::<String>(&path).unwrap(), "old");
    frame::save(&path, &list).unwrap();
    let refused = nine.frame_load::<Vec<u8>>(&path);
    assert_eq!(refused.unwrap_err().kiln(), Some(Error::Limit));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_permissions_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = folder.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    let file = elsewhere.join("file");
    let plain = elsewhere.join("plain");
    let link = folder.path().join("link");
    symlink(&file, &link).unwrap();
    fs::write(&file, "old").unwrap();
    fs::write(&plain, "made by the process").unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;

    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    frame::save(&link, &point()).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(frame::load::<Point>(&file).unwrap(), point());
    assert_eq!(mode(&file), 0o640);

    let new = folder.path().join("new");
    frame::save(&new, &point()).unwrap();
    assert_eq!(mode(&new), mode(&plain), "a new file is like any other");
}

/// A link may lead to a file that is not there yet. A plain write makes the file; so does a save, and the
/// link stays a link.
#[cfg(unix)]
#[test]
fn a_link_to_a_file_that_is_not_there_stays_a_link() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("data")).unwrap();
    // Through two links, both relative.
    symlink("data/second", at("first")).unwrap();
    symlink("file", at("data/second")).unwrap();
    frame::save(at("first"), &point()).unwrap();
    for link in ["first", "data/second"] {
        let metadata = fs::symlink_metadata(at(link)).unwrap();
        assert!(metadata.is_symlink(), "{link}");
    }
    assert_eq!(frame::load::<Point>(at("data/file")).unwrap(), point());

    // In a circle there is no file.
    symlink("b", at("a")).unwrap();
    symlink("a", at("b")).unwrap();
    frame::save(at("a"), &point()).unwrap_err();
    assert!(fs::symlink_metadata(at("a")).unwrap().is_symlink());
}

/// A device is not a file that could be replaced, and what reads it would find it gone.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_replaced() {
    use std::os::unix::{fs::FileTypeExt, net::UnixListener};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let _socket = UnixListener::bind(&path).unwrap();
    for path in [&path, folder.path()] {
        let error = frame::save(path, &point()).unwrap_err().to_string();
        assert!(error.ends_with("not a regular file"), "{error}");
    }
    assert!(fs::metadata(&path).unwrap().file_type().is_socket());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn names_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(std::ffi::OsStr::from_bytes(b"\xff\xfe"));
    frame::save(&path, &point()).unwrap();
    assert_eq!(frame::load::<Point>(&path).unwrap(), point());
}

/// Whoever loads while others save finds one of the files, whole.
#[test]
fn savers_and_loaders_of_one_path_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    let path = &folder.path().join("file");
    let value = |i: u8| vec![i; 10_000 + usize::from(i)];
    frame::save(path, &value(0)).unwrap();
    std::thread::scope(|scope| {
        for i in 1..4 {
            scope.spawn(move || (0..10).for_each(|_| frame::save(path, &value(i)).unwrap()));
        }
        for _ in 0..100 {
            let found = frame::load::<Vec<u8>>(path).unwrap();
            assert_eq!(found, value(found[0]));
        }
    });
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_mapping_borrows_and_outlives_the_next_save() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text");
    frame::save(&path, "the first text").unwrap();
    // SAFETY: the file is not changed; the save below puts another one in its place.
    let map = unsafe { Mapped::open(&path) }.unwrap();
    let text: &str = map.get().unwrap();
    assert!(map.bytes().as_ptr_range().contains(&text.as_ptr()));
    assert_eq!(map.bytes().as_ptr().addr() % 64, 0, "bodies are aligned");

    frame::save(&path, "the second").unwrap();
    assert_eq!(
        (text, map.get::<&str>()),
        ("the first text", Ok("the first text"))
    );
    assert_eq!(frame::load::<String>(&path).unwrap(), "the second");
    assert_eq!(map.get::<u8>(), Err(Error::Schema));
    let few = Limits::default().max_count(3);
    assert_eq!(map.get_within::<&str>(few), Err(Error::Limit));
}

#[test]
fn an_empty_file_maps_and_is_no_frame() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("empty");
    fs::write(&path, []).unwrap();
    // SAFETY: nothing changes the file.
    let map = unsafe { Mapped::open(&path) }.unwrap();
    assert_eq!(map.get::<u8>(), Err(Error::Eof));
    // SAFETY: there is no file.
    let none = unsafe { Mapped::open(folder.path().join("none")) };
    assert!(none.unwrap_err().to_string().starts_with("cannot open `"));
}

#[test]
fn tensors_in_front_are_aligned_in_the_mapping() {
    use kiln::tensor::{NewTensor, Tensors, TensorsBuilder};
    #[derive(kiln::Kiln)]
    struct Model<'a> {
        weights: Tensors<'a>,
        name: &'a str,
    }
    let numbers: Vec<f32> = (0..100u16).map(f32::from).collect();
    let block = TensorsBuilder::new()
        .add(NewTensor::from_slice("bias", &[3], &[1.0f32, 2.0, 3.0]))
        .add(NewTensor::from_slice("weight", &[10, 10], &numbers))
        .to_vec()
        .unwrap();
    let model = Model {
        weights: Tensors::from_slice(&block).unwrap(),
        name: "a model",
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model");
    frame::save(&path, &model).unwrap();

    // SAFETY: nothing changes the file.
    let map = unsafe { Mapped::open(&path) }.unwrap();
    let mapped: Model<'_> = map.get().unwrap();
    assert_eq!(mapped.name, "a model");
    for name in ["bias", "weight"] {
        let tensor = mapped.weights.get(name).unwrap();
        let data = tensor.data();
        assert!(
            map.bytes().as_ptr_range().contains(&data.as_ptr()),
            "{name} is borrowed"
        );
        assert_eq!(data.as_ptr().addr() % 64, 0, "{name} is aligned");
        assert!(
            tensor.as_slice::<f32>().is_some(),
            "{name} is read in place"
        );
    }
    let weight = mapped.weights.get("weight").unwrap();
    assert_eq!(weight.as_slice::<f32>(), Some(&numbers[..]));
}
