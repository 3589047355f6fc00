//! The transposition table: search results by position key, shared by all threads without locks.
//!
//! An entry consists of two atomic words, `key ^ data` and `data`. If two threads write the same entry
//! at the same time, the words may not belong together. They then do not match the key and the entry is
//! ignored: a torn write can lose a result but never yields a wrong one (Hyatt and Mann, "A lock-less transposition
//! table implementation for parallel search", 2002). Relaxed ordering suffices for the same reason.
//!
//! ```text
//! data:  bits 0-15 score | 16-31 evaluation | 32-47 move hash | 48-55 depth | 56-57 bound | 58-63 age
//! ```
//!
//! A search uses a part of the buckets that fits into the cache of a processor, and twice as many whenever half of the
//! part is full: with all buckets from the start, almost every probe would wait for memory. A search for a win within some
//! plies needs its results more than speed and uses all buckets.

use std::num::{NonZeroU16, NonZeroUsize};
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread::{self, Builder};

use thiserror::Error;

use bytemuck::allocation::try_zeroed_slice_box;
use prefetch_index::prefetch_index;

use super::params::TABLE_AGING;
use super::window::Window;
use super::{Bound, Score};

/// Slots per bucket: one cache line.
const BUCKET: usize = 4;
/// The bytes of a bucket, at an address that is a multiple of them.
const CACHE_LINE: usize = BUCKET * size_of::<Slot>();
const AGES: u8 = 64;
/// The number of buckets in use after [`Table::clear`], a power of two: half a MiB.
const FIRST_BUCKETS: usize = (1 << 19) / CACHE_LINE;
/// The number of buckets in use doubles when the current search has filled this share of them, in permille.
const FULL: u32 = 500;
/// The number of slots from which the fill of the table is estimated.
const SAMPLE: usize = 1000;
/// Tables of this size or more are cleared by several threads, in MiB.
const PARALLEL_MEBIBYTES: usize = 64;
/// The bits of an entry without a static evaluation.
const NO_EVAL: i16 = i16::MIN;

/// A transposition table.
#[derive(Debug)]
pub struct Table {
    slots: Box<[Slot]>,
    /// The first slot at the beginning of a cache line.
    first: usize,
    buckets: usize,
    /// The bits of a bucket's number that count: the buckets in use are those up to this number. One less than a power of
    /// two.
    mask: AtomicUsize,
    mebibytes: usize,
    age: AtomicU8,
}

/// The storage of one entry: `key ^ data` and `data`. An array, because the standard library allocates zeroed
/// memory for atomics only one by one, and `bytemuck` for arrays of them.
type Slot = [AtomicU64; 2];

/// A search result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The score. Mate scores count from this position, not from the root.
    pub score: i32,
    /// The static evaluation; `None` if the node has none.
    pub eval: Option<Score>,
    /// The hash of the best move; `None` if there is none.
    pub move_hash: Option<NonZeroU16>,
    /// The search depth in plies.
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

    /// The score, if it allows a cutoff at a node with this window and depth, `ply` plies below the root.
    /// A proven score is valid at any depth.
    pub(super) fn cutoff(self, window: Window, depth: i32, ply: i32) -> Option<Score> {
        if self.depth < depth {
            let proof = self.proof(ply)?;
            let is_cutoff = if proof.is_win() {
                proof >= window.beta
            } else {
                proof <= window.alpha
            };
            return is_cutoff.then_some(proof);
        }
        let score = Score::from_node_to_root(self.score, ply);
        let is_cutoff = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        is_cutoff.then_some(score)
    }

    /// The score at a node `ply` plies below the root, if it is a proven win or loss. A win needs a lower
    /// bound, a loss an upper bound.
    pub(super) fn proof(self, ply: i32) -> Option<Score> {
        let score = Score::from_node_to_root(self.score, ply);
        let is_proven = match self.bound {
            Bound::Exact => score.is_decided(),
            Bound::Lower => score.is_win(),
            Bound::Upper => score.is_loss(),
        };
        is_proven.then_some(score)
    }

    /// The evaluation `eval` of the same position, improved by the score: a search knows more.
    pub(super) fn refine(self, eval: Score) -> Score {
        let score = Score(self.score);
        if score.is_decided() {
            return eval;
        }
        match self.bound {
            Bound::Exact => score,
            Bound::Lower => eval.max(score),
            Bound::Upper => eval.min(score),
        }
    }

    /// The entry to store in place of `old`. If this bound meets an older proof from the other side, the
    /// score is exact. The new bound alone would lose the proof.
    fn merged_with(self, old: TableEntry) -> TableEntry {
        let meets_proof =
            self.score == old.score && self.proof(0).is_none() && old.proof(0).is_some();
        TableEntry {
            bound: if meets_proof {
                Bound::Exact
            } else {
                self.bound
            },
            ..self
        }
    }
}

