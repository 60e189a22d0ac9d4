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

/// `musli`'s mode for types whose fields carry no names.
pub enum Packed {}

/// Types that travel by every contender. The derives of `bincode` stand on the types themselves: they do not
/// work from inside a macro.
macro_rules! owned {
    () => {};
    // Enums cannot be packed.
    ($(#[$($meta:tt)*])* pub enum $name:ident { $($body:tt)* } $($rest:tt)*) => {
        $crate::data::derived! { $(#[$($meta)*])* #[musli(mode = $crate::data::Packed)] pub enum $name { $($body)* } }
        $crate::data::owned! { $($rest)* }
    };
    ($(#[$($meta:tt)*])* pub struct $name:ident { $($body:tt)* } $($rest:tt)*) => {
        $crate::data::derived! { $(#[$($meta)*])* #[musli(mode = $crate::data::Packed, packed)] pub struct $name { $($body)* } }
        $crate::data::owned! { $($rest)* }
    };
}

macro_rules! derived {
    ($item:item) => {
        #[derive(
            Clone,
            Debug,
            PartialEq,
            kiln::Kiln,
            bitcode::Encode,
            bitcode::Decode,
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
            musli::Encode,
            musli::Decode,
        )]
        $item
    };
}

/// Types of [`owned`] that are their own bytes, so that the limit can copy them.
macro_rules! plain {
    ($($(#[$($meta:tt)*])* pub struct $name:ident { $($body:tt)* })*) => {$(
        $crate::data::owned! {
            #[derive(bytemuck::Zeroable, bytemuck::Pod)]
            $(#[$($meta)*])*
            pub struct $name { $($body)* }
        }
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

use {borrowed, derived, owned, plain};
