//! The arithmetic over runs, with numbers worked out by hand.

use kiln_benches::{
    Kind, Mode, Who,
    figures::{Figure, Over, rows},
    measure::{Times, median},
    targets::{Beside, Target, table},
};

fn figure(name: &str, way: &str, kind: Kind, nanos: f64, ratio: f64) -> Figure {
    Figure {
        case: "log".into(),
        mode: Mode::Reuse,
        name: name.into(),
        way: way.into(),
        kind,
        nanos,
        ratio,
    }
}

fn run(fast: f64, slow: f64, memcpy: f64) -> Vec<Figure> {
    vec![
        figure("kiln", "", Kind::Kiln, 100.0, 1.0),
        figure("memcpy", "", Kind::Limit, 100.0 / memcpy, memcpy),
        figure("one", "a", Kind::RowWise, 100.0 / fast, fast),
        figure("one", "b", Kind::RowWise, 100.0 / slow, slow),
        figure("two", "", Kind::RowWise, 400.0, 0.25),
    ]
}

#[test]
fn medians() {
    assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
    assert_eq!(median(vec![4.0, 1.0, 3.0, 2.0]), 2.5);
    assert!(median(Vec::new()).is_nan());
    let over = Over::of(&[0.5, 0.75, 0.25]);
    assert_eq!((over.median, over.low, over.high), (0.5, 0.25, 0.75));
}

/// Two times of one round are compared, not two medians.
#[test]
fn ratios_are_taken_within_a_round() {
    let times = |name, kind, rounds: [f64; 3]| Times {
        who: Who {
            name,
            way: "",
            kind,
        },
        mode: Mode::Owned,
        rounds: rounds.into(),
    };
    let kiln = times("kiln", Kind::Kiln, [8.0, 2.0, 6.0]);
    let peer = times("peer", Kind::RowWise, [1.0, 4.0, 2.0]);
    let figures = Figure::of("log", &[kiln, peer]);
    // 8, 1/2 and 3.
    assert_eq!((figures[0].nanos, figures[0].ratio), (6.0, 1.0));
    assert_eq!((figures[1].nanos, figures[1].ratio), (2.0, 3.0));
    let kiln = times("kiln", Kind::Kiln, [8.0, 2.0, 6.0]);
    let peer = times("peer", Kind::RowWise, [4.0, 1.0, 2.0]);
    // 2, 2 and 3, where 6 by 2 is 3.
    assert_eq!(Figure::of("log", &[kiln, peer])[1].ratio, 2.0);
}

#[test]
fn lines_come_back() {
    let figure = figure("wincode", "compact, slice", Kind::RowWise, 154_321.125, 0.1);
    let line = figure.to_line();
    assert_eq!(
        line,
        "figure\tlog\treuse\trow-wise\twincode\tcompact, slice\t154321.125\t0.1"
    );
    assert_eq!(Figure::from_line(&line), Some(figure));
    assert_eq!(Figure::from_line(&line.replace("reuse", "again")), None);
    assert_eq!(Figure::from_line(&format!("{line}\tmore")), None);
    assert_eq!(
        Figure::from_line("figure\tlog\treuse\trow-wise\twincode\t\t1"),
        None
    );
    assert_eq!(Figure::from_line(""), None);
}

#[test]
fn the_best_is_decided_over_all_runs() {
    // In the first run, way b is the better one: 0.9 by 0.5. Over all three, a is: 0.7 by 0.6.
    let runs = [run(0.5, 0.9, 2.0), run(0.8, 0.6, 3.0), run(0.7, 0.55, 2.5)];
    let rows = rows(&runs).unwrap();
    assert_eq!(rows.len(), 1);
    let best = rows[0].best_of(Kind::RowWise).unwrap();
    assert_eq!(best.label(), "one (a)");
    assert_eq!(
        best.ratio,
        Over {
            median: 0.7,
            low: 0.5,
            high: 0.8
        }
    );
    assert_eq!(rows[0].peer("one").unwrap().way, "a");
    assert_eq!(rows[0].peer("two").unwrap().nanos.median, 400.0);
    assert_eq!(rows[0].best_of(Kind::Limit).unwrap().ratio.median, 2.5);
    assert_eq!(rows[0].kiln().nanos.median, 100.0);
}

#[test]
fn a_run_that_lacks_a_figure_is_refused() {
    let mut short = run(0.5, 0.9, 2.0);
    short.pop();
    assert!(rows(&[run(0.5, 0.9, 2.0), short]).is_err());
}

#[test]
fn targets_are_decided_by_the_better_mode() {
    let mut runs = [run(0.5, 0.9, 2.0), run(0.8, 0.6, 3.0), run(0.7, 0.55, 2.5)];
    for run in &mut runs {
        let fresh: Vec<Figure> = run
            .iter()
            .map(|f| Figure {
                mode: Mode::Fresh,
                ratio: f.ratio * 2.0,
                ..f.clone()
            })
            .collect();
        run.extend(fresh);
    }
    let rows = rows(&runs).unwrap();
    let target = |modes, at_most| Target {
        case: "log",
        modes,
        at_most,
        beside: Beside::RowWise,
    };
    let both: &[Mode] = &[Mode::Fresh, Mode::Reuse];
    assert_eq!(
        target(both, 0.7).verdict(&rows),
        Some((Mode::Reuse, true)),
        "0.7 is at most 0.7"
    );
    assert_eq!(
        target(both, 0.69).verdict(&rows),
        Some((Mode::Reuse, false))
    );
    assert_eq!(
        target(&[Mode::Fresh], 0.7).verdict(&rows),
        Some((Mode::Fresh, false)),
        "1.4"
    );
    assert_eq!(target(&[Mode::Owned], 0.7).verdict(&rows), None);
    let text = table(
        &[
            target(&[Mode::Reuse, Mode::Fresh], 0.7),
            target(&[Mode::Owned], 0.7),
        ],
        &rows,
    );
    assert!(text.starts_with("1 of 2 met.\n"), "{text}");
    assert!(
        text.contains("reuse 0.700 (0.500–0.800) × one (a); fresh 1.400 (1.000–1.600) × one (a) | **met** (reuse) |"),
        "{text}"
    );
    assert!(text.contains("| not measured |"), "{text}");
}
