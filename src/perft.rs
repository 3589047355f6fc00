//! Perft: the number of sequences of exactly n legal moves, the usual check of a move generator.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::rules::Rules;

/// Counts the sequences of exactly `depth` moves from `root`, or gives `None` when `stop` was raised.
///
/// The moves before the last ply are played, those of the last ply are listed and counted.
pub fn perft<P: Rules>(root: &P, depth: u32, stop: &AtomicBool) -> Option<u64> {
    Counter::new(root, stop).count(root, depth as usize)
}

/// Counts as [`perft`] does and tells `tell` each legal move of `root` with the count below it and
/// the number of legal moves, in generator order. Depth 0 has no moves to tell of.
pub fn divide<P: Rules>(
    root: &P,
    depth: u32,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(P::Move, u64, usize),
) -> Option<u64> {
    let Some(rest) = depth.checked_sub(1) else {
        return Some(1);
    };
    let mut moves = Vec::new();
    root.legal_moves(&mut moves);
    let mut counter = Counter::new(root, stop);
    let mut total = 0;
    for &m in &moves {
        let count = counter.below(root, m, rest as usize)?;
        total += count;
        tell(m, count, moves.len());
    }
    Some(total)
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
            total += self.below(position, m, depth - 1)?;
        }
        Some(total)
    }

    /// Counts below the position that `m` leads to.
    fn below(&mut self, position: &P, m: P::Move, depth: usize) -> Option<u64> {
        let mut child = position.clone();
        child.play(m);
        if P::PERFT_SEES_REPETITION {
            self.count_on_line(&child, depth)
        } else {
            self.count(&child, depth)
        }
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
