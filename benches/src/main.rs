//! `cargo run --release` prints the table; `-- --help` tells the rest.

use kiln_benches::{
    Contender, Mode,
    cases::CASES,
    document::{self, Found, Sizes},
    measure::{Plan, measure},
    report::{Row, heading, table},
};
use std::time::Duration;

const HELP: &str = "\
cargo run --release [-- options]

  --case NAMES      only these cases, by commas
  --mode NAMES      only these of reuse, fresh, owned, borrowed
  --only NAMES      only these contenders (kiln is always there)
  --rounds N        rounds (31)
  --slice MS        milliseconds of each contender in each round (8)
  --percent N       the size of the data (100)
  --document        write docs/performance.md and its chart; with jemalloc, its section of log, save and world
  --once N          run each contender N times, without timing: for a profiler
";

struct Args {
    case: Option<String>,
    mode: Option<String>,
    only: Option<String>,
    percent: usize,
    once: Option<usize>,
    document: bool,
    plan: Plan,
}

fn args() -> Args {
    let mut args = Args {
        case: None,
        mode: None,
        only: None,
        percent: 100,
        once: None,
        document: false,
        plan: Plan {
            rounds: 31,
            slice: Duration::from_millis(8),
        },
    };
    let mut given = std::env::args().skip(1);
    while let Some(name) = given.next() {
        let mut value = || {
            given
                .next()
                .unwrap_or_else(|| panic!("{name} wants a value\n{HELP}"))
        };
        match name.as_str() {
            "--case" => args.case = Some(value()),
            "--mode" => args.mode = Some(value()),
            "--only" => args.only = Some(value()),
            "--document" => args.document = true,
            "--rounds" => args.plan.rounds = value().parse().expect("a number"),
            "--slice" => {
                args.plan.slice = Duration::from_millis(value().parse().expect("a number"))
            }
            "--percent" => args.percent = value().parse().expect("a number"),
            "--once" => args.once = Some(value().parse().expect("a number")),
            _ => {
                print!("{HELP}");
                std::process::exit(2);
            }
        }
    }
    if args.document && cfg!(feature = "jemalloc") && args.case.is_none() {
        args.case = Some("log,save,world".into());
    }
    args
}

fn wanted(names: &Option<String>, name: &str) -> bool {
    names
        .as_ref()
        .is_none_or(|names| names.split(',').any(|n| n == name))
}

fn main() {
    let args = args();
    let mut rows = Vec::new();
    let mut sizes = Vec::new();
    for (name, make) in CASES {
        if !wanted(&args.case, name) {
            continue;
        }
        let mut case = make(args.percent);
        if args.document {
            sizes.push(Sizes::of(&case));
        }
        for mode in Mode::ALL {
            if !wanted(&args.mode, mode.name()) {
                continue;
            }
            let mut contenders: Vec<&mut Contender> = case
                .contenders
                .iter_mut()
                .filter(|c| c.mode == mode && (c.name == "kiln" || wanted(&args.only, c.name)))
                .collect();
            if contenders.is_empty() {
                continue;
            }
            if let Some(n) = args.once {
                for contender in contenders {
                    profiled(contender, n);
                }
                continue;
            }
            let times = measure(&mut contenders, args.plan);
            rows.push(Row {
                case: name,
                mode: mode.name(),
                times,
            });
        }
    }
    print!("{}\n{}", heading(args.plan), table(&rows));
    if args.document {
        let plan = args.plan;
        document::write(&Found { plan, rows, sizes }).expect("the document can be written");
    }
}

/// What a profiler is told to look at.
#[inline(never)]
fn profiled(contender: &mut Contender, n: usize) {
    for _ in 0..n {
        (contender.run)();
    }
}
