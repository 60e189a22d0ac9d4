//! Messages of 20 to 60 bytes, each on its own.

use super::{owned, rng::Rng};

owned! {
    #[derive(Copy, bincode::Encode, bincode::Decode)]
    pub enum Unit {
        Celsius,
        Pascal,
        Percent,
        Volt,
    }

    #[derive(bincode::Encode, bincode::Decode)]
    pub struct Reading {
        pub sensor: u32,
        pub time: u64,
        pub unit: Unit,
        pub low: f32,
        pub value: f32,
        pub high: f32,
        pub valid: bool,
    }

    #[derive(bincode::Encode, bincode::Decode)]
    pub enum Event {
        Join { user: u64, name: String },
        Say { user: u64, room: u32, text: String },
        Move { user: u64, x: f32, y: f32, z: f32 },
    }
}

pub fn readings(n: usize) -> Vec<Reading> {
    Rng::new(10).list(n, |rng| Reading {
        sensor: rng.bits() as u32,
        time: rng.bits(),
        unit: [Unit::Celsius, Unit::Pascal, Unit::Percent, Unit::Volt][rng.below(4) as usize],
        low: rng.f32(100.0),
        value: rng.f32(100.0),
        high: rng.f32(100.0),
        valid: rng.one_in(2),
    })
}

pub fn events(n: usize) -> Vec<Event> {
    Rng::new(11).list(n, |rng| {
        let user = rng.bits();
        match rng.below(3) {
            0 => Event::Join {
                user,
                name: rng.word(8, 24),
            },
            1 => Event::Say {
                user,
                room: rng.bits() as u32,
                text: rng.word(4, 40),
            },
            _ => Event::Move {
                user,
                x: rng.f32(9.0),
                y: rng.f32(9.0),
                z: rng.f32(9.0),
            },
        }
    })
}
