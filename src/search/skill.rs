//! Weaker play on demand: fewer nodes for each level, and at the lowest levels some random moves. What a
//! person would not do is left out: from level 5 on a win with the next move is always played, and
//! a win that the search has found is not given away for a random move.
//!
//! Strength grows about evenly with the logarithm of the nodes, so each level has a fixed multiple
//! of the nodes of the one below. All choices follow the seed and the position.

use crate::board::keys::{SplitMix, mix};
use crate::rules::{Judge, Outcome};

use super::Request;
use super::root::RootMove;
use super::settings::{FULL_SKILL, Settings};

const LOWEST_NODES: f64 = 8.0;
const NODES_PER_LEVEL: f64 = 1.6;
/// Levels below this one sometimes play a random move, each level down more often.
const RANDOM_BELOW: u8 = 8;
const RANDOM_PERCENT_PER_LEVEL: u8 = 5;
/// Levels from this one on do not overlook what wins at once.
const SEES_WINS: u8 = 5;

/// The number of nodes this search may visit.
pub(super) fn node_limit(settings: &Settings) -> u64 {
    let asked = settings.limits.nodes.unwrap_or(u64::MAX).max(1);
    if settings.skill >= FULL_SKILL {
        return asked;
    }
    let budget = LOWEST_NODES * NODES_PER_LEVEL.powi(i32::from(settings.skill));
    asked.min(budget as u64)
}

/// Whether the level sees what wins at once, though its few nodes may not come to it.
pub(super) fn sees_wins(settings: &Settings) -> bool {
    (SEES_WINS..FULL_SKILL).contains(&settings.skill)
}

/// The index of the first move that wins at once.
pub(super) fn winning_move<P: Judge>(root: &P, moves: &[RootMove<P::Move>]) -> Option<usize> {
    let won = Some(Outcome::Win(root.turn()));
    moves.iter().position(|entry| {
        let mut after = root.clone();
        after.play(entry.m);
        after.outcome() == won
    })
}

/// The index of a random move that the level asks for, among `moves` of them: then it is the only one
/// to be searched, so that what is said of it is true.
pub(super) fn random_move<P: Judge>(request: &Request<P>, moves: usize) -> Option<usize> {
    let mut source = SplitMix(mix(request.settings.seed) ^ request.root.key());
    let percent = RANDOM_BELOW.saturating_sub(request.settings.skill) * RANDOM_PERCENT_PER_LEVEL;
    (source.below(100) < usize::from(percent) && moves > 0).then(|| source.below(moves))
}
