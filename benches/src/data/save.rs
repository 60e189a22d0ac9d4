//! A game save: nested lists and options, many small structs, string ids.

use super::{borrowed, owned, rng::Rng};

owned! {
    #[derive(Copy, bincode::Encode, bincode::Decode)]
    pub enum Mode {
        Survival,
        Creative,
        Adventure,
        Spectator,
    }

    #[derive(Copy, bincode::Encode, bincode::Decode)]
    pub struct Abilities {
        pub walk_speed: f32,
        pub fly_speed: f32,
        pub may_fly: bool,
        pub flying: bool,
        pub invulnerable: bool,
        pub may_build: bool,
        pub instant: bool,
    }

    #[derive(bincode::Encode, bincode::Decode)]
    pub enum Effect {
        Speed { level: u8, ticks: u32 },
        Poison(f32),
        Glow,
        Curse { by: String, ticks: u32 },
    }

    #[derive(bincode::Encode, bincode::Decode)]
    pub struct Item {
        pub count: i8,
        pub slot: u8,
        pub id: String,
    }

    #[derive(bincode::Encode, bincode::Decode)]
    pub struct Entity {
        pub id: String,
        pub pos: (f64, f64, f64),
        pub motion: (f64, f64, f64),
        pub rotation: (f32, f32),
        pub fall: f32,
        pub fire: u16,
        pub air: u16,
        pub on_ground: bool,
        pub no_gravity: bool,
        pub invulnerable: bool,
        pub uuid: [u32; 4],
        pub custom_name: Option<String>,
        pub silent: bool,
        pub glowing: bool,
    }

    #[derive(bincode::Encode, bincode::Decode)]
    pub struct Vehicle {
        pub uuid: [u32; 4],
        pub entity: Entity,
    }

    #[derive(bincode::Encode, bincode::Decode)]
    pub struct Recipes {
        pub known: Vec<String>,
        pub shown: Vec<String>,
        pub filtering: bool,
        pub open: bool,
        pub furnace_filtering: bool,
        pub furnace_open: bool,
    }

    #[derive(bincode::Encode, bincode::Decode)]
    pub struct Player {
        pub mode: Mode,
        pub previous_mode: Option<Mode>,
        pub score: i64,
        pub dimension: String,
        pub selected_slot: u32,
        pub selected_item: Item,
        pub spawn_dimension: Option<String>,
        pub spawn: Option<(i32, i32, i32)>,
        pub spawn_forced: Option<bool>,
        pub sleep_timer: u16,
        pub food_exhaustion: f32,
        pub food_saturation: f32,
        pub food_ticks: u32,
        pub xp_level: u32,
        pub xp: f32,
        pub xp_total: i32,
        pub xp_seed: i32,
        pub inventory: Vec<Item>,
        pub ender_items: Vec<Item>,
        pub abilities: Abilities,
        pub entered_nether: Option<(f64, f64, f64)>,
        pub vehicle: Option<Vehicle>,
        pub shoulder_left: Option<Entity>,
        pub shoulder_right: Option<Entity>,
        pub effects: Vec<Effect>,
        pub seen_credits: bool,
        pub recipes: Recipes,
    }

    #[derive(bincode::Encode, bincode::Decode)]
    pub struct Save {
        pub players: Vec<Player>,
    }
}

