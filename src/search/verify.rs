//! The search without its guesses, for tests: its value must be that of a plain negamax.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

use crate::rules::Judge;

use super::alphabeta::Window;
use super::clock::Deadlines;
use super::history::History;
use super::score::Score;
use super::worker::{Method, Shared, Worker};
use super::{Limits, Memory};

/// The value of `root` for its player: every legal move to `depth` plies, the evaluation there,
/// by alpha-beta with the table of `memory`. A position repeated on the line counts as a draw.
pub fn exhaustive<P: Judge>(root: &P, depth: i32, memory: &Memory) -> Score {
    let stop = AtomicBool::new(false);
    let shared = Shared {
        table: &memory.table,
        stop: &stop,
        over: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        deadlines: Deadlines::plan(&Limits::default(), Instant::now()),
        node_limit: u64::MAX,
        threads: 1,
    };
    let mut history = History::new();
    let mut worker = Worker::new(&shared, root, &[], Method::Exhaustive, &mut history);
    let window = Window {
        alpha: -Score::INFINITE.0,
        beta: Score::INFINITE.0,
        depth,
    };
    // Without limits the search always comes to its end.
    Score(worker.node(root, window, 0, None).unwrap_or(0))
}
