//! One case and mode, once, for callgrind to count: `kiln-counts log encode`. Without arguments, what there is.
//! The script `run` beside this package drives it.

mod data;

use data::{
    lists,
    log::{self, LogRef},
    maps, mesh,
    save::{self, SaveRef},
    tiny, world,
};
use kiln::{
    Decode, Encode,
    tensor::{NewTensor, Tensors, TensorsBuilder},
};
use std::{
    collections::{BTreeMap, HashMap},
    hash::{BuildHasherDefault, DefaultHasher},
    hint::black_box,
};

/// A table that has the same order each time.
type Hashed = HashMap<String, u64, BuildHasherDefault<DefaultHasher>>;

/// Calls what is measured. Callgrind counts between its first instruction and its last.
#[inline(never)]
fn counted(run: &mut dyn FnMut()) {
    run();
}

fn encode<T: Encode>(values: &[T]) {
    let mut out = Vec::new();
    let mut run = || {
        for value in values {
            out.clear();
            kiln::encode_into(black_box(value), &mut out).unwrap();
            black_box(&out);
        }
    };
    // The buffer grows here.
    run();
    counted(&mut run);
}

fn wire<T: Encode>(values: &[T]) -> Vec<Vec<u8>> {
    values.iter().map(|v| kiln::to_vec(v).unwrap()).collect()
}

fn decode<'a, T: Decode<'a>>(wire: &'a [Vec<u8>]) {
    // What is dropped is counted along, as in the benches.
    counted(&mut || {
        for bytes in wire {
            black_box(&kiln::from_slice::<T>(black_box(bytes)).unwrap());
        }
    });
}

fn owned<T: Encode + for<'a> Decode<'a>>(mode: &str, values: &[T]) {
    match mode {
        "encode" => encode(values),
        "owned" => decode::<T>(&wire(values)),
        _ => usage(),
    }
}

fn sorted() -> BTreeMap<String, u64> {
    maps::sorted(1_000).map
}

/// A block of many small tensors: adding and writing them, opening it and finding each.
fn tensors(mode: &str) {
    let names: Vec<String> = (0..1_000).map(|i| format!("layers.{i}.weight")).collect();
    let data = [1.0f32; 16];
    let write = || {
        let mut builder = TensorsBuilder::new();
        for name in &names {
            builder.add(NewTensor::from_slice(name, &[16], &data));
        }
        builder.to_vec().unwrap()
    };
    let block = write();
    match mode {
        "encode" => counted(&mut || drop(black_box(write()))),
        "borrowed" => counted(&mut || {
            let tensors = Tensors::from_slice(black_box(&block)).unwrap();
            for name in &names {
                black_box(tensors.get(name).unwrap());
            }
        }),
        _ => usage(),
    }
}

const CASES: [&str; 27] = [
    "log encode",
    "log owned",
    "log borrowed",
    "mesh encode",
    "mesh owned",
    "save encode",
    "save owned",
    "save borrowed",
    "world encode",
    "world owned",
    "readings encode",
    "readings owned",
    "events encode",
    "events owned",
    "btreemap encode",
    "btreemap owned",
    "hashmap encode",
    "hashmap owned",
    "strings encode",
    "strings owned",
    "strings borrowed",
    "bools encode",
    "bools owned",
    "options encode",
    "options owned",
    "tensors encode",
    "tensors borrowed",
];

fn usage() -> ! {
    eprintln!("one of:\n{}", CASES.join("\n"));
    std::process::exit(2);
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.is_empty() {
        println!("{}", CASES.join("\n"));
        return;
    }
    let Ok([case, mode]) = <[String; 2]>::try_from(args) else {
        usage();
    };
    match (&*case, &*mode) {
        ("log", "borrowed") => decode::<LogRef>(&wire(&[log::make(1_000)])),
        ("save", "borrowed") => decode::<SaveRef>(&wire(&[save::make(50)])),
        ("strings", "borrowed") => decode::<Vec<&str>>(&wire(&[lists::strings(1_000)])),
        ("tensors", _) => tensors(&mode),
        ("btreemap", _) => owned(&mode, &[sorted()]),
        ("hashmap", _) => owned(&mode, &[sorted().into_iter().collect::<Hashed>()]),
        ("strings", _) => owned(&mode, &[lists::strings(1_000)]),
        ("bools", _) => owned(&mode, &[lists::bools(10_000)]),
        ("options", _) => owned(&mode, &[lists::options(1_000)]),
        ("log", _) => owned(&mode, &[log::make(1_000)]),
        ("save", _) => owned(&mode, &[save::make(50)]),
        ("world", _) => owned(&mode, &[world::make(100)]),
        ("mesh", _) => owned(&mode, &[mesh::make(10_000)]),
        ("readings", _) => owned(&mode, &tiny::readings(1_000)),
        ("events", _) => owned(&mode, &tiny::events(1_000)),
        _ => usage(),
    }
}
