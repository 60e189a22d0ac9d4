//! The data of the benches, with the derive of Kiln alone.

macro_rules! types {
    ($($item:item)*) => {$(
        #[derive(Clone, Debug, PartialEq, kiln::Kiln)]
        $item
    )*};
}
use {types as borrowed, types as owned, types as plain};

#[path = "../../src/data/lists.rs"]
pub mod lists;
#[path = "../../src/data/log.rs"]
pub mod log;
#[expect(dead_code, reason = "a table with the order of std's hasher would be counted anew each time")]
#[path = "../../src/data/maps.rs"]
pub mod maps;
#[path = "../../src/data/mesh.rs"]
pub mod mesh;
#[path = "../../src/data/rng.rs"]
mod rng;
#[path = "../../src/data/save.rs"]
pub mod save;
#[path = "../../src/data/tiny.rs"]
pub mod tiny;
#[path = "../../src/data/world.rs"]
pub mod world;
