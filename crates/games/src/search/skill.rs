//! Skill levels: weaker play with human-like errors. A low level considers only a few root moves, chosen at
//! random, and visits few nodes. It compares the moves that it considers almost without noise, so even weak
//! play has a purpose. Higher levels consider more moves and visit more nodes.
//!
//! Levels from 5 on avoid errors that people rarely make. They always play a move that wins at once or a
//! win that their short search of all moves finds, and they consider the other moves if the selected ones
//! lose. Each lower level does so in half as many positions as the next: in Diaballik, level 5 would otherwise score
//! 99 % against level 4.
//!
//! Strength grows roughly with the logarithm of moves and nodes, so each level considers and visits a fixed
//! multiple of the level below. With a seed, all levels choose by chance among moves within a few centipawns. All
//! choices depend on the seed and the position. Neither the clock nor the number of threads makes a level
//! stronger.

use crate::board::keys::{SplitMix, mix};
use crate::eval::Evaluated;
use crate::rules::Outcome;

use super::Request;
use super::params::tuning;
use super::root::RootMove;
use super::settings::{FULL_SKILL, Settings};

/// The minimum depth of every level: a move and the reply. At depth 1 a level could not tell a sacrifice
/// from a blunder.
pub(super) const MIN_SKILL_DEPTH: i32 = 2;
/// The node limit of level 0.
const LEVEL_0_NODES: f64 = 8.0;
/// The factor between the node limits of consecutive levels.
const NODES_FACTOR_PER_LEVEL: f64 = 1.6;
/// The lowest level that considers all moves.
const ALL_MOVES_LEVEL: u8 = 12;
/// The lowest level that never misses an immediate win and that always considers other moves if the selected
/// moves lose.
const SEES_WINS_LEVEL: u8 = 5;

/// How many centipawns chance adds to a move at most, at full strength and below. It costs nodes, too: in all of a
/// GIPF game 5 cost level 14 about 100 Elo, so the board gives strong levels a seed only in the opening.
const FULL_BONUS: usize = 15;
const WEAK_BONUS: usize = 5;

/// Whether the skill level is below full strength.
pub(super) fn is_weak(settings: &Settings) -> bool {
    settings.skill < FULL_SKILL
}

/// The node limit of the skill level.
pub(super) fn node_limit(settings: &Settings) -> u64 {
    if !is_weak(settings) {
        return u64::MAX;
    }
    (LEVEL_0_NODES * NODES_FACTOR_PER_LEVEL.powi(i32::from(settings.skill))) as u64
}

/// Whether the level first looks for wins among all moves, and considers other moves if the selected moves
/// lose. Each level below [`SEES_WINS_LEVEL`] does so in half as many positions as the next.
pub(super) fn sees_wins<P: Evaluated>(request: &Request<P>) -> bool {
    let level = request.settings.skill;
    let halvings = SEES_WINS_LEVEL.saturating_sub(level);
    // The complement: the seed itself selects the moves.
    let mut source = SplitMix(!mix(request.settings.seed) ^ request.root.key());
    level < FULL_SKILL && source.below(1 << halvings) == 0
}

/// The index of the first move that wins immediately.
pub(super) fn winning_index<P: Evaluated>(root: &P, moves: &[RootMove<P::Move>]) -> Option<usize> {
    let won = Some(Outcome::Win(root.turn()));
    moves.iter().position(|entry| {
        let after = root.after(entry.m);
        after.outcome() == won
    })
}

/// Whether the level considers all moves.
pub(super) fn considers_all_moves(settings: &Settings) -> bool {
    settings.skill >= ALL_MOVES_LEVEL
}

/// The source of the chance by which an engine with a seed chooses among nearly equal moves, and how many
/// centipawns it adds at most.
pub(super) fn chance<P: Evaluated>(request: &Request<P>) -> Option<(SplitMix, usize)> {
    let Settings { seed, .. } = request.settings;
    let most = match is_weak(&request.settings) {
        true => WEAK_BONUS,
        false => FULL_BONUS,
    };
    (seed != 0).then(|| (SplitMix(mix(mix(seed)) ^ request.root.key()), most))
}

/// Selects the moves that the level considers: a random subset of the indices below `moves`, in ascending
/// order.
pub(super) fn select_moves<P: Evaluated>(request: &Request<P>, moves: usize) -> Vec<usize> {
    let level = request.settings.skill;
    let mut source = SplitMix(mix(request.settings.seed) ^ request.root.key());
    // The fraction of a move is the probability of considering one more.
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
