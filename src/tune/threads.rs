//! What more threads gain, without a clock and on any machine: threads that search in turn, each with as
//! many nodes as the one thread that they play against.

use crate::arena::stats::tally::Tally;
use crate::play::seat::Seat;
use crate::search::{Limits, Settings};

use super::TuneError;
use super::duel::{Hall, Rounds};

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
    let player = |threads: usize| Settings {
        threads,
        in_turn: true,
        ..Settings::from(Limits {
            nodes: Some(nodes.saturating_mul(threads as u64)),
            ..Limits::default()
        })
    };
    Hall::new(seat, rounds)?.meet(&player(threads), Some(&player(1)))
}
