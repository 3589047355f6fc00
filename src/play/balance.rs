//! Judges by short searches whether a position is balanced.

use super::search::SearchContext;
use super::state::GameState;
use crate::search::{Limits, SearchState, Settings};

/// The nodes of the searches that evaluate a position. The first search rejects most positions; in ZÈRTZ
/// it still overlooks combinations, so a longer one follows.
const JUDGE_NODES: [u64; 2] = [2_000, 50_000];

/// Whether short searches see an advantage of at most `limit` centipawns for either player. The answer is the
/// same on every machine.
#[must_use]
pub fn is_balanced(state: &dyn GameState, limit: i32, search_state: &SearchState) -> bool {
    search_state.clear();
    JUDGE_NODES.into_iter().all(|nodes| {
        let settings = Settings::from(Limits {
            nodes: Some(nodes),
            ..Limits::default()
        });
        let report = state.search(&settings, &[], SearchContext::quiet(search_state));
        report.is_ok_and(|report| report.score.mate().is_none() && report.score.0.abs() <= limit)
    })
}
