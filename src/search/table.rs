//! The transposition table: results by position key, shared by all threads without locks.
//!
//! An entry is two atomic words, `key ^ data` and `data`. Two threads that write the same entry at
//! once may leave a mixed pair; then the words no longer match the key and the entry is ignored, so
//! a torn write costs a result but never invents one (Hyatt and Mann, "A lock-less transposition
//! table implementation for parallel search", 2002). Relaxed ordering suffices for the same reason.
//!
//! ```text
//! data:  bits 0-15 score | 16-31 evaluation | 32-47 move tag | 48-55 depth | 56-57 bound | 58-63 age
//! ```

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::Bound;
use super::room::{self, is_room_for};

/// Entries that share an index: one cache line.
const BUCKET: usize = 4;
const AGES: u8 = 64;

/// One table of results.
#[derive(Debug)]
pub struct Table {
    entries: Vec<Entry>,
    buckets: usize,
    mebibytes: usize,
    age: AtomicU8,
}

#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The value, counted from this position (not from the root).
    pub score: i32,
    /// The static evaluation, or [`Known::NO_EVAL`].
    pub eval: i32,
    /// The tag of the best move found; 0 when there is none.
    pub tag: u16,
    /// The depth searched, in plies.
    pub depth: i32,
    /// Which side of the true value `score` is on.
    pub bound: Bound,
}

impl Known {
    /// Stands for "not evaluated".
    pub const NO_EVAL: i32 = i16::MIN as i32;

    const fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        (self.score as i16 as u16 as u64)
            | (self.eval as i16 as u16 as u64) << 16
            | (self.tag as u64) << 32
            | (self.depth as u8 as u64) << 48
            | bound << 56
            | (age as u64) << 58
    }

    const fn unpack(data: u64) -> Option<Known> {
        let bound = match data >> 56 & 3 {
            0 => return None,
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        Some(Known {
            score: data as u16 as i16 as i32,
            eval: (data >> 16) as u16 as i16 as i32,
            tag: (data >> 32) as u16,
            depth: (data >> 48) as u8 as i32,
            bound,
        })
    }
}

impl Table {
    /// An empty table of `mebibytes` MiB (1 or more).
    ///
    /// # Errors
    /// When the memory cannot be had. Nothing is allocated beyond what the system says is free, and
    /// room for a search is left.
    pub fn new(mebibytes: usize) -> Result<Table, TableError> {
        let failed = TableError { mebibytes };
        let buckets =
            mebibytes.max(1).checked_mul(1 << 20).ok_or(failed)? / (BUCKET * size_of::<Entry>());
        // An over-committing system grants what it does not have and kills the process later.
        if free_mebibytes().is_some_and(|free| mebibytes > free) {
            return Err(failed);
        }
        let mut entries = Vec::new();
        entries
            .try_reserve_exact(buckets * BUCKET)
            .map_err(|_| failed)?;
        // The smallest table is better than none.
        if mebibytes > 1 && !is_room_for(room::SEARCH) {
            return Err(failed);
        }
        entries.resize_with(buckets * BUCKET, Entry::default);
        Ok(Table {
            entries,
            buckets,
            mebibytes,
            age: AtomicU8::new(0),
        })
    }

    /// Its size in MiB.
    #[must_use]
    pub fn mebibytes(&self) -> usize {
        self.mebibytes
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for entry in &self.entries {
            entry.check.store(0, Relaxed);
            entry.data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// Begins a new search: older entries are the first to be replaced from now on.
    pub fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// What is known of the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Known> {
        self.bucket(key).iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            (entry.check.load(Relaxed) ^ data == key)
                .then(|| Known::unpack(data))
                .flatten()
        })
    }

    /// Keeps a result, in place of an older one of the same position or of the least useful one.
    #[inline]
    pub fn store(&self, key: u64, known: Known) {
        let age = self.age.load(Relaxed);
        let mut worst = None;
        let mut worst_value = i32::MAX;
        for entry in self.bucket(key) {
            let data = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ data == key {
                worst = Some(entry);
                break;
            }
            let generations = i32::from((age + AGES - (data >> 58) as u8) % AGES);
            let value = match Known::unpack(data) {
                Some(old) => old.depth - 8 * generations,
                None => i32::MIN,
            };
            if value < worst_value {
                worst_value = value;
                worst = Some(entry);
            }
        }
        if let Some(entry) = worst {
            let data = known.pack(age);
            entry.check.store(key ^ data, Relaxed);
            entry.data.store(data, Relaxed);
        }
    }

    /// The share of entries of the current search, in thousandths, from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let age = u64::from(self.age.load(Relaxed));
        let sample = &self.entries[..self.entries.len().min(1000)];
        let used = sample
            .iter()
            .map(|entry| entry.data.load(Relaxed))
            .filter(|data| data >> 56 & 3 != 0 && data >> 58 == age)
            .count();
        (used * 1000 / sample.len().max(1)) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Entry] {
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        &self.entries[index * BUCKET..][..BUCKET]
    }
}

/// Memory that the system could hand out, in MiB, where it tells.
fn free_mebibytes() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find(|line| line.starts_with("MemAvailable:"))?;
    let kibibytes: usize = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes / 1024)
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

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Known = Known {
        score: -31_990,
        eval: Known::NO_EVAL,
        tag: 0xbeef,
        depth: 37,
        bound: Bound::Upper,
    };

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let table = Table::new(1).expect("a mebibyte is to be had");
        assert_eq!(table.probe(42), None);
        table.store(42, KNOWN);
        assert_eq!(table.probe(42), Some(KNOWN));
        assert_eq!(table.probe(43), None);
        table.clear();
        assert_eq!(table.probe(42), None);
    }

    #[test]
    fn old_and_shallow_entries_are_replaced_first() {
        let table = Table::new(1).expect("a mebibyte is to be had");
        let at = |depth| Known { depth, ..KNOWN };
        (0..4).for_each(|key| table.store(key, at(10 + key as i32)));
        table.store(4, at(1));
        assert_eq!(table.probe(0), None);
        assert_eq!(table.probe(3), Some(at(13)));
        table.grow_older();
        table.grow_older();
        table.store(5, at(1));
        table.store(6, at(1));
        assert_eq!(table.probe(4), None);
        assert_eq!(table.probe(5), Some(at(1)));
    }

    #[test]
    fn a_table_beyond_all_memory_is_refused() {
        assert!(Table::new(1 << 30).is_err());
        assert!(Table::new(usize::MAX).is_err());
    }
}
