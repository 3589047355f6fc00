//! Judges by short searches whether a position is balanced.

use super::search::SearchContext;
use super::state::{GameState, RootMoves};
use ringstack_games::search::{Limits, SearchState, Settings};

/// Whether searches of these `nodes`, in sequence, see an advantage of at most `limit` centipawns for either
/// player. The answer is the same on every machine. A short first search saves time: it rejects most
/// positions.
#[must_use]
pub fn is_balanced(
    state: &dyn GameState,
    limit: i32,
    nodes: &[u64],
    search_state: &SearchState,
) -> bool {
    search_state.clear();
    nodes.iter().all(|&nodes| {
        let settings = Settings::from(Limits {
            nodes: Some(nodes),
            ..Limits::default()
        });
        let context = SearchContext::quiet(search_state);
        let report = state.search(&settings, &RootMoves::all(), context);
        report.score.mate().is_none() && report.score.0.abs() <= limit
    })
}