impl Table {
    /// An empty table of `mebibytes` MiB (1 or more).
    ///
    /// # Errors
    /// If the memory cannot be allocated.
    pub fn new(mebibytes: usize) -> Result<Table, TableError> {
        let mebibytes = mebibytes.max(1);
        let failed = TableError { mebibytes };
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(failed)?;
        // The spare slots leave room for the beginning of a cache line, so that the number of buckets, and with it
        // the search, does not depend on the address.
        let count = bytes / size_of::<Slot>() + BUCKET - 1;
        let slots = try_zeroed_slice_box(count).map_err(|()| failed)?;
        Ok(Table::with_slots(slots, mebibytes))
    }

    fn with_slots(slots: Box<[Slot]>, mebibytes: usize) -> Table {
        let offset = slots.as_ptr().align_offset(CACHE_LINE);
        let first = if offset < BUCKET { offset } else { 0 };
        let table = Table {
            first,
            buckets: slots.len().saturating_sub(first) / BUCKET,
            slots,
            mask: AtomicUsize::new(FIRST_BUCKETS - 1),
            mebibytes,
            age: AtomicU8::new(0),
        };
        // The system provides the memory at the first write. That must not take time from a search.
        table.clear();
        table
    }

    /// The size in MiB.
    #[must_use]
    pub fn mebibytes(&self) -> usize {
        self.mebibytes
    }

    /// Removes all entries.
    pub fn clear(&self) {
        let threads = if self.mebibytes < PARALLEL_MEBIBYTES {
            1
        } else {
            thread::available_parallelism().map_or(1, NonZeroUsize::get)
        };
        let mut parts = self.slots.chunks(self.slots.len().div_ceil(threads));
        let first = parts.next().unwrap_or_default();
        thread::scope(|scope| {
            for part in parts {
                let clear = move || clear_slots(part);
                if Builder::new().spawn_scoped(scope, clear).is_err() {
                    clear_slots(part);
                }
            }
            clear_slots(first);
        });
        self.mask.store(FIRST_BUCKETS - 1, Relaxed);
        self.age.store(0, Relaxed);
    }

