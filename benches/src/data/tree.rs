//! A deep tree: a type that contains itself.

use super::rng::Rng;

/// `bitcode` has no such types, `musli` reads 128 levels at most, and a node is two of them, and `rkyv` wants its bounds by hand.
#[derive(
    Clone,
    Debug,
    PartialEq,
    kiln::Kiln,
    bincode::Encode,
    bincode::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
    serde::Serialize,
    serde::Deserialize,
    speedy::Readable,
    speedy::Writable,
    wincode::SchemaRead,
    wincode::SchemaWrite,
    savefile::prelude::Savefile,
)]
#[rkyv(serialize_bounds(
    __S: rkyv::ser::Writer + rkyv::ser::Allocator,
    __S::Error: rkyv::rancor::Source,
))]
#[rkyv(deserialize_bounds(__D::Error: rkyv::rancor::Source))]
#[rkyv(bytecheck(bounds(__C: rkyv::validation::ArchiveContext, __C::Error: rkyv::rancor::Source)))]
pub struct Node {
    pub value: u64,
    pub name: String,
    #[rkyv(omit_bounds)]
    pub children: Vec<Node>,
}

fn node(rng: &mut Rng, children: Vec<Node>) -> Node {
    Node {
        value: rng.bits(),
        name: rng.word(2, 12),
        children,
    }
}

/// A spine of 100 nodes, each with leaves beside the next one, `combs` times.
pub fn make(combs: usize) -> Node {
    let mut rng = Rng::new(6);
    let combs = rng.list(combs, |rng| {
        let mut below = node(rng, Vec::new());
        for _ in 0..100 {
            let mut children = rng.list(4, |rng| node(rng, Vec::new()));
            children.push(below);
            below = node(rng, children);
        }
        below
    });
    node(&mut rng, combs)
}
