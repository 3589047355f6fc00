//! What earlier nodes of this search say about quiet moves: history, continuation history, killers.

#![allow(
    clippy::indexing_slicing,
    reason = "plies, history indexes and list positions are in range by construction"
)]

use crate::board::keys::mix;
use crate::rules::{SearchSupport, Side};

use super::params::HISTORY_MAX;
use super::score::MAX_PLY;

/// The number of continuation history values: pairs of moves share them by hash.
const CONTINUATIONS: usize = 1 << 15;

/// The tables of one thread.
#[derive(Debug)]
pub struct History<P: SearchSupport> {
    /// By side and slot: how often such moves failed high.
    main: Vec<[i16; 2]>,
    /// Continuation history: by the slots of the move before and of this one, hashed together.
    continuation: Vec<i16>,
    killers: Vec<[Option<P::Move>; 2]>,
}

impl<P: SearchSupport> History<P> {
    /// Empty tables.
    #[must_use]
    pub fn new() -> Self {
        History {
            main: vec![[0; 2]; P::HISTORY_SIZE],
            continuation: vec![0; CONTINUATIONS],
            killers: vec![[None; 2]; MAX_PLY as usize + 2],
        }
    }

    /// How promising a quiet move is, about ±32000.
    #[inline]
    #[must_use]
    pub fn value(&self, side: Side, previous_index: Option<usize>, history_index: usize) -> i32 {
        let continuation = previous_index.map_or(0, |previous_index| {
            i32::from(self.continuation[continuation_index::<P>(previous_index, history_index)])
        });
        i32::from(self.main[history_index][side.index()]) + continuation
    }

    /// The moves that failed high at this ply lately.
    #[inline]
    #[must_use]
    pub fn killers(&self, ply: i32) -> [Option<P::Move>; 2] {
        self.killers[ply as usize]
    }

    /// Makes room for what the next search learns: the killers go, old values count half.
    pub fn new_search(&mut self) {
        self.killers.fill([None; 2]);
        let values = self.main.iter_mut().flatten().chain(&mut self.continuation);
        values.for_each(|value| *value /= 2);
    }

    /// Remembers a move that failed high at this ply.
    pub fn add_killer(&mut self, ply: i32, m: P::Move) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(m) {
            killers[1] = killers[0];
            killers[0] = Some(m);
        }
    }

    /// Raises (`bonus` > 0) or lowers the standing of a move.
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

/// Moves a value towards ±[`HISTORY_MAX`], the slower the nearer it is ("history gravity").
fn apply_gravity(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_MAX.get()) as i16;
}
