//! The search without its guesses, for tests: its value must be that of a plain negamax.

use std::sync::atomic::AtomicBool;

use crate::rules::{Scope, SearchSupport};

use super::SearchState;
use super::history::History;
use super::node_type::ExhaustivePv;
use super::picker::{Picker, QuietOrder};
use super::repetition::TableView;
use super::score::Score;
use super::window::Window;
use super::worker::{SharedState, Worker};

/// The value of `root` for its player: every legal move to `depth` plies, the evaluation there,
/// by alpha-beta with the table of `memory`. A position repeated on the line counts as a draw.
pub fn exhaustive<P: SearchSupport>(root: &P, depth: i32, memory: &SearchState) -> Score {
    let stop = AtomicBool::new(false);
    let shared = SharedState::unlimited(TableView::new(&memory.table, &[]), &stop);
    let mut history = History::new();
    let mut worker = Worker::new(&shared, root, &[], &mut history);
    let value = worker.search_node::<ExhaustivePv>(root, Window::FULL, depth, 0, None);
    // Without limits the search always comes to its end.
    value.unwrap_or(Score::ZERO)
}

/// The moves of a live position in the order in which a node of that remaining depth looks at them,
/// and those by which a partial list is widened.
pub fn order_of_moves<P: SearchSupport>(root: &P, depth: i32) -> (Vec<P::Move>, Vec<P::Move>) {
    let history = History::new();
    let order = QuietOrder {
        history: &history,
        ply: 0,
        previous_index: None,
    };
    let mut picker = Picker::new(root, Scope::Main { depth }, Vec::new(), None, order);
    let all = |picker: &mut Picker<P>| std::iter::from_fn(|| picker.next()).map(|p| p.m).collect();
    let listed = all(&mut picker);
    let added = if picker.add_remaining(root) {
        all(&mut picker)
    } else {
        Vec::new()
    };
    (listed, added)
}
