//! The search without selectivity, for tests: its score must equal that of a plain negamax.

use std::sync::atomic::AtomicBool;

use crate::eval::Evaluated;
use crate::rules::Scope;

use super::SearchState;
use super::history::History;
use super::node_type::ExhaustivePv;
use super::picker::{Picker, QuietOrder};
use super::repetition::TableView;
use super::score::Score;
use super::window::Window;
use super::worker::{SharedState, Worker};

/// The score of `root` for the player to move: searches every legal move to `depth` plies and evaluates the
/// leaves, by alpha-beta with the table of `state`. A position repeated on the path is a draw.
pub fn exhaustive<P: Evaluated>(root: &P, depth: i32, state: &SearchState) -> Score {
    let stop = AtomicBool::new(false);
    let shared = SharedState::unlimited(TableView::new(&state.table, &[]), &stop);
    let mut history = History::new();
    let mut worker = Worker::new(&shared, root, &[], &mut history);
    let value = worker.search_node::<ExhaustivePv>(root, Window::FULL, depth, 0, None);
    // A search without limits is never stopped.
    value.unwrap_or(Score::ZERO)
}

/// The moves of a live position in the order in which a node of this depth searches them, and the moves
/// that complete a partial list.
pub fn order_of_moves<P: Evaluated>(root: &P, depth: i32) -> (Vec<P::Move>, Vec<P::Move>) {
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
