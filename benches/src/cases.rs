//! Everything that can be measured.

use crate::{
    Case,
    data::{
        lists,
        log::{self, Log, LogRef},
        maps::{self, Hashed, Sorted},
        mesh::{self, Mesh},
        save::{self, Save, SaveRef},
        tiny::{self, Event, Reading},
        tree::{self, Node},
        world::{self, World},
    },
    tensors,
    ways::{borrowed, owned},
};

/// A name, and what makes the case at so many percent of its size.
type Entry = (&'static str, fn(usize) -> Case);

/// All cases, in the order of the report. The number is their size in percent.
pub const CASES: &[Entry] = &[
    ("log", log),
    ("mesh", mesh),
    ("save", save),
    ("world", world),
    ("readings", readings),
    ("events", events),
    ("hashmap", hashmap),
    ("btreemap", btreemap),
    ("tree", tree),
    ("strings", strings),
    ("bools", bools),
    ("options", options),
    ("tensors", tensors::case),
];

fn one<T>(value: T) -> &'static [T] {
    vec![value].leak()
}

fn log(percent: usize) -> Case {
    let mut case = Case::new(
        "log",
        "10,000 web log records: an address, 4 strings, u16, u64",
    );
    let values = one(log::make(scaled(10_000, percent)));
    owned!(case, values, Log, [wincode speedy bincode borsh postcard bitcode rkyv savefile musli musli_packed]);
    borrowed!(case, values, Log, LogRef<'static>);
    case
}

fn mesh(percent: usize) -> Case {
    let mut case = Case::new("mesh", "125,000 triangles of 12 f32 in nested structs");
    let values = one(mesh::make(scaled(125_000, percent)));
    let plain = bytemuck::cast_slice(&values[0].triangles);
    owned!(case, values, Mesh, plain(plain), [wincode speedy bincode borsh postcard bitcode rkyv savefile musli musli_packed]);
    case
}

fn save(percent: usize) -> Case {
    let mut case = Case::new(
        "save",
        "500 players: nested lists, options, enums, string ids",
    );
    let values = one(save::make(scaled(500, percent)));
    owned!(case, values, Save, [wincode speedy bincode borsh postcard bitcode rkyv savefile musli]);
    borrowed!(case, values, Save, SaveRef<'static>);
    case
}

fn world(percent: usize) -> Case {
    let mut case = Case::new(
        "world",
        "1,000 updates: bools, small integers, options of enums, pairs of f32",
    );
    let values = one(world::make(scaled(1_000, percent)));
    owned!(case, values, World, [wincode speedy bincode borsh postcard bitcode rkyv savefile musli]);
    case
}

fn readings(percent: usize) -> Case {
    let mut case = Case::new(
        "readings",
        "1,000 messages of 26 bytes of fixed size, one at a time",
    );
    let values = tiny::readings(scaled(1_000, percent)).leak();
    owned!(case, values, Reading, [wincode speedy bincode borsh postcard bitcode rkyv savefile musli musli_packed]);
    case
}

fn events(percent: usize) -> Case {
    let mut case = Case::new(
        "events",
        "1,000 messages of an enum with text, one at a time",
    );
    let values = tiny::events(scaled(1_000, percent)).leak();
    owned!(case, values, Event, [wincode speedy bincode borsh postcard bitcode rkyv savefile musli musli_packed]);
    case
}

fn hashmap(percent: usize) -> Case {
    let mut case = Case::new("hashmap", "HashMap of 10,000 string keys");
    let values = one(maps::hashed(scaled(10_000, percent)));
    owned!(case, values, Hashed, [wincode speedy bincode borsh postcard bitcode rkyv savefile musli musli_packed]);
    case
}

fn btreemap(percent: usize) -> Case {
    let mut case = Case::new("btreemap", "BTreeMap of 10,000 string keys");
    let values = one(maps::sorted(scaled(10_000, percent)));
    owned!(case, values, Sorted, [wincode speedy bincode borsh postcard bitcode rkyv savefile musli musli_packed]);
    case
}

fn tree(percent: usize) -> Case {
    let mut case = Case::new("tree", "a tree of 5,000 nodes, 101 deep");
    let values = one(tree::make(scaled(10, percent)));
    owned!(case, values, Node, [wincode speedy bincode borsh postcard rkyv savefile]);
    case
}

fn strings(percent: usize) -> Case {
    let mut case = Case::new("strings", "Vec<String> of 10,000");
    let values = one(lists::strings(scaled(10_000, percent)));
    owned!(case, values, Vec<String>, [wincode speedy bincode borsh postcard bitcode rkyv savefile musli musli_packed]);
    borrowed!(case, values, Vec<String>, Vec<&'static str>);
    case
}

fn bools(percent: usize) -> Case {
    let mut case = Case::new("bools", "Vec<bool> of 100,000");
    let values = one(lists::bools(scaled(100_000, percent)));
    let plain = bytemuck::cast_slice(&values[0]);
    owned!(case, values, Vec<bool>, plain(plain), [wincode speedy bincode borsh postcard bitcode rkyv savefile musli musli_packed]);
    case
}

fn options(percent: usize) -> Case {
    let mut case = Case::new("options", "Vec<Option<u32>> of 100,000");
    let values = one(lists::options(scaled(100_000, percent)));
    owned!(case, values, Vec<Option<u32>>, [wincode speedy bincode borsh postcard bitcode rkyv savefile musli]);
    case
}

/// The size in percent: 100 is as the case says.
fn scaled(size: usize, percent: usize) -> usize {
    (size * percent / 100).max(1)
}
