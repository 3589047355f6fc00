//! Weaker play on demand, with the errors of a person: a low level looks at a few moves only and looks
//! a short way ahead. What it has noticed it compares to the end, so that it plays with a purpose
//! however little it sees; a higher level notices more and looks further.
//!
//! What a person would not do is left out: from level 5 on a win with the next move is always played, a
//! win that the level has seen is not overlooked later, and who sees that he loses looks at the other
//! moves too.
//!
//! Strength grows about evenly with the logarithm of what is looked at, so each level notices and
//! visits a fixed multiple of the level below. All choices follow the seed and the position: neither the
//! clock nor the number of threads makes a level stronger.

use crate::board::keys::{SplitMix, mix};
use crate::rules::{Outcome, SearchSupport};

use super::Request;
use super::params::tuning;
use super::root::RootMove;
use super::settings::{FULL_SKILL, Settings};

/// Every level looks so many plies ahead, at what it has noticed: a move and the answer. By one ply it
/// could not tell a sacrifice from a gift.
pub(super) const MIN_SKILL_DEPTH: i32 = 2;
/// Nodes of level 0.
const LEVEL_0_NODES: f64 = 8.0;
/// How many times the nodes of the level below.
const NODES_FACTOR_PER_LEVEL: f64 = 1.6;
/// Levels from this one on notice every move.
const ALL_MOVES_LEVEL: u8 = 12;
/// Levels from this one on do not overlook what wins at once, nor go on where they see that they lose.
const SEES_WINS_LEVEL: u8 = 5;

/// Whether the settings ask for a player below full strength.
pub(super) fn is_weak(settings: &Settings) -> bool {
    settings.skill < FULL_SKILL
}

/// The number of nodes after which the level is content with what it has found.
pub(super) fn node_limit(settings: &Settings) -> u64 {
    if !is_weak(settings) {
        return u64::MAX;
    }
    (LEVEL_0_NODES * NODES_FACTOR_PER_LEVEL.powi(i32::from(settings.skill))) as u64
}

/// Whether the level sees what wins at once, though its few nodes may not come to it, and what loses.
pub(super) fn sees_wins(settings: &Settings) -> bool {
    (SEES_WINS_LEVEL..FULL_SKILL).contains(&settings.skill)
}

/// The index of the first move that wins at once.
pub(super) fn winning_index<P: SearchSupport>(
    root: &P,
    moves: &[RootMove<P::Move>],
) -> Option<usize> {
    let won = Some(Outcome::Win(root.turn()));
    moves.iter().position(|entry| {
        let after = root.after(entry.m);
        after.outcome() == won
    })
}

/// Whether the level overlooks no move.
pub(super) fn considers_all_moves(settings: &Settings) -> bool {
    settings.skill >= ALL_MOVES_LEVEL
}

/// The indices of the moves that the level notices, among `moves` of them, in their order.
pub(super) fn select_moves<P: SearchSupport>(request: &Request<P>, moves: usize) -> Vec<usize> {
    let level = request.settings.skill;
    let mut source = SplitMix(mix(request.settings.seed) ^ request.root.key());
    // A hundredth of a move is a chance of one in a hundred to notice one more.
    let tuning = tuning::<P>();
    let growth = 1.0 + f64::from(tuning.skill_moves_growth) / 100.0;
    let skill_moves = f64::from(tuning.skill_moves) * growth.powi(i32::from(level));
    let hundredths = skill_moves as usize + source.below(100);
    let mut all: Vec<usize> = (0..moves).collect();
    source.shuffle(&mut all);
    all.truncate((hundredths / 100).max(1));
    all.sort_unstable();
    all
}
