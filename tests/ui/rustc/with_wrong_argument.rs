//! A `to_wire` that takes the field by value, and a `from_wire` that takes a reference.

use kiln::Kiln;

mod celsius {
    pub type Wire = i16;
    pub fn to_wire(degrees: f32) -> i16 {
        degrees as i16
    }
    pub fn from_wire(wire: &i16) -> f32 {
        f32::from(*wire)
    }
}

#[derive(Kiln)]
struct Reading {
    #[kiln(with = celsius)]
    degrees: f32,
}

fn main() {}
