//! Contenders in turns.
//!
//! The machine that this runs on may be shared, and its speed drift. So nobody is measured alone: in each
//! round every contender runs for a short slice, each round begins with another one, and contenders are
//! compared round by round. What is counted is the processor time of the thread, which others on the same
//! processor do not add to. What is reported is the median over the rounds, of times and of ratios.
//!
//! A slice begins with one iteration that is not timed. It finds the caches, the branch history and the common
//! buffers as another contender left them, and that is not its merit or fault; the timed ones find them as it left
//! them itself. What is measured is thus repeated work. Data beyond the caches comes from memory in each iteration,
//! of everybody alike, so there the first one differs by little.

use crate::{Contender, Mode, Who};
use cpu_time::ThreadTime;
use std::time::Duration;

/// How long, and how often.
#[derive(Copy, Clone, Debug)]
pub struct Plan {
    pub rounds: usize,
    pub slice: Duration,
}

/// The times of one contender.
#[derive(Clone, Debug)]
pub struct Times {
    pub who: Who,
    pub mode: Mode,
    /// Nanoseconds of one iteration, a round each.
    pub rounds: Vec<f64>,
}

impl Times {
    pub fn median(&self) -> f64 {
        median(self.rounds.clone())
    }

    /// The median over the rounds of our time by theirs in the same round.
    pub fn over(&self, other: &Self) -> f64 {
        median(
            self.rounds
                .iter()
                .zip(&other.rounds)
                .map(|(a, b)| a / b)
                .collect(),
        )
    }
}

/// Runs these contenders in turns.
pub fn measure(contenders: &mut [&mut Contender], plan: Plan) -> Vec<Times> {
    let iterations: Vec<u32> = contenders
        .iter_mut()
        .map(|c| calibrate(c, plan.slice))
        .collect();
    let mut times: Vec<Times> = contenders
        .iter()
        .map(|c| Times {
            who: c.who,
            mode: c.mode,
            rounds: Vec::new(),
        })
        .collect();
    for round in 0..plan.rounds {
        for turn in 0..contenders.len() {
            let i = (round + turn) % contenders.len();
            times[i].rounds.push(time(contenders[i], iterations[i]));
        }
    }
    times
}

/// How many iterations fill a slice.
fn calibrate(contender: &mut Contender, slice: Duration) -> u32 {
    let mut iterations = 1;
    loop {
        let each = time(contender, iterations);
        if each * f64::from(iterations) * 4.0 >= slice.as_nanos() as f64 {
            return ((slice.as_nanos() as f64 / each) as u32).max(1);
        }
        iterations *= 2;
    }
}

fn time(contender: &mut Contender, iterations: u32) -> f64 {
    (contender.run)();
    let start = ThreadTime::now();
    for _ in 0..iterations {
        (contender.run)();
    }
    start.elapsed().as_nanos() as f64 / f64::from(iterations)
}

pub fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    let n = of.len();
    if n == 0 {
        f64::NAN
    } else if n % 2 == 1 {
        of[n / 2]
    } else {
        (of[n / 2 - 1] + of[n / 2]) / 2.0
    }
}
