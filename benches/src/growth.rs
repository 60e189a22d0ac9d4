//! How Kiln's cost grows: with the size of the data, the variants of an enum, the fields of a struct.

use crate::{
    Contender, Mode, Who,
    data::{log, maps, rng::Rng, save},
    measure::{Plan, measure},
    tensors,
};
use kiln::{Decode, Encode, Kiln, tensor::Tensors};
use seq_macro::seq;
use std::{fmt::Write, hint::black_box};

/// Times, in nanoseconds an element.
struct Line {
    what: &'static str,
    /// The smallest size, or what the columns are called.
    sizes: Vec<usize>,
    times: Vec<f64>,
}

type Work = (usize, Box<dyn FnMut()>);

/// All sizes in turns. A size is the number of elements of one run.
fn line(what: &'static str, plan: Plan, sizes: Vec<usize>, work: Vec<Work>) -> Line {
    let (elements, runs): (Vec<_>, Vec<_>) = work.into_iter().unzip();
    let mut contenders: Vec<Contender> = runs
        .into_iter()
        .map(|run| Contender {
            who: Who::KILN,
            mode: Mode::Reuse,
            run,
        })
        .collect();
    let times = measure(&mut contenders.iter_mut().collect::<Vec<_>>(), plan);
    Line {
        what,
        sizes,
        times: times
            .iter()
            .zip(elements)
            .map(|(times, n)| times.median() / n as f64)
            .collect(),
    }
}

fn encode<T: Encode + Clone + 'static>(n: usize, value: &T) -> Work {
    let value = value.clone();
    let mut out = Vec::new();
    let run = move || {
        out.clear();
        kiln::encode_into(black_box(&value), &mut out).unwrap();
        black_box(&out);
    };
    (n, Box::new(run))
}

fn decode<T: Encode + for<'a> Decode<'a> + 'static>(n: usize, value: &T) -> Work {
    let bytes = kiln::to_vec(value).unwrap();
    let run = move || {
        black_box(&kiln::from_slice::<T>(black_box(&bytes)).unwrap());
    };
    (n, Box::new(run))
}

/// Encode and decode, at 1, 10, 100 and 1,000 times `base`.
fn sizes<T: Encode + for<'a> Decode<'a> + Clone + 'static>(
    lines: &mut Vec<Line>,
    plan: Plan,
    (encoding, decoding): (&'static str, &'static str),
    base: usize,
    make: fn(usize) -> T,
) {
    let sizes: Vec<usize> = [1, 10, 100, 1_000].map(|by| by * base).into();
    let work = sizes.iter().map(|&n| encode(n, &make(n))).collect();
    lines.push(line(encoding, plan, sizes.clone(), work));
    let work = sizes.iter().map(|&n| decode(n, &make(n))).collect();
    lines.push(line(decoding, plan, sizes, work));
}

fn names(lines: &mut Vec<Line>, plan: Plan) {
    let sizes = [10, 100, 1_000, 10_000];
    let (mut write, mut open, mut find): (Vec<Work>, Vec<Work>, Vec<Work>) = Default::default();
    for n in sizes {
        let names: &'static [String] = tensors::names(n).leak();
        let data: &'static [Vec<f32>] = vec![vec![1.0; 4]; n].leak();
        let block: &'static [u8] = tensors::builder(names, data).to_vec().unwrap().leak();
        let opened: &'static Tensors = Box::leak(Box::new(Tensors::from_slice(block).unwrap()));
        write.push((
            n,
            Box::new(move || {
                black_box(&tensors::builder(names, data).to_vec().unwrap());
            }),
        ));
        open.push((
            n,
            Box::new(move || {
                black_box(&Tensors::from_slice(black_box(block)).unwrap());
            }),
        ));
        find.push((
            n,
            Box::new(move || {
                for name in names {
                    black_box(opened.get(black_box(name)).unwrap().data());
                }
            }),
        ));
    }
    for (what, work) in [
        ("names of tensors, write", write),
        ("names of tensors, open", open),
        ("names of tensors, find each", find),
    ] {
        lines.push(line(what, plan, sizes.into(), work));
    }
}

macro_rules! enums {
    ($($name:ident $n:literal)*) => {$(
        seq!(N in 0..$n {
            #[derive(Kiln, Clone)]
            enum $name {
                #(V~N([u8; N % 7 + 1]),)*
            }

            impl $name {
                fn make(values: usize) -> Vec<Self> {
                    let mut rng = Rng::new(12);
                    rng.list(values, |rng| match rng.below($n) {
                        #(N => Self::V~N([rng.bits() as u8; N % 7 + 1]),)*
                        _ => unreachable!(),
                    })
                }
            }
        });
    )*};
}
enums!(Enum4 4 Enum16 16 Enum64 64 Enum256 256);

