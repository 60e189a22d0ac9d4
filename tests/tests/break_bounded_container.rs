//! A type that contains itself in a container which asks its element to travel.

use kiln::{Decode, Describe, Encode, Kiln};
use kiln_tests::check::torture;

#[derive(Kiln, PartialEq, Debug)]
struct Page<T: Kiln> {
    items: Vec<T>,
}

#[derive(Kiln, PartialEq, Debug)]
struct Tree {
    leaf: u8,
    below: Page<Tree>,
}

#[derive(Kiln, PartialEq, Debug)]
struct Both<T: Encode + for<'de> Decode<'de>>(Option<Box<T>>);

#[derive(Kiln, PartialEq, Debug)]
enum Chain {
    End,
    Next(Both<Self>),
}

#[test]
fn bounds_on_the_element_are_met() {
    assert_eq!(
        Tree::SCHEMA.to_string(),
        "rec<Tree,struct{leaf:u8,below:struct{items:list<ref<Tree>>,},}>"
    );
    assert_eq!(
        Chain::SCHEMA.to_string(),
        "rec<Chain,enum{End,Next:option<ref<Chain>>,}>"
    );
    torture::<Tree>(&[1, 1, 0, 0, 0, 2, 0, 0, 0, 0]);
    torture::<Chain>(&[1, 1, 0]);
    let tree = Tree {
        leaf: 1,
        below: Page {
            items: vec![Tree {
                leaf: 2,
                below: Page { items: vec![] },
            }],
        },
    };
    let bytes = kiln::to_vec(&tree);
    assert_eq!(bytes.as_deref(), Ok(&[1, 1, 0, 0, 0, 2, 0, 0, 0, 0][..]));
}
