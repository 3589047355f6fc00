//! The transposition table.

/// A table of results by position key, shared by the threads of a search.
#[derive(Debug)]
pub struct Table {
    mebibytes: usize,
}

impl Table {
    /// A table of `mebibytes` MiB.
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(mebibytes: usize) -> Result<Table, TableError> {
        Ok(Table { mebibytes })
    }

    /// Its size in MiB.
    #[must_use]
    pub fn mebibytes(&self) -> usize {
        self.mebibytes
    }

    /// Forgets everything.
    pub fn clear(&self) {}
}

/// The memory for a table could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableError {
    /// The size asked for in MiB.
    pub mebibytes: usize,
}

impl std::fmt::Display for TableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no memory for a hash table of {} MiB", self.mebibytes)
    }
}

impl std::error::Error for TableError {}
