//! Statistics for ordering quiet moves: history, continuation history and killers.

use crate::board::keys::mix;
use crate::rules::{SearchSupport, Side};

use super::params::HISTORY_MAX;
use super::score::MAX_PLY;

/// The number of continuation history values. Pairs of moves are hashed into them.
const CONTINUATIONS: usize = 1 << 15;

/// The move-ordering statistics of one thread.
#[derive(Debug)]
pub struct History<P: SearchSupport> {
    /// Main history by history index and side. Moves that often fail high have high values.
    main: Vec<[i16; 2]>,
    /// Continuation history by a hash of the history indexes of the previous move and this move.
    continuation: Vec<i16>,
    /// The two latest killer moves by ply.
    killers: Vec<[Option<P::Move>; 2]>,
}

impl<P: SearchSupport> History<P> {
    /// Empty statistics.
    #[must_use]
    pub fn new() -> Self {
        History {
            main: vec![[0; 2]; P::HISTORY_SIZE],
            continuation: vec![0; CONTINUATIONS],
            killers: vec![[None; 2]; MAX_PLY as usize + 2],
        }
    }

    /// The history value of a quiet move, within about ±32000. `previous_index` is the history index of the
    /// previous move.
    #[inline]
    #[must_use]
    pub fn value(&self, side: Side, previous_index: Option<usize>, history_index: usize) -> i32 {
        let continuation = previous_index.map_or(0, |previous_index| {
            i32::from(self.continuation[continuation_index::<P>(previous_index, history_index)])
        });
        i32::from(self.main[history_index][side.index()]) + continuation
    }

    /// The killers of this ply: the latest quiet moves that failed high.
    #[inline]
    #[must_use]
    pub fn killers(&self, ply: i32) -> [Option<P::Move>; 2] {
        self.killers[ply as usize]
    }

    /// Starts a new search: clears the killers and halves the history values.
    pub fn new_search(&mut self) {
        self.killers.fill([None; 2]);
        let values = self.main.iter_mut().flatten().chain(&mut self.continuation);
        values.for_each(|value| *value /= 2);
    }

    /// Stores a quiet move that failed high at this ply.
    pub fn add_killer(&mut self, ply: i32, m: P::Move) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(m) {
            killers[1] = killers[0];
            killers[0] = Some(m);
        }
    }

    /// Adds `bonus` to the history values of a move. A negative bonus is a penalty.
    pub fn update(
        &mut self,
        side: Side,
        previous_index: Option<usize>,
        history_index: usize,
        bonus: i32,
    ) {
        apply_gravity(&mut self.main[history_index][side.index()], bonus);
        if let Some(previous_index) = previous_index {
            apply_gravity(
                &mut self.continuation[continuation_index::<P>(previous_index, history_index)],
                bonus,
            );
        }
    }
}

impl<P: SearchSupport> Default for History<P> {
    fn default() -> Self {
        History::new()
    }
}

fn continuation_index<P: SearchSupport>(previous_index: usize, history_index: usize) -> usize {
    mix((previous_index * P::HISTORY_SIZE + history_index) as u64) as usize % CONTINUATIONS
}

/// Adds a bonus to a value, reduced as the value approaches ±[`HISTORY_MAX`] ("history gravity").
fn apply_gravity(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_MAX.get()) as i16;
}
