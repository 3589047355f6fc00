//! The moves of both phases.

use super::board::{CELLS, FRAME, jumps};
use super::moves::Move;
use super::position::Position;
use crate::board::{Bits, Cell};
use crate::rules::{Rules, Side};

impl Position {
    /// The stacks of `side` that are not surrounded.
    #[inline]
    pub(super) fn free(&self, side: Side) -> Bits {
        self.controlled(side)
            .minus(FRAME.surrounded(self.occupied()))
    }

    /// The cells that the stack on `from` can land on, if it is not surrounded.
    #[inline]
    pub(super) fn targets(&self, from: Cell) -> Bits {
        jumps(self.height(from), from) & self.occupied()
    }

    /// Whether `side` could move a stack if it were to move.
    #[inline]
    pub(super) fn can_move(&self, side: Side) -> bool {
        self.free(side)
            .into_iter()
            .any(|from| self.targets(from).any())
    }

    /// Calls `visit` with each legal move: empty cells in the first phase, stacks by start and target in the
    /// second.
    #[inline]
    pub(super) fn each_move(&self, mut visit: impl FnMut(Move)) {
        if self.is_placing() {
            CELLS
                .minus(self.occupied())
                .into_iter()
                .for_each(|cell| visit(Move::Place(cell)));
            return;
        }
        let mut stuck = true;
        for from in self.free(self.turn()) {
            for to in self.targets(from) {
                stuck = false;
                visit(Move::Stack { from, to });
            }
        }
        if stuck && self.can_move(!self.turn()) {
            visit(Move::Pass);
        }
    }

    /// Whether the player has at most one move of a stack.
    #[inline]
    pub(super) fn has_no_choice(&self) -> bool {
        let mut targets = self
            .free(self.turn())
            .into_iter()
            .map(|from| self.targets(from));
        let first = targets.find(|targets| targets.any());
        first.is_none_or(|targets_of_first| {
            targets_of_first.rest().is_empty() && targets.all(|targets| targets.is_empty())
        })
    }

    /// Whether the player must pass.
    pub(super) fn must_pass(&self) -> bool {
        !self.is_placing() && !self.can_move(self.turn()) && self.can_move(!self.turn())
    }
}
