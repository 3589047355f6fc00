//! The state kept between the searches of a game: the transposition table and the move-ordering
//! statistics.

use std::any::Any;
use std::sync::{Mutex, PoisonError};

use crate::eval::Evaluated;

use super::TableError;
use super::history::History;
use super::table::Table;

/// The memory that the search of any game needs beside its table.
const SEARCH_MEBIBYTES: usize = 4;

/// The transposition table and the histories of a player. Each search uses and updates them.
#[derive(Debug)]
pub struct SearchState {
    /// The transposition table, shared by all threads.
    pub(super) table: Table,
    /// The histories of all threads: a `Vec<History<P>>` of the last game searched.
    histories: Mutex<Option<Box<dyn Any + Send>>>,
}

impl SearchState {
    /// The default size of the table in MiB.
    pub const DEFAULT_MEBIBYTES: usize = 16;

    /// An empty state with a table of `mebibytes` MiB (1 or more).
    ///
    /// # Errors
    /// If the memory cannot be allocated, or if the table would leave too little for the search itself.
    pub fn new(mebibytes: usize) -> Result<SearchState, TableError> {
        if !is_available(mebibytes.saturating_add(SEARCH_MEBIBYTES)) {
            return Err(TableError { mebibytes });
        }
        Ok(SearchState {
            table: Table::new(mebibytes)?,
            histories: Mutex::new(None),
        })
    }

    /// An empty state with the largest table that fits, when one of `refused` MiB does not: of the default
    /// size or less.
    ///
    /// # Errors
    /// If not even 1 MiB fits.
    pub fn smaller_than(refused: usize) -> Result<SearchState, TableError> {
        let mut mebibytes = SearchState::DEFAULT_MEBIBYTES.min(refused / 2).max(1);
        loop {
            match SearchState::new(mebibytes) {
                Err(_) if mebibytes > 1 => mebibytes /= 2,
                result => return result,
            }
        }
    }

    /// The size of the table in MiB.
    #[must_use]
    pub fn mebibytes(&self) -> usize {
        self.table.mebibytes()
    }

    /// Removes all results and statistics.
    pub fn clear(&self) {
        self.table.clear();
        *self.lock() = None;
    }

    /// Takes the histories for `threads` threads, aged for a new search. Histories that do not exist or
    /// belong to another game are empty.
    pub(super) fn take_histories<P: Evaluated>(&self, threads: usize) -> Vec<History<P>> {
        let stored = self.lock().take().and_then(|any| any.downcast().ok());
        let mut histories: Vec<History<P>> = stored.map(|stored| *stored).unwrap_or_default();
        histories.iter_mut().for_each(History::new_search);
        histories.resize_with(threads, History::new);
        histories
    }

    /// Stores the histories for the next search.
    pub(super) fn store_histories<P: Evaluated>(&self, histories: Vec<History<P>>) {
        *self.lock() = Some(Box::new(histories));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Box<dyn Any + Send>>> {
        // The value is only ever replaced as a whole, so it is valid even after a panic.
        self.histories
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether this much memory can be allocated. Test the total at once: the memory
/// of a table that is freed again is not always given back to other threads.
fn is_available(mebibytes: usize) -> bool {
    let mut memory: Vec<u8> = Vec::new();
    let bytes = mebibytes.saturating_mul(1 << 20);
    let result = memory.try_reserve_exact(bytes);
    // Otherwise the compiler may omit the allocation.
    std::hint::black_box(&memory);
    result.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{dvonn, gipf};
    use crate::rules::Side;

    /// The history value of one quiet move in the first thread.
    fn order_score<P: Evaluated>(histories: &[History<P>]) -> i32 {
        histories[0].value(Side::One, None, 7)
    }

    fn trained_state() -> SearchState {
        let state = SearchState::new(1).expect("1 MiB can be allocated");
        let mut histories = state.take_histories::<gipf::Position>(2);
        histories[0].update(Side::One, None, 7, 1000);
        state.store_histories(histories);
        state
    }

    #[test]
    fn the_next_search_starts_with_halved_histories() {
        let histories = trained_state().take_histories::<gipf::Position>(3);
        assert_eq!(histories.len(), 3);
        assert_eq!(order_score(&histories), 500);
    }

    #[test]
    fn histories_are_empty_for_another_game_and_after_clear() {
        assert_eq!(
            order_score(&trained_state().take_histories::<dvonn::Position>(1)),
            0
        );
        let state = trained_state();
        state.clear();
        assert_eq!(order_score(&state.take_histories::<gipf::Position>(1)), 0);
    }
}
