//! What one search leaves for the next one of the same game: results by position, and what the
//! moves were worth.

use std::any::Any;
use std::sync::{Mutex, PoisonError};

use crate::rules::SearchSupport;

use super::TableError;
use super::history::History;
use super::table::Table;

/// The memory of a player; a search borrows it and leaves it wiser.
#[derive(Debug)]
pub struct SearchState {
    /// Results by position, for all threads.
    pub(super) table: Table,
    /// The move statistics of each thread, a `Vec<History<P>>` of the game played last.
    histories: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Default for SearchState {
    /// An empty memory with a table of [`SearchState::DEFAULT_MEBIBYTES`]. Where the system has none, the
    /// process ends.
    fn default() -> SearchState {
        SearchState::of(Table::from_slots(
            Vec::new(),
            SearchState::DEFAULT_MEBIBYTES,
        ))
    }
}

impl SearchState {
    /// The size of the table where none is asked for, in MiB.
    pub const DEFAULT_MEBIBYTES: usize = 16;

    fn of(table: Table) -> SearchState {
        SearchState {
            table,
            histories: Mutex::new(None),
        }
    }

    /// An empty memory with a table of `mebibytes` MiB (1 or more).
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(mebibytes: usize) -> Result<SearchState, TableError> {
        Ok(SearchState::of(Table::new(mebibytes)?))
    }

    /// The size of its table in MiB.
    #[must_use]
    pub fn mebibytes(&self) -> usize {
        self.table.mebibytes()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.table.clear();
        *self.lock() = None;
    }

    /// Takes out the statistics for so many threads, older than before; empty ones where there are
    /// none of this game.
    pub(super) fn take_histories<P: SearchSupport>(&self, threads: usize) -> Vec<History<P>> {
        let kept = self.lock().take().and_then(|any| any.downcast().ok());
        let mut histories: Vec<History<P>> = kept.map(|kept| *kept).unwrap_or_default();
        histories.iter_mut().for_each(History::new_search);
        histories.resize_with(threads, History::new);
        histories
    }

    /// Keeps the statistics for the next search.
    pub(super) fn store_histories<P: SearchSupport>(&self, histories: Vec<History<P>>) {
        *self.lock() = Some(Box::new(histories));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Box<dyn Any + Send>>> {
        // Only whole values are put in, so what a thread that died left behind is sound.
        self.histories
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{dvonn, gipf};
    use crate::rules::Side;

    /// What the first thread's statistics say of one quiet move.
    fn order_score<P: SearchSupport>(histories: &[History<P>]) -> i32 {
        histories[0].value(Side::One, None, 7)
    }

    fn learned() -> SearchState {
        let memory = SearchState::new(1).expect("a mebibyte is to be had");
        let mut histories = memory.take_histories::<gipf::Position>(2);
        histories[0].update(Side::One, None, 7, 1000);
        memory.store_histories(histories);
        memory
    }

    #[test]
    fn the_next_search_begins_with_half_of_what_was_learned() {
        let histories = learned().take_histories::<gipf::Position>(3);
        assert_eq!(histories.len(), 3);
        assert_eq!(order_score(&histories), 500);
    }

    #[test]
    fn another_game_and_a_cleared_memory_know_nothing() {
        assert_eq!(
            order_score(&learned().take_histories::<dvonn::Position>(1)),
            0
        );
        let memory = learned();
        memory.clear();
        assert_eq!(order_score(&memory.take_histories::<gipf::Position>(1)), 0);
    }
}
