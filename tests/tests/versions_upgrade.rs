//! `#[kiln(upgrade_from = Old)]`: chains, what is honoured where, and errors.

use kiln::{
    Describe, Error, Kiln, Limits,
    frame::{self, Options, Reader},
};
use kiln_tests::frames::{Parts, all_options};

#[derive(Kiln, Debug, PartialEq, Clone)]
struct First {
    name: String,
}

#[derive(Kiln, Debug, PartialEq, Clone)]
#[kiln(upgrade_from = First)]
struct Second {
    name: String,
    age: u8,
}

#[derive(Kiln, Debug, PartialEq, Clone)]
#[kiln(upgrade_from = Second)]
enum Third {
    Nobody,
    Person { name: String, age: u16 },
}

impl From<First> for Second {
    fn from(old: First) -> Self {
        Self {
            name: old.name,
            age: 18,
        }
    }
}

impl From<Second> for Third {
    fn from(old: Second) -> Self {
        match old.name.as_str() {
            "" => Self::Nobody,
            _ => Self::Person {
                name: old.name,
                age: old.age.into(),
            },
        }
    }
}

fn first() -> First {
    First { name: "ada".into() }
}

fn person(age: u16) -> Third {
    Third::Person {
        name: "ada".into(),
        age,
    }
}

#[test]
fn each_generation_is_read_by_the_newest() {
    for options in all_options() {
        let one = options.to_vec(&first()).unwrap();
        let two = options
            .to_vec(&Second {
                name: "ada".into(),
                age: 36,
            })
            .unwrap();
        let three = options.to_vec(&person(300)).unwrap();
        assert_eq!(frame::upgrade::<Third>(&one), Ok(person(18)));
        assert_eq!(frame::upgrade::<Third>(&two), Ok(person(36)));
        assert_eq!(frame::upgrade::<Third>(&three), Ok(person(300)));
        assert_eq!(frame::upgrade::<First>(&one), Ok(first()));
        // There is no way back.
        assert_eq!(frame::upgrade::<Second>(&three), Err(Error::Schema));
        assert_eq!(frame::upgrade::<First>(&two), Err(Error::Schema));
    }
}

#[test]
fn the_strict_path_does_not_change() {
    let one = frame::to_vec(&first()).unwrap();
    assert_eq!(frame::from_slice::<Third>(&one), Err(Error::Schema));
    assert_eq!(frame::from_prefix::<Second>(&one), Err(Error::Schema));
    let mut reader = Reader::new(&one[..]);
    let error = reader.next::<Second>().unwrap_err();
    assert_eq!(error.kiln(), Some(Error::Schema));
    // A stream of several generations is read by the bytes of its frames.
    let bytes = reader.next_bytes().unwrap().unwrap();
    assert_eq!(frame::upgrade::<Third>(bytes), Ok(person(18)));
}

#[test]
fn the_order_of_faults_is_that_of_the_older_type() {
    let mut good = Parts::of_point();
    good.type_hash = First::TYPE_HASH;
    good.body = kiln::to_vec(&first()).unwrap();
    good.text = First::SCHEMA.to_string().into_bytes();
    assert_eq!(frame::upgrade::<Third>(&good.bytes()), Ok(person(18)));
    let error = |make: fn(&mut Parts)| {
        let mut parts = good.clone();
        make(&mut parts);
        frame::upgrade::<Third>(&parts.bytes()).unwrap_err()
    };
    assert_eq!(error(|p| p.cut = Some(3)), Error::Eof);
    assert_eq!(error(|p| p.magic[0] = 0), Error::Frame);
    assert_eq!(error(|p| p.type_hash = 0), Error::Schema);
    assert_eq!(error(|p| p.cut = Some(64)), Error::Eof);
    assert_eq!(error(|p| p.checksum_error = 1), Error::Frame);
    assert_eq!(
        error(|p| p.text = Third::SCHEMA.to_string().into()),
        Error::Schema
    );
    assert_eq!(error(|p| p.body[4] = 0xff), Error::Utf8);
    assert_eq!(error(|p| p.body.push(0)), Error::Trailing);
    assert_eq!(error(|p| p.trailing.push(0)), Error::Trailing);
}

#[test]
fn limits_hold_on_upgrades() {
    let one = frame::to_vec(&first()).unwrap();
    let two = Limits::default().max_count(2);
    assert_eq!(two.frame_upgrade::<Third>(&one), Err(Error::Limit));
    let none = Limits::default().max_alloc(0);
    assert_eq!(none.frame_upgrade::<Third>(&one), Err(Error::Limit));
}

#[test]
fn older_types_may_borrow_be_generic_or_be_no_struct_of_ours() {
    #[derive(Kiln, Debug, PartialEq)]
    #[kiln(upgrade_from = (&'a str, T))]
    struct Named<'a, T> {
        name: &'a str,
        value: T,
        note: Option<&'a str>,
    }
    impl<'a, T> From<(&'a str, T)> for Named<'a, T> {
        fn from((name, value): (&'a str, T)) -> Self {
            Self {
                name,
                value,
                note: None,
            }
        }
    }
    let old = frame::to_vec(&("half", 0.5f64)).unwrap();
    let named: Named<'_, f64> = frame::upgrade(&old).unwrap();
    assert_eq!((named.name, named.value, named.note), ("half", 0.5, None));
    assert!(old.as_ptr_range().contains(&named.name.as_ptr()));
}

#[test]
fn a_type_without_older_ones_is_read_as_ever() {
    let bytes = Options::default().to_vec("text").unwrap();
    assert_eq!(frame::upgrade::<&str>(&bytes), Ok("text"));
    assert_eq!(frame::upgrade::<u32>(&bytes), Err(Error::Schema));
}
