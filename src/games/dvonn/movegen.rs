//! The moves of the second phase (rules, section 4). Those of the first are the empty cells.

use crate::board::{Bits, Cell};
use crate::rules::Side;

use super::board::{jumps, surrounded};
use super::position::Position;
use super::turn::Move;

impl Position {
    /// The stacks of `side` that are not surrounded.
    #[inline]
    pub(super) fn free(&self, side: Side) -> Bits {
        self.controlled(side).minus(surrounded(self.occupied()))
    }

    /// The stacks that the stack on `from` would land on, were it free to move.
    #[inline]
    pub(super) fn targets(&self, from: Cell) -> Bits {
        jumps(self.height(from), from) & self.occupied()
    }

    /// Whether `side` could move a stack if it were his turn.
    #[inline]
    pub(super) fn can_move(&self, side: Side) -> bool {
        self.free(side)
            .into_iter()
            .any(|from| self.targets(from).any())
    }

    /// Appends the moves of the second phase: stacks by their cell, then by the cell they go to.
    #[inline]
    pub(super) fn stack_moves(&self, out: &mut Vec<Move>) {
        let before = out.len();
        for from in self.free(self.turn()) {
            let to = self.targets(from).into_iter();
            out.extend(to.map(|to| Move::Stack { from, to }));
        }
        if out.len() == before && self.can_move(!self.turn()) {
            out.push(Move::Pass);
        }
    }

    /// Whether the player must pass.
    pub(super) fn must_pass(&self) -> bool {
        !self.is_placing() && !self.can_move(self.turn()) && self.can_move(!self.turn())
    }
}
