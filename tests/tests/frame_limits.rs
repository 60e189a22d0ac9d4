//! Limits at each entry point of frames, frames back to back, and types that have no text.

#![recursion_limit = "1024"]

use kiln::{Describe, Error, Limits, frame, frame::Options};
use kiln_tests::frames::{Parts, all_options, point, read_point};

#[test]
fn the_cap_holds_both_ways() {
    let list = vec![7u8; 10];
    let nine = Limits::default().max_count(9);
    let ten = Limits::default().max_count(10);
    for options in all_options() {
        // The text `list<u8>` is 8 bytes long.
        let bytes = ten.frame_to_vec(&list, options).unwrap();
        assert_eq!(nine.frame_to_vec(&list, options), Err(Error::Limit));
        assert_eq!(ten.frame_from_slice(&bytes), Ok(list.clone()));
        assert_eq!(nine.frame_from_slice::<Vec<u8>>(&bytes), Err(Error::Limit));
        assert_eq!(nine.frame_from_prefix::<Vec<u8>>(&bytes), Err(Error::Limit));
    }
}

#[test]
fn the_cap_holds_for_the_schema_text() {
    let options = Options {
        schema: true,
        checksum: true,
    };
    let three = Limits::default().max_count(3);
    let two = Limits::default().max_count(2);
    let bytes = three.frame_to_vec(&1u16, options).unwrap();
    assert_eq!(two.frame_to_vec(&1u16, options), Err(Error::Limit));
    assert_eq!(three.frame_from_slice(&bytes), Ok(1u16));
    assert_eq!(two.frame_from_slice::<u16>(&bytes), Err(Error::Limit));
    // Without the text the cap has nothing to say about it.
    assert!(two.frame_to_vec(&1u16, Options::default()).is_ok());
}

#[test]
fn the_budget_holds() {
    let bytes = frame::to_vec(&vec![7u64; 10]).unwrap();
    let eighty = Limits::default().max_alloc(80);
    assert!(eighty.frame_from_slice::<Vec<u64>>(&bytes).is_ok());
    let less = Limits::default().max_alloc(79);
    assert_eq!(less.frame_from_slice::<Vec<u64>>(&bytes), Err(Error::Limit));
}

#[test]
fn the_depth_holds_both_ways() {
    #[derive(kiln::Kiln, Debug, PartialEq)]
    struct Chain {
        next: Option<Box<Chain>>,
    }
    let chain = (0..9).fold(Chain { next: None }, |next, _| Chain {
        next: Some(Box::new(next)),
    });
    let ten = Limits::default().max_depth(10);
    let nine = Limits::default().max_depth(9);
    let bytes = ten.frame_to_vec(&chain, Options::default()).unwrap();
    assert_eq!(
        nine.frame_to_vec(&chain, Options::default()),
        Err(Error::Limit)
    );
    assert_eq!(ten.frame_from_slice(&bytes), Ok(chain));
    assert_eq!(nine.frame_from_slice::<Chain>(&bytes), Err(Error::Limit));
}

#[test]
fn frames_one_after_another() {
    let mut bytes = Vec::new();
    for (i, options) in (0u32..).zip(all_options()) {
        options.encode_into(&i, &mut bytes).unwrap();
    }
    let mut rest = &bytes[..];
    for i in 0u32..4 {
        let (value, behind) = frame::from_prefix::<u32>(rest).unwrap();
        assert_eq!(value, i);
        rest = behind;
    }
    assert!(rest.is_empty());
    assert_eq!(frame::from_slice::<u32>(&bytes), Err(Error::Trailing));
    assert_eq!(frame::from_prefix::<u32>(rest), Err(Error::Eof));
}

#[test]
fn a_frame_of_no_value_is_a_frame() {
    for options in all_options() {
        let bytes = options.to_vec(&()).unwrap();
        assert_eq!(frame::from_slice::<()>(&bytes), Ok(()));
    }
}

#[test]
fn a_type_nested_too_deep_for_a_text_travels_without() {
    /// `Deep<N>` is `N` options around a `u8`.
    macro_rules! deep {
        ($ty:ty;) => { $ty };
        ($ty:ty; 8 $($rest:tt)*) => {
            deep!(Option<Option<Option<Option<Option<Option<Option<Option<$ty>>>>>>>>; $($rest)*)
        };
        ($ty:ty; 1 $($rest:tt)*) => { deep!(Option<$ty>; $($rest)*) };
    }
    type Last = deep!(u8; 8 8 8 8 8 8 8 1 1 1 1 1 1 1);
    type Beyond = Option<Last>;
    assert_eq!(Last::SCHEMA.to_string().matches('<').count(), 63);
    let text = Options {
        schema: true,
        checksum: true,
    };

    let bytes = text
        .to_vec(&None::<deep!(u8; 8 8 8 8 8 8 8 1 1 1 1 1 1)>)
        .unwrap();
    assert_eq!(frame::from_slice::<Last>(&bytes), Ok(None));
    let value: Beyond = None;
    assert_eq!(text.to_vec(&value), Err(Error::Schema));
    let bytes = frame::to_vec(&value).unwrap();
    assert_eq!(frame::from_slice::<Beyond>(&bytes), Ok(None));

    // Nor can such a text be read, even where it is the type's own.
    let mut parts = Parts::of_point();
    parts.type_hash = Beyond::TYPE_HASH;
    parts.body = vec![0];
    parts.text = Beyond::SCHEMA.to_string().into_bytes();
    assert_eq!(
        frame::from_slice::<Beyond>(&parts.bytes()),
        Err(Error::Schema)
    );
}

#[test]
fn the_header_alone_tells_another_type() {
    let bytes = frame::to_vec(&point()).unwrap();
    assert_eq!(frame::from_slice::<u8>(&bytes[..64]), Err(Error::Schema));
    assert_eq!(read_point(&bytes[..64]), Err(Error::Eof));
}
