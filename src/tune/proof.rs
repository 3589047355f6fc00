//! How long before the end of its games the engine proves their results: the distance to perfect play
//! that is measured without an opponent.
//!
//! The engine plays itself at a fixed number of nodes. Then it looks at the position so many plies
//! before each end afresh, with an empty table and a larger number of nodes. What it calls won or lost
//! is proven. One thread and one seed: the same version measures the same always.

use std::fmt;

use crate::board::keys::{SplitMix, nth_seed};
use crate::play::state::GameState;
use crate::search::{Limits, SearchState, Settings};

use super::TuneError;
use super::game_limits::{GameLimits, search};

/// Deeper than any game is searched: the nodes are the limit.
const DEPTH: i32 = 60;
/// Longer games are not measured: they have no end that anybody steered for.
const MAX_LENGTH: usize = 400;

/// What is measured.
#[derive(Clone, Debug)]
pub struct ProofExperiment {
    /// How many games.
    pub games: u64,
    /// Nodes for a move of the games.
    pub nodes: u64,
    /// Random plies at the start of each game.
    pub random_plies: usize,
    /// Nodes for the look at a position before the end.
    pub proof_nodes: u64,
    /// The distances from the end in plies.
    pub distances: Vec<usize>,
    /// What the random plies follow.
    pub seed: u64,
}

/// What came of one distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proven {
    /// Plies before the end.
    pub distance: usize,
    /// Games that ended and were at least so long.
    pub games: u32,
    /// Positions proven to be won or lost.
    pub proven: u32,
    /// Nodes that the proofs took, all together.
    pub nodes: u64,
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Proven {
            distance,
            games,
            proven,
            nodes,
        } = self;
        let mean = nodes.checked_div(u64::from(*proven));
        let mean = mean.map_or("-".to_owned(), |mean| mean.to_string());
        write!(f, "{distance:>8} {games:>5} {proven:>6} {mean:>10}")
    }
}

/// The head of a table of [`Proven`].
pub const HEAD: &str = "distance games proven nodes each";

/// Plays the games of the trial in `state` and looks back from each end; `tell` is given the table after each game.
/// `memory` is emptied on the way.
///
/// # Errors
/// When the search refuses a position of its own game, which would be a fault of the program.
pub fn measure(
    state: &mut dyn GameState,
    memory: &SearchState,
    trial: &ProofExperiment,
    mut tell: impl FnMut(u64, &[Proven]),
) -> Result<Vec<Proven>, TuneError> {
    let rows = trial.distances.iter().map(|&distance| Proven {
        distance,
        ..Proven::default()
    });
    let mut rows: Vec<Proven> = rows.collect();
    let course = GameLimits {
        random_plies: trial.random_plies,
        longest: MAX_LENGTH,
    };
    for game in 0..trial.games {
        let mut source = SplitMix(nth_seed(trial.seed, game));
        memory.clear();
        course.play(state, &mut source, |state, _| {
            Ok(search(state, &within(trial.nodes, None), memory)?.best)
        })?;
        let plies = match state.outcome() {
            Some(_) => state.plies(),
            None => 0,
        };
        for row in rows.iter_mut().filter(|row| row.distance <= plies) {
            let mut before = state.copy();
            // The game is at least so long.
            let _ = before.undo(row.distance);
            memory.clear();
            let settings = within(trial.proof_nodes, Some(DEPTH));
            let thought = search(before.as_ref(), &settings, memory)?;
            row.games += 1;
            if thought.score.is_decided() {
                row.proven += 1;
                row.nodes += thought.nodes;
            }
        }
        tell(game + 1, &rows);
    }
    Ok(rows)
}

/// A search with so many nodes.
fn within(nodes: u64, depth: Option<i32>) -> Settings {
    Settings::from(Limits {
        nodes: Some(nodes),
        depth,
        ..Limits::default()
    })
}
