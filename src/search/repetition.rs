//! The table as one search sees it.
//!
//! A position that has come so often that the next time is a draw is *spent*. What was found out about a position before is
//! worth nothing where a line goes through a spent one: a win is none any longer, nor is a loss. So results are
//! kept apart by what is spent; in nearly all games nothing is.

use super::table::{Table, TableEntry};
use crate::board::keys::mix;

/// The results that hold in one search.
#[derive(Clone, Copy, Debug)]
pub struct TableView<'a> {
    table: &'a Table,
    /// Goes into every key; 0 where nothing is spent.
    salt: u64,
}

impl<'a> TableView<'a> {
    /// The results of `table` in a game in which the positions of these keys are spent.
    pub fn new(table: &'a Table, saturated: &[u64]) -> TableView<'a> {
        let salt = saturated.iter().fold(0, |salt, &key| salt ^ mix(key));
        TableView { table, salt }
    }

    /// Whether some position is spent. A move that brings it about is a draw whatever the game knows of what
    /// comes after it.
    pub fn has_saturated(self) -> bool {
        self.salt != 0
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(self, key: u64) -> Option<TableEntry> {
        self.table.probe(key ^ self.salt)
    }

    /// Keeps a result.
    #[inline]
    pub fn store(self, key: u64, entry: TableEntry) {
        self.table.store(key ^ self.salt, entry);
    }

    /// The share of entries of the current search, in thousandths, from a sample.
    pub fn hashfull(self) -> u32 {
        self.table.hashfull()
    }
}

/// The keys that are there so often that once more makes `limit`.
pub fn saturated(mut keys: Vec<u64>, limit: usize) -> Vec<u64> {
    keys.sort_unstable();
    let alike = keys.chunk_by(|one, other| one == other);
    let saturated = alike.filter(|alike| alike.len() + 1 >= limit);
    saturated
        .filter_map(|alike| alike.first().copied())
        .collect()
}