borrowed! {
    #[derive(bincode::Encode, bincode::BorrowDecode)]
    pub enum EffectRef<'a> {
        Speed { level: u8, ticks: u32 },
        Poison(f32),
        Glow,
        Curse { #[serde(borrow)] by: &'a str, ticks: u32 },
    }

    #[derive(bincode::Encode, bincode::BorrowDecode)]
    pub struct ItemRef<'a> {
        pub count: i8,
        pub slot: u8,
        pub id: &'a str,
    }

    #[derive(bincode::Encode, bincode::BorrowDecode)]
    pub struct EntityRef<'a> {
        pub id: &'a str,
        pub pos: (f64, f64, f64),
        pub motion: (f64, f64, f64),
        pub rotation: (f32, f32),
        pub fall: f32,
        pub fire: u16,
        pub air: u16,
        pub on_ground: bool,
        pub no_gravity: bool,
        pub invulnerable: bool,
        pub uuid: [u32; 4],
        pub custom_name: Option<&'a str>,
        pub silent: bool,
        pub glowing: bool,
    }

    #[derive(bincode::Encode, bincode::BorrowDecode)]
    pub struct VehicleRef<'a> {
        pub uuid: [u32; 4],
        #[serde(borrow)]
        pub entity: EntityRef<'a>,
    }

    #[derive(bincode::Encode, bincode::BorrowDecode)]
    pub struct RecipesRef<'a> {
        #[serde(borrow)]
        pub known: Vec<&'a str>,
        #[serde(borrow)]
        pub shown: Vec<&'a str>,
        pub filtering: bool,
        pub open: bool,
        pub furnace_filtering: bool,
        pub furnace_open: bool,
    }

    #[derive(bincode::Encode, bincode::BorrowDecode)]
    pub struct PlayerRef<'a> {
        pub mode: Mode,
        pub previous_mode: Option<Mode>,
        pub score: i64,
        pub dimension: &'a str,
        pub selected_slot: u32,
        #[serde(borrow)]
        pub selected_item: ItemRef<'a>,
        pub spawn_dimension: Option<&'a str>,
        pub spawn: Option<(i32, i32, i32)>,
        pub spawn_forced: Option<bool>,
        pub sleep_timer: u16,
        pub food_exhaustion: f32,
        pub food_saturation: f32,
        pub food_ticks: u32,
        pub xp_level: u32,
        pub xp: f32,
        pub xp_total: i32,
        pub xp_seed: i32,
        #[serde(borrow)]
        pub inventory: Vec<ItemRef<'a>>,
        #[serde(borrow)]
        pub ender_items: Vec<ItemRef<'a>>,
        pub abilities: Abilities,
        pub entered_nether: Option<(f64, f64, f64)>,
        #[serde(borrow)]
        pub vehicle: Option<VehicleRef<'a>>,
        #[serde(borrow)]
        pub shoulder_left: Option<EntityRef<'a>>,
        #[serde(borrow)]
        pub shoulder_right: Option<EntityRef<'a>>,
        #[serde(borrow)]
        pub effects: Vec<EffectRef<'a>>,
        pub seen_credits: bool,
        #[serde(borrow)]
        pub recipes: RecipesRef<'a>,
    }

    #[derive(bincode::Encode, bincode::BorrowDecode)]
    pub struct SaveRef<'a> {
        #[serde(borrow)]
        pub players: Vec<PlayerRef<'a>>,
    }
}

const IDS: [&str; 10] = [
    "game:dirt",
    "game:stone",
    "game:pickaxe",
    "game:diamond_sword",
    "game:what_the_heck_is_this",
    "game:cobblestone_stairs",
    "game:torch",
    "game:bread",
    "game:enchanted_golden_apple",
    "game:acacia_log",
];
const CREATURES: [&str; 5] = [
    "game:cow",
    "game:zombie",
    "game:parrot",
    "game:horse",
    "game:boat",
];
const DIMENSIONS: [&str; 3] = ["game:overworld", "game:nether", "game:the_end"];

fn mode(rng: &mut Rng) -> Mode {
    [
        Mode::Survival,
        Mode::Creative,
        Mode::Adventure,
        Mode::Spectator,
    ][rng.below(4) as usize]
}

fn coin(rng: &mut Rng) -> bool {
    rng.one_in(2)
}

fn item(rng: &mut Rng) -> Item {
    Item {
        count: rng.below(65) as i8,
        slot: rng.below(40) as u8,
        id: rng.pick(&IDS).into(),
    }
}