    /// Starts a new search: from now on entries of earlier searches are replaced first.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Loads the bucket of this key into the cache, so that [`Table::probe`] does not wait for it.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(&self.slots, self.index(key));
    }

    /// The stored result of the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let [check, data] = slot;
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ data == key)
                .then(|| TableEntry::unpack(data))
                .flatten()
        })
    }

    /// Stores a result, if it is worth more than what it replaces: the entry of the same position, or else
    /// the least useful one of the bucket. A bound from less depth is worth less than an entry of this search.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TableEntry) {
        let age = self.age.load(Relaxed);
        let mut worst = None;
        let mut lowest_priority = i32::MAX;
        for slot in self.bucket(key) {
            let [check, data] = slot;
            let data = data.load(Relaxed);
            if check.load(Relaxed) ^ data == key {
                worst = Some(slot);
                lowest_priority = i32::MIN;
                if let Some(old) = TableEntry::unpack(data) {
                    entry = entry.merged_with(old);
                    let is_bound = entry.bound != Bound::Exact && entry.proof(0).is_none();
                    if is_bound && entry.depth < old.depth && (data >> 58) as u8 == age {
                        return;
                    }
                }
                break;
            }
            let generations = i32::from((age + AGES - (data >> 58) as u8) % AGES);
            let priority = match TableEntry::unpack(data) {
                Some(old) => old.depth - TABLE_AGING.get() * generations,
                None => i32::MIN,
            };
            if priority < lowest_priority {
                lowest_priority = priority;
                worst = Some(slot);
            }
        }
        // Leaves are many and cheap: they replace no inner node of this search.
        let is_worthless = entry.depth == 0 && lowest_priority > 0;
        if let Some([check, slot_data]) = worst
            && !is_worthless
        {
            let data = entry.pack(age);
            check.store(key ^ data, Relaxed);
            slot_data.store(data, Relaxed);
        }
    }

    /// The permille of slots filled by the current search, estimated from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let in_use = (self.mask.load(Relaxed) + 1).min(self.buckets);
        (self.fill() as usize * in_use / self.buckets) as u32
    }

    /// Doubles the number of buckets in use if half of their slots are filled by the current search. One thread of a
    /// search calls this now and then.
    pub(super) fn grow_if_full(&self) {
        if !self.uses_all() && self.fill() >= FULL {
            self.grow();
        }
    }

    /// Takes all buckets into use.
    pub(super) fn use_all(&self) {
        while !self.uses_all() {
            self.grow();
        }
    }

    fn uses_all(&self) -> bool {
        self.mask.load(Relaxed) + 1 >= self.buckets
    }

    /// Doubles the number of buckets in use.
    fn grow(&self) {
        let mask = self.mask.load(Relaxed);
        let new_mask = 2 * mask + 1;
        let (lower, upper) = self.slots[self.first..].split_at((mask + 1) * BUCKET);
        // Other threads may write at the same time. That can lose a result, like every write of two threads.
        for (slot, free) in lower.iter().zip(upper) {
            let [check, data] = slot.each_ref().map(|word| word.load(Relaxed));
            if data != 0 && self.bucket_number(check ^ data) & new_mask > mask {
                free[0].store(check, Relaxed);
                free[1].store(data, Relaxed);
                slot[1].store(0, Relaxed);
            }
        }
        self.mask.store(new_mask, Relaxed);
    }

    /// The permille of slots in use that the current search filled, estimated from a sample.
    fn fill(&self) -> u32 {
        let age = u64::from(self.age.load(Relaxed));
        let sample = &self.slots[self.first..][..SAMPLE];
        let used = sample
            .iter()
            .map(|[_, data]| data.load(Relaxed))
            .filter(|data| data >> 56 & 3 != 0 && data >> 58 == age)
            .count();
        (used * 1000 / sample.len().max(1)) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        &self.slots[self.index(key)..][..BUCKET]
    }

    /// The index of the first slot of a bucket.
    #[inline]
    fn index(&self, key: u64) -> usize {
        self.first + (self.bucket_number(key) & self.mask.load(Relaxed)) * BUCKET
    }

    /// The number of the bucket, if all are in use.
    #[inline]
    fn bucket_number(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize
    }
}

fn clear_slots(slots: &[Slot]) {
    for [check, data] in slots {
        check.store(0, Relaxed);
        data.store(0, Relaxed);
    }
}

/// The memory for a table cannot be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("cannot allocate a hash table of {mebibytes} MiB")]
pub struct TableError {
    /// The requested size in MiB.
    pub mebibytes: usize,
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::board::keys::SplitMix;

    const ENTRY: TableEntry = TableEntry {
        score: -31_990,
        eval: None,
        move_hash: NonZeroU16::new(0xbeef),
        depth: 37,
        bound: Bound::Upper,
    };

    #[test]
    fn a_stored_entry_is_found() {
        let table = Table::new(1).expect("1 MiB can be allocated");
        assert_eq!(table.probe(42), None);
        table.store(42, ENTRY);
        assert_eq!(table.probe(42), Some(ENTRY));
        assert_eq!(table.probe(43), None);
        table.clear();
        assert_eq!(table.probe(42), None);
    }

    #[test]
    fn buckets_are_cache_lines_and_their_number_is_fixed() {
        let table = Table::new(1).expect("1 MiB can be allocated");
        assert_eq!(table.buckets, (1 << 20) / CACHE_LINE);
        for key in [0, 42 << 40, u64::MAX] {
            let address = table.bucket(key).as_ptr().addr();
            assert!(address.is_multiple_of(CACHE_LINE));
        }
    }

    #[test]
    fn a_growing_table_keeps_its_entries() {
        // Not a power of two.
        let table = Table::new(3).expect("3 MiB can be allocated");
        let mut source = SplitMix(7);
        let mut keys = Vec::new();
        let mut sizes = HashSet::new();
        // Half of the entries that fit into the whole table.
        while keys.len() < table.buckets * BUCKET / 2 {
            let key = source.next();
            keys.push(key);
            table.store(key, ENTRY);
            if keys.len() % 1000 == 0 {
                table.grow_if_full();
                sizes.insert(table.mask.load(Relaxed));
            }
        }
        assert_eq!(sizes.len(), 4, "{sizes:?}");
        let found = keys.iter().filter(|&&key| table.probe(key).is_some());
        assert!(found.count() * 10 > keys.len() * 9);
        assert!(
            (450..550).contains(&table.hashfull()),
            "{}",
            table.hashfull()
        );
        table.clear();
        assert!(keys.iter().all(|&key| table.probe(key).is_none()));
    }

