//! Updates of a multiplayer world: small integers, bools, options of enums, few strings.

use super::{owned, rng::Rng};

owned! {
    #[derive(Copy, bincode::Encode, bincode::Decode)]
    pub enum Stance {
        Stand,
        Crouch,
        Prone,
        Swim,
    }

    #[derive(Copy, bincode::Encode, bincode::Decode)]
    pub enum Order {
        Hold,
        Move { to: (f32, f32) },
        Follow(u16),
        Attack { target: u16, weapon: u8 },
    }

    #[derive(Copy, bincode::Encode, bincode::Decode)]
    pub struct Slot {
        pub item: u16,
        pub count: u8,
    }

    #[derive(bincode::Encode, bincode::Decode)]
    pub struct Actor {
        pub id: u16,
        pub position: (f32, f32),
        pub velocity: Option<(f32, f32)>,
        pub health: u8,
        pub alive: bool,
        pub stance: Option<Stance>,
        pub order: Option<Order>,
        pub slots: Vec<Option<Slot>>,
        pub visible_to: Vec<bool>,
    }

    #[derive(bincode::Encode, bincode::Decode)]
    pub struct Update {
        pub tick: u32,
        pub explored: Vec<bool>,
        pub hits: Vec<u16>,
        pub terrain: Vec<u8>,
        pub actors: Vec<Actor>,
        pub message: Option<String>,
    }

    #[derive(bincode::Encode, bincode::Decode)]
    pub struct World {
        pub updates: Vec<Update>,
    }
}

fn pair(rng: &mut Rng) -> (f32, f32) {
    (rng.f32(1000.0), rng.f32(1000.0))
}

fn order(rng: &mut Rng) -> Order {
    match rng.below(4) {
        0 => Order::Hold,
        1 => Order::Move { to: pair(rng) },
        2 => Order::Follow(rng.bits() as u16),
        _ => Order::Attack {
            target: rng.bits() as u16,
            weapon: rng.below(9) as u8,
        },
    }
}

fn actor(rng: &mut Rng) -> Actor {
    Actor {
        id: rng.bits() as u16,
        position: pair(rng),
        velocity: rng.maybe(2, pair),
        health: rng.below(101) as u8,
        alive: !rng.one_in(8),
        stance: rng.maybe(2, |rng| {
            [Stance::Stand, Stance::Crouch, Stance::Prone, Stance::Swim][rng.below(4) as usize]
        }),
        order: rng.maybe(2, order),
        slots: {
            let n = rng.len(0, 8);
            rng.list(n, |rng| {
                rng.maybe(2, |rng| Slot {
                    item: rng.bits() as u16,
                    count: rng.below(64) as u8,
                })
            })
        },
        visible_to: rng.list(16, |rng| rng.one_in(2)),
    }
}

pub fn make(updates: usize) -> World {
    let mut rng = Rng::new(4);
    let updates = rng.list(updates, |rng| Update {
        tick: rng.bits() as u32,
        explored: rng.list(64, |rng| rng.one_in(2)),
        hits: {
            let n = rng.len(0, 24);
            rng.list(n, |rng| rng.bits() as u16)
        },
        terrain: {
            let n = rng.len(100, 300);
            rng.list(n, |rng| rng.bits() as u8)
        },
        actors: {
            let n = rng.len(4, 16);
            rng.list(n, actor)
        },
        message: rng.maybe(8, |rng| rng.word(4, 40)),
    });
    World { updates }
}
