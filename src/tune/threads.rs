//! What more threads gain, without a clock and on any machine: threads that search in turn, each with as
//! many nodes as the one thread that they are held against.

use std::fmt;

use crate::arena::stats::tally::Tally;
use crate::board::keys::{SplitMix, nth_seed};
use crate::play::seat::Seat;
use crate::play::think::Thought;
use crate::search::{Limits, Settings};

use super::TuneError;
use super::course::{Course, memory, think};
use super::duel::{HASH, Hall, LONGEST, Rounds};

/// One of so many positions of a game is looked at: those that follow each other are much alike.
const EVERY: usize = 6;
/// A search to a depth may take so many times the nodes that were enough once: alone, another search comes to
/// it sooner or later.
const PATIENCE: u64 = 20;

/// Plays so many threads against one in `seat`, with `nodes` for each thread and move; the games as the
/// many see them.
///
/// # Errors
/// When there is no memory for two tables, or when the search refuses a position of its own game, which
/// would be a fault of the program.
pub fn measure(
    seat: &mut dyn Seat,
    threads: usize,
    nodes: u64,
    rounds: Rounds,
) -> Result<Tally, TuneError> {
    let player = |threads| in_turn(threads, nodes, None);
    Hall::new(seat, rounds)?.meet(&player(threads), Some(&player(1)))
}

/// How much sooner many threads come to a depth than one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speedup {
    /// How many positions were looked at.
    pub positions: usize,
    /// The nodes of one thread, divided by those of each of the many: the geometric mean.
    pub factor: f64,
    /// Its standard error.
    pub error: f64,
}

impl Speedup {
    /// The mean of factors that are given by their logarithms, if there are any.
    fn of_logarithms(logarithms: &[f64]) -> Option<Speedup> {
        if logarithms.is_empty() {
            return None;
        }
        let count = logarithms.len() as f64;
        let mean = |sum: f64| sum / count;
        let middle = mean(logarithms.iter().sum());
        let scatter = mean(logarithms.iter().map(|l| (l - middle).powi(2)).sum());
        let factor = middle.exp();
        Some(Speedup {
            positions: logarithms.len(),
            factor,
            error: factor * (scatter / count).sqrt(),
        })
    }
}

impl fmt::Display for Speedup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Speedup {
            positions,
            factor,
            error,
        } = self;
        write!(
            f,
            "{factor:.2} +- {error:.2} times as soon, {positions} positions"
        )
    }
}

/// Plays games of one thread with itself in `seat`, `nodes` a move, and holds so many threads against one at
/// every sixth position on the way: both search afresh to the depth that the one has come to. `None` where no
/// undecided position was met.
///
/// # Errors
/// As for [`measure`].
pub fn speedup(
    seat: &mut dyn Seat,
    threads: usize,
    nodes: u64,
    rounds: Rounds,
) -> Result<Option<Speedup>, TuneError> {
    let memory = memory(HASH)?;
    let course = Course {
        random_plies: rounds.random_plies,
        longest: LONGEST,
    };
    let mut logarithms = Vec::new();
    for game in 0..rounds.games {
        let mut source = SplitMix(nth_seed(rounds.seed, game));
        course.play(seat, &mut source, |seat, _| {
            let afresh = |settings: &Settings| {
                memory.clear();
                think(seat, settings, &memory)
            };
            let Thought {
                best, depth, score, ..
            } = afresh(&in_turn(1, nodes, None))?;
            // A proof ends a search at once, by whichever thread.
            if seat.plies().is_multiple_of(EVERY) && depth > 0 && !score.is_decided() {
                let to_depth = |threads| {
                    let nodes = nodes.saturating_mul(PATIENCE);
                    let nodes = afresh(&in_turn(threads, nodes, Some(depth)))?.nodes;
                    Ok(nodes as f64 / threads as f64)
                };
                logarithms.push((to_depth(1)? / to_depth(threads)?).ln());
            }
            Ok(best)
        })?;
    }
    Ok(Speedup::of_logarithms(&logarithms))
}

/// Threads that search in turn, with `nodes` for each and move.
fn in_turn(threads: usize, nodes: u64, depth: Option<i32>) -> Settings {
    Settings {
        threads,
        in_turn: true,
        ..Settings::from(Limits {
            nodes: Some(nodes.saturating_mul(threads as u64)),
            depth,
            ..Limits::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speedup_is_the_geometric_mean() {
        let speedup = Speedup::of_logarithms(&[2.0_f64.ln(), 8.0_f64.ln()]);
        let speedup = speedup.expect("there are two");
        assert_eq!(
            speedup.to_string(),
            "4.00 +- 1.96 times as soon, 2 positions"
        );
        assert_eq!(Speedup::of_logarithms(&[]), None);
    }
}
