//! Games of an experiment: random plies first, then the moves that the experiment chooses.

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::play::search::{SearchContext, SearchReport};
use ringstack_engine::play::state::GameState;
use ringstack_engine::search::{Limits, SearchState, Settings};

use super::TuneError;

/// The beginning and the maximum length of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameLimits {
    /// Random plies at the start.
    pub random_plies: usize,
    /// The maximum length; a longer game has no result, as neither player can end it.
    pub longest: usize,
}

impl GameLimits {
    /// Plays a game in `state` from its start to its end or its maximum length. After the random plies
    /// `choose` returns the moves; it gets the same random generator.
    ///
    /// # Errors
    /// Errors of `choose`, or a legal move is refused (a bug).
    pub(super) fn play(
        self,
        state: &mut dyn GameState,
        source: &mut SplitMix,
        mut choose: impl FnMut(&dyn GameState, &mut SplitMix) -> Result<Option<String>, TuneError>,
    ) -> Result<(), TuneError> {
        // Played moves can always be undone.
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

/// A random legal move; `None` in a finished game.
pub(super) fn any_legal(state: &dyn GameState, source: &mut SplitMix) -> Option<String> {
    let legal = state.legal();
    legal.get(source.below(legal.len())).cloned()
}

/// Searches the position in `state`.
///
/// # Errors
/// The search refuses a legal position (a bug).
pub(super) fn search(
    state: &dyn GameState,
    settings: &Settings,
    search_state: &SearchState,
) -> Result<SearchReport, TuneError> {
    search_moves(state, settings, &[], search_state)
}

/// Searches these moves; all if there are none.
///
/// # Errors
/// The search refuses a legal move (a bug).
pub(super) fn search_moves(
    state: &dyn GameState,
    settings: &Settings,
    moves: &[String],
    search_state: &SearchState,
) -> Result<SearchReport, TuneError> {
    let moves = state.root_moves(moves);
    let moves = moves.map_err(|error| TuneError::Search(error.to_string()))?;
    Ok(state.search(settings, &moves, SearchContext::quiet(search_state)))
}

/// The settings of a search with this number of nodes.
pub(super) fn within(nodes: u64) -> Settings {
    Settings::from(Limits {
        nodes: Some(nodes),
        ..Limits::default()
    })
}

/// A search state with a hash table of this size in MiB.
///
/// # Errors
/// There is not enough memory.
pub(super) fn new_search_state(mebibytes: usize) -> Result<SearchState, TuneError> {
    SearchState::new(mebibytes).map_err(|error| TuneError::Search(error.to_string()))
}