    #[test]
    fn a_proven_score_cuts_off_at_any_depth() {
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
        // There may be a shorter win or a longer loss.
        assert_eq!(cutoff(win, Bound::Exact, win), None);
        assert_eq!(cutoff(loss, Bound::Exact, loss - 1), None);
        // These bounds are no proofs.
        assert_eq!(cutoff(win, Bound::Upper, win), None);
        assert_eq!(cutoff(loss, Bound::Lower, loss - 1), None);
        assert_eq!(cutoff(Score(900), Bound::Lower, Score(50)), None);
        assert_eq!(entry(win, Bound::Exact).proof(2), Some(win - 2));
        assert_eq!(entry(win, Bound::Upper).proof(0), None);
        assert_eq!(entry(Score(900), Bound::Exact).proof(0), None);
    }

    #[test]
    fn a_bound_that_meets_a_proof_becomes_exact() {
        let table = Table::new(1).expect("1 MiB can be allocated");
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
            // Bounds that do not meet, bounds on the same side, and scores that are not proven.
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
        let table = Table::new(1).expect("1 MiB can be allocated");
        let at = |depth| TableEntry { depth, ..ENTRY };
        (0..4).for_each(|key| table.store(key, at(10 + key as i32)));
        table.store(4, at(1));
        assert_eq!(table.probe(0), None);
        assert_eq!(table.probe(3), Some(at(13)));
        table.new_search();
        table.new_search();
        table.store(5, at(1));
        table.store(6, at(1));
        assert_eq!(table.probe(4), None);
        assert_eq!(table.probe(5), Some(at(1)));
    }

    #[test]
    fn a_bound_replaces_no_deeper_entry_of_the_same_position_and_search() {
        let table = Table::new(1).expect("1 MiB can be allocated");
        let entry = |depth, bound, score| TableEntry {
            depth,
            bound,
            score,
            ..ENTRY
        };
        let deep = entry(9, Bound::Lower, 70);
        let after = |new| {
            table.clear();
            table.store(42, deep);
            table.store(42, new);
            table.probe(42)
        };
        assert_eq!(after(entry(8, Bound::Upper, 30)), Some(deep));
        for new in [
            entry(9, Bound::Upper, 30),
            entry(8, Bound::Exact, 30),
            entry(8, Bound::Lower, Score::win_in(5).0),
        ] {
            assert_eq!(after(new), Some(new));
        }
        table.store(42, deep);
        table.new_search();
        let newer = entry(1, Bound::Upper, 30);
        table.store(42, newer);
        assert_eq!(table.probe(42), Some(newer));
    }

    #[test]
    fn a_leaf_replaces_no_inner_node_of_the_same_search() {
        let table = Table::new(1).expect("1 MiB can be allocated");
        let at = |depth| TableEntry { depth, ..ENTRY };
        (0..4).for_each(|key| table.store(key, at(1)));
        table.store(4, at(0));
        assert_eq!(table.probe(4), None);
        table.new_search();
        table.store(4, at(0));
        assert_eq!(table.probe(0), None);
        assert_eq!(table.probe(4), Some(at(0)));
    }

    #[test]
    fn a_score_refines_an_evaluation_on_its_side() {
        let refined = |bound, score, eval| {
            TableEntry {
                bound,
                score,
                ..ENTRY
            }
            .refine(Score(eval))
        };
        assert_eq!(refined(Bound::Exact, 50, 90), Score(50));
        assert_eq!(refined(Bound::Lower, 50, 20), Score(50));
        assert_eq!(refined(Bound::Lower, 50, 90), Score(90));
        assert_eq!(refined(Bound::Upper, 50, 90), Score(50));
        assert_eq!(refined(Bound::Upper, Score::loss_in(3).0, 90), Score(90));
    }

    #[test]
    fn a_table_larger_than_memory_is_refused() {
        assert!(Table::new(1 << 30).is_err());
        assert!(Table::new(usize::MAX).is_err());
    }
}
