//! Perft: the number of sequences of exactly n legal moves, the usual check of a move generator.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::clock;
use crate::rules::{Rules, STOP_CHECK_INTERVAL};

/// A limited count stops after this many moves per requested sequence. Near the end of games most moves
/// may lead to no sequence.
pub const MAX_MOVES_PER_SEQUENCE: u64 = 8;

/// Counts the sequences of exactly `depth` moves from `root`; `None` if `stop` was raised.
///
/// Plays the moves before the last ply and counts the moves of the last ply.
pub fn perft<P: Rules>(root: &P, depth: u32, stop: &AtomicBool) -> Option<u64> {
    Counter::new(root, u64::MAX, stop).count(root, depth as usize)
}

/// Counts as [`perft`] does. Calls `report` with each legal move of `root`, the count below it and the number
/// of legal moves, in generator order. Depth 0 reports no moves. Also returns `None` as soon as there are
/// more than `max` sequences, or after [`MAX_MOVES_PER_SEQUENCE`] times as many moves.
pub fn divide<P: Rules>(
    root: &P,
    depth: u32,
    max: u64,
    stop: &AtomicBool,
    report: &mut dyn FnMut(P::Move, u64, u64),
) -> Option<u64> {
    let Some(rest) = depth.checked_sub(1) else {
        return Some(1);
    };
    let moves = Counter::new(root, u64::MAX, stop).count(root, 1)?;
    let mut counter = Counter::new(root, max, stop);
    counter.sum(root, &mut |counter, m| {
        let count = counter.below(root, m, rest as usize)?;
        report(m, count, moves);
        Some(count)
    })
}

struct Counter<'a, P: Rules> {
    /// A buffer for move lists, to avoid allocation.
    buffer: Vec<P::Move>,
    /// Keys of the line from the root, in games whose perft sees repetitions.
    line: Vec<u64>,
    /// The number of moves played so far.
    moves_played: u64,
    /// The number of sequences that may still be found.
    left: u64,
    /// The limit of `moves_played`.
    max_moves: u64,
    stop: &'a AtomicBool,
}

impl<'a, P: Rules> Counter<'a, P> {
    fn new(root: &P, max: u64, stop: &'a AtomicBool) -> Self {
        Counter {
            buffer: Vec::new(),
            line: if P::PERFT_SEES_REPETITION {
                vec![root.key()]
            } else {
                Vec::new()
            },
            moves_played: 0,
            left: max,
            max_moves: max.saturating_mul(MAX_MOVES_PER_SEQUENCE),
            stop,
        }
    }

    fn count(&mut self, position: &P, depth: usize) -> Option<u64> {
        match depth {
            0 => self.found(1),
            1 => {
                let count = position.count_moves(&mut self.buffer, self.stop)?;
                self.found(count)
            }
            _ => self.sum(position, &mut |counter, m| {
                counter.below(position, m, depth - 1)
            }),
        }
    }

    /// Adds `count` sequences; `None` beyond the limit.
    fn found(&mut self, count: u64) -> Option<u64> {
        self.left = self.left.checked_sub(count)?;
        Some(count)
    }

    /// The sum of `count` over all legal moves.
    fn sum(
        &mut self,
        position: &P,
        count: &mut impl FnMut(&mut Self, P::Move) -> Option<u64>,
    ) -> Option<u64> {
        let mut total = 0;
        let end = position.each_legal_move(|m| {
            self.moves_played += 1;
            let checks = self.moves_played.is_multiple_of(STOP_CHECK_INTERVAL);
            if checks {
                clock::yield_to_host();
            }
            // Relaxed: the flag guards no other data, and a late check only costs time.
            let stopped = checks && self.stop.load(Ordering::Relaxed);
            if stopped || self.moves_played > self.max_moves {
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

    /// Counts below `child`, unless its repetition on the line is a draw.
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
