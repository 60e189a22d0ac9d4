//! The derive does not decide which bytes are refused and how, but it must not change it.

use kiln::{Error, Kiln, Limits};

use super::refused;

#[derive(Kiln, PartialEq, Debug)]
enum Chain {
    End,
    Next(Box<Chain>),
}

#[test]
fn depth_is_checked_before_anything_of_the_body_is_read() {
    // Two bodies are allowed and both are opened; the third is refused although its tag is not there.
    let limits = Limits::default().max_depth(2);
    assert_eq!(
        limits.from_slice::<Chain>(&[1, 0]),
        Ok(Chain::Next(Box::new(Chain::End)))
    );
    assert_eq!(limits.from_slice::<Chain>(&[1, 1]), Err(Error::Limit));
    assert_eq!(limits.from_slice::<Chain>(&[1]), Err(Error::Eof));
    let value = Chain::Next(Box::new(Chain::Next(Box::new(Chain::End))));
    assert_eq!(limits.to_vec(&value), Err(Error::Limit));
    assert_eq!(limits.max_depth(3).to_vec(&value), Ok(vec![1, 1, 0]));
}

#[test]
fn bodies_that_are_done_do_not_count() {
    // Three siblings of depth 2, with a limit of 2.
    #[derive(Kiln, PartialEq, Debug)]
    struct Wide(u8, Vec<Wide>);
    let limits = Limits::default().max_depth(2);
    let value = Wide(0, vec![Wide(1, vec![]), Wide(2, vec![]), Wide(3, vec![])]);
    let bytes = [0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0];
    assert_eq!(limits.to_vec(&value).as_deref(), Ok(&bytes[..]));
    assert_eq!(limits.from_slice::<Wide>(&bytes), Ok(value));
    // Variants give their level back too, with and without fields.
    #[derive(Kiln, PartialEq, Debug)]
    enum Tree {
        Leaf,
        One(u8),
        Both(Vec<Tree>),
    }
    let bytes = [2, 4, 0, 0, 0, 0, 1, 5, 0, 1, 6];
    let value = Tree::Both(vec![Tree::Leaf, Tree::One(5), Tree::Leaf, Tree::One(6)]);
    assert_eq!(limits.to_vec(&value).as_deref(), Ok(&bytes[..]));
    assert_eq!(limits.from_slice::<Tree>(&bytes), Ok(value));
}

#[test]
fn a_bad_tag() {
    refused::<Chain>(&[2], Error::Type);
    refused::<Chain>(&[1, 255], Error::Type);
    refused::<Chain>(&[], Error::Eof);
}