/// Structs of twice as many fields: numbers, and options of numbers between them.
macro_rules! structs {
    ($($name:ident $half:literal)*) => {$(
        seq!(N in 0..$half {
            #[derive(Kiln, Clone)]
            struct $name {
                #(a~N: u32, b~N: Option<u16>,)*
            }

            impl $name {
                fn make(values: usize) -> Vec<Self> {
                    let mut rng = Rng::new(13);
                    rng.list(values, |rng| Self {
                        #(a~N: rng.bits() as u32, b~N: rng.maybe(2, |rng| rng.bits() as u16),)*
                    })
                }
            }
        });
    )*};
}
structs!(Struct2 1 Struct20 10 Struct200 100);

fn variants(lines: &mut Vec<Line>, plan: Plan) {
    const VALUES: usize = 10_000;
    macro_rules! work {
        ($how:ident) => {
            vec![
                $how(VALUES, &Enum4::make(VALUES)),
                $how(VALUES, &Enum16::make(VALUES)),
                $how(VALUES, &Enum64::make(VALUES)),
                $how(VALUES, &Enum256::make(VALUES)),
            ]
        };
    }
    let sizes = vec![4, 16, 64, 256];
    lines.push(line("encode", plan, sizes.clone(), work!(encode)));
    lines.push(line("owned decode", plan, sizes, work!(decode)));
}

fn fields(lines: &mut Vec<Line>, plan: Plan) {
    const FIELDS: usize = 20_000;
    macro_rules! work {
        ($how:ident) => {
            vec![
                $how(FIELDS, &Struct2::make(FIELDS / 2)),
                $how(FIELDS, &Struct20::make(FIELDS / 20)),
                $how(FIELDS, &Struct200::make(FIELDS / 200)),
            ]
        };
    }
    let sizes = vec![2, 20, 200];
    lines.push(line("encode", plan, sizes.clone(), work!(encode)));
    lines.push(line("owned decode", plan, sizes, work!(decode)));
}

fn nanos(time: f64) -> String {
    if time >= 100.0 {
        format!("{time:.0}")
    } else if time >= 10.0 {
        format!("{time:.1}")
    } else {
        format!("{time:.2}")
    }
}

fn thousands(n: usize) -> String {
    if n < 1_000 {
        n.to_string()
    } else {
        format!("{},{:03}", n / 1_000, n % 1_000)
    }
}

/// Nanoseconds an element, in Markdown.
pub fn report(plan: Plan) -> String {
    let mut lines = Vec::new();
    sizes(
        &mut lines,
        plan,
        ("log, encode, a record", "log, owned decode, a record"),
        100,
        log::make,
    );
    sizes(
        &mut lines,
        plan,
        ("save, encode, a player", "save, owned decode, a player"),
        5,
        save::make,
    );
    sizes(
        &mut lines,
        plan,
        (
            "HashMap, encode, an entry",
            "HashMap, owned decode, an entry",
        ),
        100,
        |n| maps::hashed(n).map,
    );
    sizes(
        &mut lines,
        plan,
        (
            "BTreeMap, encode, an entry",
            "BTreeMap, owned decode, an entry",
        ),
        100,
        |n| maps::sorted(n).map,
    );
    names(&mut lines, plan);

    let mut out = String::from(
        "Nanoseconds an element:\n\n\
         | data | smallest size | 1 × | 10 × | 100 × | 1,000 × | last by first |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for line in &lines {
        let _ = write!(out, "| {} | {} |", line.what, thousands(line.sizes[0]));
        finish(&mut out, line);
    }

    let mut lines = Vec::new();
    variants(&mut lines, plan);
    heading(
        &mut out,
        "10,000 values of an enum whose variants come in random order, nanoseconds a value, by the number of variants:",
        &lines,
    );
    let mut lines = Vec::new();
    fields(&mut lines, plan);
    heading(
        &mut out,
        "Structs of numbers and options in turn, 20,000 fields in all, nanoseconds a field, by the fields of a struct:",
        &lines,
    );
    out
}

fn heading(out: &mut String, title: &str, lines: &[Line]) {
    let _ = write!(out, "\n{title}\n\n| |");
    for size in &lines[0].sizes {
        let _ = write!(out, " {size} |");
    }
    let _ = writeln!(
        out,
        " last by first |\n|---|{}---|",
        "---|".repeat(lines[0].sizes.len())
    );
    for line in lines {
        let _ = write!(out, "| {} |", line.what);
        finish(out, line);
    }
}

fn finish(out: &mut String, line: &Line) {
    for &time in &line.times {
        let _ = write!(out, " {} |", nanos(time));
    }
    let _ = writeln!(
        out,
        " {:.2} |",
        line.times[line.times.len() - 1] / line.times[0]
    );
}
