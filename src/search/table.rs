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

#![allow(
    clippy::indexing_slicing,
    reason = "plies, slots and places in lists are made by the loops beside them"
)]

use std::num::NonZeroU16;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::params::TABLE_AGING;
use super::window::Window;
use super::{Bound, Score};

/// Slots that share an index: one cache line.
const BUCKET: usize = 4;
const AGES: u8 = 64;
/// Stands for "not evaluated" in the bits of an entry.
const NO_EVAL: i16 = i16::MIN;

/// One table of results.
#[derive(Debug)]
pub struct Table {
    slots: Vec<Slot>,
    buckets: usize,
    mebibytes: usize,
    age: AtomicU8,
}

/// A place for an entry.
#[derive(Debug, Default)]
pub struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The value, counted from this position (not from the root).
    pub score: i32,
    /// The static evaluation; `None` where it says nothing.
    pub eval: Option<Score>,
    /// The tag of the best move found; `None` when there is none.
    pub move_hash: Option<NonZeroU16>,
    /// The depth searched, in plies.
    pub depth: i32,
    /// Which side of the true value `score` is on.
    pub bound: Bound,
}

impl TableEntry {
    const fn pack(self, age: u8) -> u64 {
        debug_assert!(self.depth >= 0 && self.depth <= u8::MAX as i32);
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let eval = match self.eval {
            Some(eval) => eval.0 as i16,
            None => NO_EVAL,
        };
        let move_hash = match self.move_hash {
            Some(move_hash) => move_hash.get(),
            None => 0,
        };
        (self.score as i16 as u16 as u64)
            | (eval as u16 as u64) << 16
            | (move_hash as u64) << 32
            | (self.depth as u8 as u64) << 48
            | bound << 56
            | (age as u64) << 58
    }

    const fn unpack(data: u64) -> Option<TableEntry> {
        let bound = match data >> 56 & 3 {
            0 => return None,
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        let eval = match (data >> 16) as u16 as i16 {
            NO_EVAL => None,
            eval => Some(Score(eval as i32)),
        };
        Some(TableEntry {
            score: data as u16 as i16 as i32,
            eval,
            move_hash: NonZeroU16::new((data >> 32) as u16),
            depth: (data >> 48) as u8 as i32,
            bound,
        })
    }

    /// The value, if it ends a node with this window and depth, `ply` plies below the root. What is proven
    /// is proven at any depth.
    pub(super) fn cutoff(self, window: Window, depth: i32, ply: i32) -> Option<Score> {
        if self.depth < depth {
            let proof = self.proof(ply)?;
            let enough = if proof.is_win() {
                proof >= window.beta
            } else {
                proof <= window.alpha
            };
            return enough.then_some(proof);
        }
        let score = Score::from_node_to_root(self.score, ply);
        let enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        enough.then_some(score)
    }

    /// The value, `ply` plies below the root, if it is a proven win or loss: then the bound is on the side
    /// of the proof.
    pub(super) fn proof(self, ply: i32) -> Option<Score> {
        let score = Score::from_node_to_root(self.score, ply);
        let proven = match self.bound {
            Bound::Exact => score.is_decided(),
            Bound::Lower => score.is_win(),
            Bound::Upper => score.is_loss(),
        };
        proven.then_some(score)
    }

    /// What is known now, where `old` was known: a bound from the other side that meets a proof makes it the
    /// value. Alone it would not be proven any longer.
    fn after(self, old: TableEntry) -> TableEntry {
        let meets = self.score == old.score && self.proof(0).is_none() && old.proof(0).is_some();
        TableEntry {
            bound: if meets { Bound::Exact } else { self.bound },
            ..self
        }
    }
}

impl Table {
    /// An empty table of `mebibytes` MiB (1 or more).
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(mebibytes: usize) -> Result<Table, TableError> {
        let failed = TableError { mebibytes };
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(failed)?;
        let mut slots = Vec::new();
        slots
            .try_reserve_exact(bytes / size_of::<Slot>())
            .map_err(|_| failed)?;
        Ok(Table::filling(slots, mebibytes.max(1)))
    }

    /// An empty table of `mebibytes` MiB (1 or more) in `slots`, which get the memory that they do not
    /// have yet; the process ends where there is none.
    pub fn filling(mut slots: Vec<Slot>, mebibytes: usize) -> Table {
        let buckets = (mebibytes << 20) / (BUCKET * size_of::<Slot>());
        slots.resize_with(buckets * BUCKET, Slot::default);
        Table {
            slots,
            buckets,
            mebibytes,
            age: AtomicU8::new(0),
        }
    }