fn place(rng: &mut Rng) -> (f64, f64, f64) {
    (rng.f64(10_000.0), rng.f64(256.0), rng.f64(10_000.0))
}

fn uuid(rng: &mut Rng) -> [u32; 4] {
    std::array::from_fn(|_| rng.bits() as u32)
}

fn entity(rng: &mut Rng) -> Entity {
    Entity {
        id: rng.pick(&CREATURES).into(),
        pos: place(rng),
        motion: place(rng),
        rotation: (rng.f32(360.0), rng.f32(180.0)),
        fall: rng.f32(10.0),
        fire: rng.bits() as u16,
        air: rng.bits() as u16,
        on_ground: coin(rng),
        no_gravity: coin(rng),
        invulnerable: coin(rng),
        uuid: uuid(rng),
        custom_name: rng.maybe(3, |rng| rng.word(4, 12)),
        silent: coin(rng),
        glowing: coin(rng),
    }
}

fn effect(rng: &mut Rng) -> Effect {
    match rng.below(4) {
        0 => Effect::Speed {
            level: rng.below(5) as u8,
            ticks: rng.bits() as u32,
        },
        1 => Effect::Poison(rng.f32(1.0)),
        2 => Effect::Glow,
        _ => Effect::Curse {
            by: rng.word(4, 12),
            ticks: rng.bits() as u32,
        },
    }
}

fn ids(rng: &mut Rng, high: u64) -> Vec<String> {
    let n = rng.len(0, high);
    rng.list(n, |rng| rng.pick(&IDS).into())
}

fn items(rng: &mut Rng, high: u64) -> Vec<Item> {
    let n = rng.len(0, high);
    rng.list(n, item)
}

fn player(rng: &mut Rng) -> Player {
    Player {
        mode: mode(rng),
        previous_mode: rng.maybe(2, mode),
        score: rng.bits() as i64,
        dimension: rng.pick(&DIMENSIONS).into(),
        selected_slot: rng.below(9) as u32,
        selected_item: item(rng),
        spawn_dimension: rng.maybe(2, |rng| rng.pick(&DIMENSIONS).into()),
        spawn: rng.maybe(2, |rng| {
            (rng.bits() as i32, rng.bits() as i32, rng.bits() as i32)
        }),
        spawn_forced: rng.maybe(2, coin),
        sleep_timer: rng.bits() as u16,
        food_exhaustion: rng.f32(1.0),
        food_saturation: rng.f32(1.0),
        food_ticks: rng.bits() as u32,
        xp_level: rng.below(50) as u32,
        xp: rng.f32(1.0),
        xp_total: rng.bits() as i32,
        xp_seed: rng.bits() as i32,
        inventory: items(rng, 28),
        ender_items: items(rng, 20),
        abilities: Abilities {
            walk_speed: rng.f32(1.0),
            fly_speed: rng.f32(1.0),
            may_fly: coin(rng),
            flying: coin(rng),
            invulnerable: coin(rng),
            may_build: coin(rng),
            instant: coin(rng),
        },
        entered_nether: rng.maybe(2, place),
        vehicle: rng.maybe(2, |rng| Vehicle {
            uuid: uuid(rng),
            entity: entity(rng),
        }),
        shoulder_left: rng.maybe(2, entity),
        shoulder_right: rng.maybe(2, entity),
        effects: {
            let n = rng.len(0, 6);
            rng.list(n, effect)
        },
        seen_credits: coin(rng),
        recipes: Recipes {
            known: ids(rng, 30),
            shown: ids(rng, 10),
            filtering: coin(rng),
            open: coin(rng),
            furnace_filtering: coin(rng),
            furnace_open: coin(rng),
        },
    }
}

pub fn make(players: usize) -> Save {
    let mut rng = Rng::new(3);
    Save {
        players: rng.list(players, player),
    }
}
