//! A crate that calls another one `core`: what is known of memory comes from the compiler all the same.

#![forbid(unsafe_code)]

#[allow(unused_extern_crates, reason = "the name is what counts")]
extern crate self as core;

pub mod mem {
    //! What generated code would find under `::core::mem`: sizes and offsets that are wrong.

    /// Four, for every type.
    pub const fn size_of<T>() -> usize {
        4
    }

    #[allow(unused_macros, reason = "generated code must not find it")]
    macro_rules! offsets {
        (Self, flag) => {
            0
        };
        (Self, number) => {
            4
        };
    }
    #[allow(unused_imports, reason = "generated code must not find it")]
    pub(crate) use offsets as offset_of;
}

use kiln::Kiln;

#[derive(Kiln, Clone, PartialEq, Debug)]
struct Padded {
    flag: u8,
    number: u32,
}

#[test]
fn padding_is_no_wire_image() {
    assert_eq!(mem::size_of::<u8>(), 4);
    let items = vec![Padded { flag: 1, number: 2 }; 2];
    let bytes = [2, 0, 0, 0, 1, 2, 0, 0, 0, 1, 2, 0, 0, 0];
    assert_eq!(kiln::to_vec(&items).as_deref(), Ok(&bytes[..]));
    assert_eq!(kiln::from_slice::<Vec<Padded>>(&bytes), Ok(items));
}
