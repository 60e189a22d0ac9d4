//! The types of the standard library, one file per family; docs/types.md is their table.
//!
//! Types of other crates, each behind a feature that names the crate and its major version, are in
//! [`ext`].

mod arrays;
mod cow;
mod ext;
mod keyed;
mod maps;
mod net;
mod options;
#[cfg(feature = "std")]
mod paths;
mod pointers;
mod ranges;
mod scalars;
mod sequences;
mod sets;
mod strings;
mod time;
mod tuples;

/// `Describe`, `Encode` and `Decode` of a type that travels as another one: `via!(Type as Wire)`,
/// with a function each way.
macro_rules! via {
    (
        $(#[$attr:meta])*
        [$($generics:tt)*] $type:ty as $wire:ty,
        |$value:ident| $to:expr,
        |$back:ident| $from:expr
    ) => {
        $(#[$attr])*
        impl<$($generics)*> $crate::Describe for $type {
            const SCHEMA: &'static $crate::Schema = <$wire as $crate::Describe>::SCHEMA;
        }
        $(#[$attr])*
        impl<$($generics)*> $crate::Encode for $type {
            #[inline]
            fn encode(&self, w: &mut $crate::Writer<'_>) -> Result<(), $crate::Error> {
                let $value = self;
                let wire: $wire = $to;
                $crate::Encode::encode(&wire, w)
            }
            #[inline]
            fn encoded_size(&self) -> usize {
                const {
                    match $crate::private::fixed::<Self>() {
                        Some(size) => size,
                        None => panic!("only for types of one size"),
                    }
                }
            }
        }
        $(#[$attr])*
        impl<'de, $($generics)*> $crate::Decode<'de> for $type {
            #[inline]
            fn decode(r: &mut $crate::Reader<'de>) -> Result<Self, $crate::Error> {
                let $back = match <$wire as $crate::Decode<'de>>::decode(r) {
                    Ok(wire) => wire,
                    Err(error) => return Err(error),
                };
                $from
            }
        }
    };
}
use via;
