//! The data: one set of types that derives the traits of every crate, and values from fixed seeds.

pub mod lists;
pub mod log;
pub mod maps;
pub mod mesh;
pub mod rng;
pub mod save;
pub mod tiny;
pub mod tree;
pub mod world;

/// Types that travel by every contender. The derives of `bincode` stand on the types themselves: they do not
/// work from inside a macro.
macro_rules! owned {
    ($($item:item)*) => {$(
        #[derive(
            Clone, Debug, PartialEq,
            kiln::Kiln,
            bitcode::Encode, bitcode::Decode,
            borsh::BorshSerialize, borsh::BorshDeserialize,
            rkyv::Archive, rkyv::Serialize, rkyv::Deserialize,
            serde::Serialize, serde::Deserialize,
            speedy::Readable, speedy::Writable,
            wincode::SchemaRead, wincode::SchemaWrite,
            savefile::prelude::Savefile,
            musli::Encode, musli::Decode,
        )]
        $item
    )*};
}

/// Types that borrow their text from the input, for the contenders that can.
macro_rules! borrowed {
    ($($item:item)*) => {$(
        #[derive(
            Clone, Debug, PartialEq,
            kiln::Kiln,
            bitcode::Encode, bitcode::Decode,
            serde::Serialize, serde::Deserialize,
            speedy::Readable, speedy::Writable,
            wincode::SchemaRead, wincode::SchemaWrite,
        )]
        $item
    )*};
}

use {borrowed, owned};
