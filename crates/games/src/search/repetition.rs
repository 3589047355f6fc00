//! The transposition table as one search sees it.
//!
//! A position is *saturated* if one more occurrence draws. Results from before are not valid for lines
//! through a saturated position: wins and losses may become draws. So the keys of the saturated positions
//! are mixed into every table key. Most games have none.

use super::table::{Table, TableEntry};
use crate::board::keys::mix;

/// The results that are valid in one search.
#[derive(Clone, Copy, Debug)]
pub struct TableView<'a> {
    table: &'a Table,
    /// Mixed into every key; 0 if no position is saturated.
    salt: u64,
}

impl<'a> TableView<'a> {
    /// The results of `table` in a game with these saturated positions.
    pub fn new(table: &'a Table, saturated: &[u64]) -> TableView<'a> {
        let salt = saturated.iter().fold(0, |salt, &key| salt ^ mix(key));
        TableView { table, salt }
    }

    /// Whether any position is saturated. A move to a saturated position draws, even if the rules prove
    /// another result after it.
    pub fn has_saturated(self) -> bool {
        self.salt != 0
    }

    /// Loads what a probe of this key reads into the cache.
    #[inline]
    pub fn prefetch(self, key: u64) {
        self.table.prefetch(key ^ self.salt);
    }

    /// The stored result of the position with this key.
    #[inline]
    pub fn probe(self, key: u64) -> Option<TableEntry> {
        self.table.probe(key ^ self.salt)
    }

    /// Stores a result.
    #[inline]
    pub fn store(self, key: u64, entry: TableEntry) {
        self.table.store(key ^ self.salt, entry);
    }

    /// Takes more of the table into use if the part in use is half full.
    pub fn grow_if_full(self) {
        self.table.grow_if_full();
    }

    /// The permille of slots filled by the current search, estimated from a sample.
    pub fn hashfull(self) -> u32 {
        self.table.hashfull()
    }
}

/// The keys that occur at least `limit` - 1 times.
pub fn saturated(mut keys: Vec<u64>, limit: usize) -> Vec<u64> {
    keys.sort_unstable();
    let groups = keys.chunk_by(|one, other| one == other);
    let saturated = groups.filter(|group| group.len() + 1 >= limit);
    saturated
        .filter_map(|group| group.first().copied())
        .collect()
}
