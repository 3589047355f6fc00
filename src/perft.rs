//! Perft: the number of sequences of exactly n legal moves, the usual check of a move generator.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::rules::Rules;

/// A count is given up, too, when so many times as many moves are played as sequences are asked for: near
/// the end of games many of them may lead to none.
pub const WAYS: u64 = 8;

/// So many moves pass between two looks at the flag that ends a count.
const LOOK_EVERY: u64 = 1 << 12;

/// Counts the sequences of exactly `depth` moves from `root`, or gives `None` when `stop` was raised.
///
/// The moves before the last ply are played, those of the last ply are counted.
pub fn perft<P: Rules>(root: &P, depth: u32, stop: &AtomicBool) -> Option<u64> {
    Counter::new(root, u64::MAX, stop).count(root, depth as usize)
}

/// Counts as [`perft`] does and tells `tell` each legal move of `root` with the count below it and
/// the number of legal moves, in generator order. Depth 0 has no moves to tell of. Gives `None`, too, as
/// soon as there are more than `most` sequences or more than [`WAYS`] times as many moves were played.
pub fn divide<P: Rules>(
    root: &P,
    depth: u32,
    most: u64,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(P::Move, u64, u64),
) -> Option<u64> {
    let Some(rest) = depth.checked_sub(1) else {
        return Some(1);
    };
    let moves = Counter::new(root, u64::MAX, stop).count(root, 1)?;
    let mut counter = Counter::new(root, most, stop);
    counter.sum(root, &mut |counter, m| {
        let count = counter.below(root, m, rest as usize)?;
        tell(m, count, moves);
        Some(count)
    })
}

struct Counter<'a, P: Rules> {
    /// Room for a move list, kept to avoid allocation.
    room: Vec<P::Move>,
    /// Keys of the line from the root, only for games whose perft sees repetitions.
    line: Vec<u64>,
    /// Moves summed over so far.
    summed: u64,
    /// So many more sequences may be found.
    left: u64,
    /// So many moves are summed over at most.
    longest: u64,
    stop: &'a AtomicBool,
}

impl<'a, P: Rules> Counter<'a, P> {
    fn new(root: &P, most: u64, stop: &'a AtomicBool) -> Self {
        Counter {
            room: Vec::new(),
            line: if P::PERFT_SEES_REPETITION {
                vec![root.key()]
            } else {
                Vec::new()
            },
            summed: 0,
            left: most,
            longest: most.saturating_mul(WAYS),
            stop,
        }
    }

    fn count(&mut self, position: &P, depth: usize) -> Option<u64> {
        match depth {
            0 => self.found(1),
            1 => {
                let count = position.count_moves(&mut self.room, self.stop)?;
                self.found(count)
            }
            _ => self.sum(position, &mut |counter, m| {
                counter.below(position, m, depth - 1)
            }),
        }
    }

    /// So many sequences more, unless they are too many.
    fn found(&mut self, count: u64) -> Option<u64> {
        self.left = self.left.checked_sub(count)?;
        Some(count)
    }

    /// The sum of what `count` gives for each legal move.
    fn sum(
        &mut self,
        position: &P,
        count: &mut impl FnMut(&mut Self, P::Move) -> Option<u64>,
    ) -> Option<u64> {
        let mut total = 0;
        let end = position.each_legal_move(|m| {
            self.summed += 1;
            // Relaxed: the flag carries no other data, a late look at it only costs time.
            let stopped =
                self.summed.is_multiple_of(LOOK_EVERY) && self.stop.load(Ordering::Relaxed);
            if stopped || self.summed > self.longest {
                return Break(());
            }
            match count(self, m) {
                Some(count) => {
                    total += count;
                    Continue(())
                }
                None => Break(()),
            }
        });
        end.is_continue().then_some(total)
    }

    /// Counts below the position that `m` leads to.
    fn below(&mut self, position: &P, m: P::Move, depth: usize) -> Option<u64> {
        let child = position.after(m);
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
            return self.found(u64::from(depth == 0));
        }
        self.line.push(key);
        let count = self.count(child, depth);
        self.line.pop();
        count
    }
}
