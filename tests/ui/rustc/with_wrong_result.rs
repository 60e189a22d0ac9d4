//! Conversions that return neither the value nor a `Result` with Kiln's error.

use kiln::Kiln;

mod celsius {
    pub type Wire = i16;
    pub fn to_wire(degrees: &f32) -> Option<i16> {
        Some(*degrees as i16)
    }
    pub fn from_wire(wire: i16) -> Option<f32> {
        Some(f32::from(wire))
    }
}

#[derive(Kiln)]
struct Reading {
    #[kiln(with = celsius)]
    degrees: f32,
}

fn main() {}
