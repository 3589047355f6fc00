//! Measures how many plies before the end of its games the engine proves their results. This needs no
//! opponent.
//!
//! The engine plays itself with a fixed number of nodes. Then it searches the positions at fixed
//! distances from each end with an empty hash table and more nodes. A mate score counts as a proof. One
//! thread and one seed make the result reproducible.

use std::fmt;

use ringstack_engine::board::keys::{SplitMix, nth_seed};
use ringstack_engine::play::state::GameState;
use ringstack_engine::search::SearchState;

use super::TuneError;
use super::game_limits::{GameLimits, search, within};

/// More than the length of any game, so that only the nodes limit a search.
const DEPTH: i32 = 60;
/// The maximum length of a measured game; longer games end by chance.
const MAX_LENGTH: usize = 400;

/// The parameters of the experiment.
#[derive(Clone, Debug)]
pub struct ProofExperiment {
    /// The number of games.
    pub games: u64,
    /// The nodes per move of the games.
    pub nodes: u64,
    /// Random plies at the start of each game.
    pub random_plies: usize,
    /// The nodes per proof.
    pub proof_nodes: u64,
    /// The distances from the end in plies.
    pub distances: Vec<usize>,
    /// The seed of the random plies.
    pub seed: u64,
}

/// The results for one distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofRate {
    /// Plies before the end.
    pub distance: usize,
    /// Finished games of at least this length.
    pub games: u32,
    /// Positions proven to be won or lost.
    pub proven: u32,
    /// The total nodes of the proofs.
    pub nodes: u64,
}

impl fmt::Display for ProofRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProofRate {
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

/// The header of a table of [`ProofRate`].
pub const HEAD: &str = "distance games proven nodes each";

/// Plays the games in `state` and searches back from each end; `report` gets the table after each game.
/// `search_state` is cleared.
///
/// # Errors
/// The search refuses a legal position (a bug).
pub fn measure(
    state: &mut dyn GameState,
    search_state: &SearchState,
    trial: &ProofExperiment,
    mut report: impl FnMut(u64, &[ProofRate]),
) -> Result<Vec<ProofRate>, TuneError> {
    let rows = trial.distances.iter().map(|&distance| ProofRate {
        distance,
        ..ProofRate::default()
    });
    let mut rows: Vec<ProofRate> = rows.collect();
    let course = GameLimits {
        random_plies: trial.random_plies,
        longest: MAX_LENGTH,
    };
    for game in 0..trial.games {
        let mut source = SplitMix(nth_seed(trial.seed, game));
        search_state.clear();
        course.play(state, &mut source, |state, _| {
            Ok(search(state, &within(trial.nodes), search_state)?
                .best()
                .cloned())
        })?;
        let plies = match state.outcome() {
            Some(_) => state.plies(),
            None => 0,
        };
        for row in rows.iter_mut().filter(|row| row.distance <= plies) {
            let mut before = state.boxed_clone();
            // The game has at least this length.
            let _ = before.undo(row.distance);
            search_state.clear();
            let mut settings = within(trial.proof_nodes);
            settings.limits.depth = Some(DEPTH);
            let found = search(before.as_ref(), &settings, search_state)?;
            row.games += 1;
            if found.score.is_decided() {
                row.proven += 1;
                row.nodes += found.nodes;
            }
        }
        report(game + 1, &rows);
    }
    Ok(rows)
}
