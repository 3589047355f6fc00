//! The course of a game that measures something: random plies first, then what the measurement chooses.

use crate::board::keys::SplitMix;
use crate::play::search::{SearchContext, SearchReport};
use crate::play::state::GameState;
use crate::search::{SearchState, Settings};

use super::TuneError;

/// How a game begins and how long it may become.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameLimits {
    /// Random plies at the start.
    pub random_plies: usize,
    /// A longer game is left without a result: neither player knows how to end it.
    pub longest: usize,
}

impl GameLimits {
    /// Plays a game in `state` from its start to its end, or to its longest length. After the random plies `choose`
    /// says what is played, by the same source of chance.
    ///
    /// # Errors
    /// Those of `choose`, and when the seat refuses a move of its own, which would be a fault of the program.
    pub(super) fn play(
        self,
        state: &mut dyn GameState,
        source: &mut SplitMix,
        mut choose: impl FnMut(&dyn GameState, &mut SplitMix) -> Result<Option<String>, TuneError>,
    ) -> Result<(), TuneError> {
        // Taking back what was played is always possible.
        let _ = state.undo(state.plies());
        while state.outcome().is_none() && state.plies() < self.longest {
            let token = if state.plies() < self.random_plies {
                any_legal(state, source)
            } else {
                choose(state, source)?
            };
            let Some(token) = token else { break };
            state
                .play(&[token])
                .map_err(|error| TuneError::Search(error.to_string()))?;
        }
        Ok(())
    }
}

/// Any legal move; none in a finished game.
pub(super) fn any_legal(state: &dyn GameState, source: &mut SplitMix) -> Option<String> {
    let legal = state.legal();
    legal.get(source.below(legal.len())).cloned()
}

/// What a search says of the position in `state`.
///
/// # Errors
/// When it refuses a position of its own game, which would be a fault of the program.
pub(super) fn search(
    state: &dyn GameState,
    settings: &Settings,
    memory: &SearchState,
) -> Result<SearchReport, TuneError> {
    let thought = state.search(settings, &[], SearchContext::quiet(memory));
    thought.map_err(|error| TuneError::Search(error.to_string()))
}

/// A table of so many MiB.
///
/// # Errors
/// When there is no memory for it.
pub(super) fn memory(mebibytes: usize) -> Result<SearchState, TuneError> {
    SearchState::new(mebibytes).map_err(|error| TuneError::Search(error.to_string()))
}
