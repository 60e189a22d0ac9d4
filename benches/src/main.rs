//! `cargo run --release` prints the table; `-- --help` tells the rest.

use kiln_benches::{
    Case, Contender, Mode,
    cases::CASES,
    document::{self, Found, Sizes},
    figures::{self, Figure},
    growth,
    measure::{Plan, measure},
    report::{self, Effort},
    runs::Child,
};
use std::time::Duration;

const HELP: &str = "\
cargo run --release [-- options]

  --case NAMES      only these cases, by commas
  --mode NAMES      only these of reuse, fresh, owned, borrowed
  --only NAMES      only these contenders (kiln is always there)
  --runs N          runs, each a process of its own (1; with --document 5)
  --rounds N        rounds of a run (31; with --document 25)
  --slice MS        milliseconds of each contender in each round (8)
  --percent N       the size of the data (100)
  --document        write docs/performance.md and its chart; with jemalloc, its sections of log, save, world,
                    strings and tree
  --raw FILE        keep the figures of each run there, as lines with tabs
  --once N          run each contender N times, without timing: for a profiler
  --figures         one run, as lines with tabs: what --runs starts
  --growth          the section on growth
";

/// What to do.
#[derive(Copy, Clone, PartialEq)]
enum Task {
    Table,
    Document,
    Figures,
    Growth,
    Once(usize),
}

struct Args {
    case: Option<String>,
    mode: Option<String>,
    only: Option<String>,
    raw: Option<String>,
    percent: usize,
    task: Task,
    effort: Effort,
}

fn args() -> Args {
    let (mut case, mut mode, mut only, mut raw) = (None, None, None, None);
    let (mut runs, mut rounds, mut slice, mut percent) = (None, None, 8, 100);
    let mut task = Task::Table;
    let mut given = std::env::args().skip(1);
    while let Some(name) = given.next() {
        let mut value = || {
            given
                .next()
                .unwrap_or_else(|| panic!("{name} wants a value\n{HELP}"))
        };
        let number = |text: String| text.parse::<usize>().expect("a number");
        match name.as_str() {
            "--case" => case = Some(value()),
            "--mode" => mode = Some(value()),
            "--only" => only = Some(value()),
            "--raw" => raw = Some(value()),
            "--runs" => runs = Some(number(value())),
            "--rounds" => rounds = Some(number(value())),
            "--slice" => slice = number(value()),
            "--percent" => percent = number(value()),
            "--document" => task = Task::Document,
            "--figures" => task = Task::Figures,
            "--growth" => task = Task::Growth,
            "--once" => task = Task::Once(number(value())),
            _ => {
                print!("{HELP}");
                std::process::exit(2);
            }
        }
    }
    let document = task == Task::Document;
    if document && cfg!(feature = "jemalloc") && case.is_none() {
        case = Some("log,save,world,strings,tree".into());
    }
    Args {
        case,
        mode,
        only,
        raw,
        percent,
        task,
        effort: Effort {
            runs: runs.unwrap_or(if document { 5 } else { 1 }),
            plan: Plan {
                rounds: rounds.unwrap_or(if document { 25 } else { 31 }),
                slice: Duration::from_millis(slice as u64),
            },
        },
    }
}

fn wanted(names: &Option<String>, name: &str) -> bool {
    names
        .as_ref()
        .is_none_or(|names| names.split(',').any(|n| n == name))
}

impl Args {
    fn cases(&self) -> impl Iterator<Item = Case> {
        CASES
            .iter()
            .filter(|(name, _)| wanted(&self.case, name))
            .map(|(_, make)| make(self.percent))
    }

    /// Each case and mode that has contenders.
    fn each(&self, mut work: impl FnMut(&'static str, &mut [&mut Contender])) {
        for mut case in self.cases() {
            for mode in Mode::ALL {
                let mut contenders: Vec<&mut Contender> = case
                    .contenders
                    .iter_mut()
                    .filter(|c| c.mode == mode && wanted(&self.mode, mode.name()))
                    .filter(|c| c.who.name == "kiln" || wanted(&self.only, c.who.name))
                    .collect();
                if !contenders.is_empty() {
                    work(case.name, &mut contenders);
                }
            }
        }
    }

    /// One run, in this process.
    fn figures(&self) -> Vec<Figure> {
        let mut figures = Vec::new();
        self.each(|case, contenders| {
            eprint!("{case}/{} ", contenders[0].mode.name());
            figures.extend(Figure::of(case, &measure(contenders, self.effort.plan)));
        });
        eprintln!();
        figures
    }

    /// The options that a child is started with, besides its plan.
    fn options(&self) -> Vec<String> {
        let mut options = vec!["--percent".into(), self.percent.to_string()];
        for (name, value) in [
            ("--case", &self.case),
            ("--mode", &self.mode),
            ("--only", &self.only),
        ] {
            if let Some(value) = value {
                options.extend([name.into(), value.clone()]);
            }
        }
        options
    }

    fn rows(&self) -> Vec<figures::Row> {
        let options = self.options();
        let child = Child {
            plan: self.effort.plan,
            options: &options,
        };
        let runs: Vec<Vec<Figure>> = (1..=self.effort.runs)
            .map(|run| {
                eprintln!("run {run} of {}", self.effort.runs);
                child.figures().expect("a run")
            })
            .collect();
        if let Some(path) = &self.raw {
            let lines = runs.iter().enumerate().flat_map(|(i, run)| {
                run.iter()
                    .map(move |figure| format!("{}\t{}\n", i + 1, figure.to_line()))
            });
            std::fs::write(path, lines.collect::<String>())
                .expect("the raw figures can be written");
        }
        let rows = figures::rows(&runs).expect("the same figures in each run");
        print!(
            "{}\nTimes of Kiln by those of others, below 1 where Kiln is faster:\n\n{}\n\
             Microseconds for the whole data of a case; each peer in its fastest way:\n\n{}",
            report::run(self.effort),
            report::ratios(&rows),
            report::times(&rows)
        );
        rows
    }

    fn document(&self) {
        let rows = self.rows();
        let growth = if cfg!(feature = "jemalloc") {
            String::new()
        } else {
            eprintln!("growth");
            let plan = Plan {
                rounds: self.effort.plan.rounds.min(11),
                ..self.effort.plan
            };
            let child = Child { plan, options: &[] };
            child.growth().expect("the run on growth")
        };
        eprintln!("sizes");
        let found = Found {
            effort: self.effort,
            rows,
            sizes: self.cases().map(|case| Sizes::of(&case)).collect(),
            growth,
        };
        document::write(&found).expect("the document can be written");
    }
}

fn main() {
    settle_malloc();
    let args = args();
    match args.task {
        Task::Table => drop(args.rows()),
        Task::Document => args.document(),
        Task::Figures => {
            for figure in args.figures() {
                println!("{}", figure.to_line());
            }
        }
        Task::Growth => print!("{}", growth::report(args.effort.plan)),
        Task::Once(n) => args.each(|_, contenders| {
            for contender in contenders {
                // The common buffers come to this one.
                (contender.run)();
                profiled(contender, n);
            }
        }),
    }
}

/// glibc's malloc learns from what was freed how much memory to keep. A program that once freed something large keeps
/// its pages; in one that did not, it hangs on where things lie whether each iteration pays for new ones. So everybody
/// is measured in a program that did.
fn settle_malloc() {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(31 << 20)));
}

/// What a profiler is told to look at.
#[inline(never)]
fn profiled(contender: &mut Contender, n: usize) {
    for _ in 0..n {
        (contender.run)();
    }
}