    /// Its size in MiB.
    #[must_use]
    pub fn mebibytes(&self) -> usize {
        self.mebibytes
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in &self.slots {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
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
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key)
                .then(|| TableEntry::unpack(data))
                .flatten()
        })
    }

    /// Keeps a result, in place of an older one of the same position or of the least useful one.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TableEntry) {
        let age = self.age.load(Relaxed);
        let mut worst = None;
        let mut worst_value = i32::MAX;
        for slot in self.bucket(key) {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                worst = Some(slot);
                if let Some(old) = TableEntry::unpack(data) {
                    entry = entry.after(old);
                }
                break;
            }
            let generations = i32::from((age + AGES - (data >> 58) as u8) % AGES);
            let value = match TableEntry::unpack(data) {
                Some(old) => old.depth - TABLE_AGING.get() * generations,
                None => i32::MIN,
            };
            if value < worst_value {
                worst_value = value;
                worst = Some(slot);
            }
        }
        if let Some(slot) = worst {
            let data = entry.pack(age);
            slot.check.store(key ^ data, Relaxed);
            slot.data.store(data, Relaxed);
        }
    }

    /// The share of entries of the current search, in thousandths, from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let age = u64::from(self.age.load(Relaxed));
        let sample = &self.slots[..self.slots.len().min(1000)];
        let used = sample
            .iter()
            .map(|slot| slot.data.load(Relaxed))
            .filter(|data| data >> 56 & 3 != 0 && data >> 58 == age)
            .count();
        (used * 1000 / sample.len().max(1)) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        &self.slots[index * BUCKET..][..BUCKET]
    }
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

    const ENTRY: TableEntry = TableEntry {
        score: -31_990,
        eval: None,
        move_hash: NonZeroU16::new(0xbeef),
        depth: 37,
        bound: Bound::Upper,
    };

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let table = Table::new(1).expect("a mebibyte is to be had");
        assert_eq!(table.probe(42), None);
        table.store(42, ENTRY);
        assert_eq!(table.probe(42), Some(ENTRY));
        assert_eq!(table.probe(43), None);
        table.clear();
        assert_eq!(table.probe(42), None);
    }

    #[test]
    fn what_is_proven_is_proven_at_any_depth() {
        let entry = |score: Score, bound| TableEntry {
            score: score.0,
            bound,
            depth: 1,
            ..ENTRY
        };
        let (win, loss) = (Score::win_in(9), Score::loss_in(8));
        let cutoff = |score, bound, alpha| {
            let window = Window::null(alpha);
            entry(score, bound).cutoff(window, 6, 0)
        };
        assert_eq!(cutoff(win, Bound::Lower, Score(50)), Some(win));
        assert_eq!(cutoff(win, Bound::Exact, Score(50)), Some(win));
        assert_eq!(cutoff(loss, Bound::Upper, Score(50)), Some(loss));
        // A shorter win may be there, or a loss that comes later.
        assert_eq!(cutoff(win, Bound::Exact, win), None);
        assert_eq!(cutoff(loss, Bound::Exact, loss - 1), None);
        // These prove nothing.
        assert_eq!(cutoff(win, Bound::Upper, win), None);
        assert_eq!(cutoff(loss, Bound::Lower, loss - 1), None);
        assert_eq!(cutoff(Score(900), Bound::Lower, Score(50)), None);
        assert_eq!(entry(win, Bound::Exact).proof(2), Some(win - 2));
        assert_eq!(entry(win, Bound::Upper).proof(0), None);
        assert_eq!(entry(Score(900), Bound::Exact).proof(0), None);
    }

    #[test]
    fn a_bound_that_meets_a_proof_leaves_it_proven() {
        let table = Table::new(1).expect("a mebibyte is to be had");
        let entry = |score: Score, bound, depth| TableEntry {
            score: score.0,
            bound,
            depth,
            ..ENTRY
        };
        let after = |old, new| {
            table.clear();
            table.store(42, old);
            table.store(42, new);
            table.probe(42)
        };
        let (win, loss) = (Score::win_in(9), Score::loss_in(8));
        for (score, proof, other) in [
            (win, Bound::Lower, Bound::Upper),
            (loss, Bound::Upper, Bound::Lower),
        ] {
            let proven = entry(score, proof, 3);
            let exact = entry(score, Bound::Exact, 4);
            assert_eq!(after(proven, entry(score, other, 4)), Some(exact));
            assert_eq!(after(exact, entry(score, other, 4)), Some(exact));
            // Two bounds that do not meet, or on one side, or of a value that is not proven.
            let apart = entry(score - 1, other, 4);
            assert_eq!(after(proven, apart), Some(apart));
            let deeper = entry(score, proof, 4);
            assert_eq!(after(proven, deeper), Some(deeper));
            let guess = |bound| entry(Score(90), bound, 4);
            assert_eq!(after(guess(proof), guess(other)), Some(guess(other)));
        }
    }

    #[test]
    fn old_and_shallow_entries_are_replaced_first() {
        let table = Table::new(1).expect("a mebibyte is to be had");
        let at = |depth| TableEntry { depth, ..ENTRY };
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
