//! Perft: the number of sequences of exactly n legal moves, the usual check of a move generator.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::rules::Rules;

/// Counts the sequences of exactly `depth` moves from `root`, or gives `None` when `stop` was raised.
///
/// The moves before the last ply are played, those of the last ply are listed and counted.
pub fn perft<P: Rules>(root: &P, depth: u32, stop: &AtomicBool) -> Option<u64> {
    Counter::new(root, stop).count(root, depth as usize)
}

/// Counts below each legal move of `root`, in generator order. Depth 0 has no moves to divide.
pub fn divide<P: Rules>(root: &P, depth: u32, stop: &AtomicBool) -> Option<Vec<(P::Move, u64)>> {
    let mut moves = Vec::new();
    if depth > 0 {
        root.legal_moves(&mut moves);
    }
    let mut counter = Counter::new(root, stop);
    moves
        .into_iter()
        .map(|m| {
            let mut child = root.clone();
            child.play(m);
            Some((m, counter.count(&child, depth as usize - 1)?))
        })
        .collect()
}

struct Counter<'a, P: Rules> {
    /// One move list per remaining depth, kept to avoid allocation.
    lists: Vec<Vec<P::Move>>,
    /// Keys of the line from the root, only for games whose perft sees repetitions.
    line: Vec<u64>,
    stop: &'a AtomicBool,
}

impl<'a, P: Rules> Counter<'a, P> {
    fn new(root: &P, stop: &'a AtomicBool) -> Self {
        Counter {
            lists: Vec::new(),
            line: if P::PERFT_SEES_REPETITION {
                vec![root.key()]
            } else {
                Vec::new()
            },
            stop,
        }
    }

    fn count(&mut self, position: &P, depth: usize) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        if self.lists.len() < depth {
            self.lists.resize_with(depth, Vec::new);
        }
        let mut moves = std::mem::take(&mut self.lists[depth - 1]);
        moves.clear();
        position.legal_moves(&mut moves);
        let total = if depth == 1 {
            Some(moves.len() as u64)
        } else {
            self.sum(position, &moves, depth)
        };
        self.lists[depth - 1] = moves;
        total
    }

    fn sum(&mut self, position: &P, moves: &[P::Move], depth: usize) -> Option<u64> {
        // Relaxed: the flag carries no other data, a late look at it only costs time.
        if depth > 2 && self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut total = 0;
        for &m in moves {
            let mut child = position.clone();
            child.play(m);
            total += if P::PERFT_SEES_REPETITION {
                self.count_on_line(&child, depth - 1)?
            } else {
                self.count(&child, depth - 1)?
            };
        }
        Some(total)
    }

    /// Counts below `child` unless it stands on the line for the last time the rules allow.
    fn count_on_line(&mut self, child: &P, depth: usize) -> Option<u64> {
        let key = child.key();
        let seen = self.line.iter().filter(|&&k| k == key).count() + 1;
        if P::REPETITION.is_some_and(|limit| seen >= limit) {
            return Some(u64::from(depth == 0));
        }
        self.line.push(key);
        let count = self.count(child, depth);
        self.line.pop();
        count
    }
}
