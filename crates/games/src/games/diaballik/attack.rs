//! Moves that threaten to win with the next move, and whether the opponent can answer them.

use std::ops::ControlFlow;

use super::board::Squares;
use super::guard::{Guard, is_lost};
use super::movegen::MoveContext;
use super::moves::{Change, Move};
use super::position::Position;
use super::threats::{GOAL_LINES, arrives, goals_seen};
use crate::board::{Bits, Cell};
use crate::rules::Rules;

/// The ways of the mover's ball to the goal.
pub(super) struct Attack {
    /// The side to move.
    pub(super) mover: MoveContext,
    /// The squares that the ball can come to from which it sees a goal square.
    pub(super) sees_goal: Bits,
    /// The goal squares seen from there.
    pub(super) targets: Bits,
}

impl Attack {
    /// The attack of the side to move.
    pub(super) fn new(position: &Position) -> Attack {
        let side = position.turn();
        let mover = MoveContext::new(position, side);
        let mut sees_goal = Bits::EMPTY;
        let mut targets = Bits::EMPTY;
        for from in (mover.seen & !mover.others).with(mover.holder) {
            let seen = goals_seen(side, from, mover.others);
            if seen.any() {
                sees_goal = sees_goal.with(from);
                targets |= seen;
            }
        }
        Attack {
            mover,
            sees_goal,
            targets,
        }
    }

    /// Whether a move that leaves the ball with `holder` threatens to win with the next move.
    #[inline]
    pub(super) fn threatens(&self, change: Change, holder: Cell) -> bool {
        if !self.sees_goal.has(holder) {
            return false;
        }
        let others = self.mover.others;
        let supports = self.mover.after(change);
        let targets = goals_seen(self.mover.side, holder, others);
        let empty = !(supports | others);
        arrives(targets, supports.without(holder), empty)
    }

    /// Calls `visit` with the moves that threaten to win and do not let the other side win at once, until it
    /// breaks.
    pub(super) fn each_threat(
        &self,
        position: &Position,
        mut visit: impl FnMut(Change, Cell) -> ControlFlow<()>,
    ) {
        let mover = &self.mover;
        // A move allows two steps, two moves allow four: only supports that near can reach the goal.
        let near =
            |cells: Bits| cells | Squares::beside(cells) | Squares::beside(Squares::beside(cells));
        let passes = self.sees_goal & near(mover.supports);
        if passes.is_empty() {
            return;
        }
        let guard = Guard::new(position);
        let _ = mover.each_result(|change, holders| {
            let holders = holders & passes;
            for holder in holders {
                if self.threatens(change, holder) && guard.is_safe(mover, change, holders) {
                    visit(change, holder)?;
                }
            }
            ControlFlow::Continue(())
        });
    }

    /// A move that threatens to win and leaves the other side no answer.
    pub(super) fn decisive_move(&self, position: &Position) -> Option<Move> {
        let mut found = None;
        self.each_threat(position, |change, holder| {
            if self.is_decisive(position, change, holder) {
                found = Some(self.mover.move_of(change, holder));
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// Whether a move that threatens to win leaves the other side no answer.
    pub(super) fn is_decisive(&self, position: &Position, change: Change, holder: Cell) -> bool {
        !self.is_blocked(position, change, holder)
            && is_lost(&position.after(self.mover.move_of(change, holder)))
    }

    /// Whether one support of the other side can block all ways of the ball to the goal at once. This answers
    /// most threats.
    fn is_blocked(&self, position: &Position, change: Change, holder: Cell) -> bool {
        let MoveContext { side, others, .. } = self.mover;
        let supports = self.mover.after(change);
        let empty = Squares::ALL.minus(supports | others);
        let receivers = supports.without(holder);
        let mut common = empty;
        let mut blockers = others.without(position.ball(!side));
        for line in &GOAL_LINES[side.index()][holder.index()] {
            if line.goal.is_empty() {
                continue;
            }
            if line.path.meets(others) {
                blockers = blockers.minus(line.path);
            } else if arrives(line.goal, receivers, empty) {
                common &= line.path;
            }
        }
        arrives(common, blockers, empty)
    }
}
