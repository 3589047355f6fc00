//! The reasons for refusing a touch, in the terms of the game.

use super::super::board::BOARD;
use super::Turn;
use crate::board::{Bits, Cell, Layout};
use crate::picture::Text;
use crate::rules::Rules;

impl Turn {
    /// Why the piece on `cell` cannot act.
    pub(super) fn reason_for_piece(&self, cell: Cell) -> Text {
        let (key, text) = if self.opponents().has(cell) {
            (
                "reason.support-of-opponent",
                "This support belongs to your opponent.",
            )
        } else if !self.supports().has(cell) {
            ("reason.no-support", "There is no support on this square.")
        } else if cell != self.holder() {
            if self.progress.has_stepped_twice() {
                ("reason.two-steps", "You have already made two steps.")
            } else {
                (
                    "reason.blocked",
                    "This support cannot step: no square next to it is free.",
                )
            }
        } else if self.progress.has_passed() {
            (
                "reason.ball-passed",
                "You have already passed the ball, and the support that holds it cannot step.",
            )
        } else {
            (
                "reason.no-receiver",
                "The ball cannot be passed to any of your supports, and the support that holds it cannot step.",
            )
        };
        Text::new(key, text)
    }

    /// Why the piece on `from` cannot act on the square `to`.
    pub(super) fn reason_for_target(&self, from: Cell, to: Cell) -> Text {
        let (key, text) = if from == to {
            ("reason.same-support", "This piece is already chosen.")
        } else if from == self.holder() {
            if !self.supports().has(to) {
                (
                    "reason.own-support",
                    "The ball can only be passed to another support of yours.",
                )
            } else if is_straight(from, to) {
                (
                    "reason.in-the-way",
                    "A support of your opponent is in the way of the ball.",
                )
            } else {
                (
                    "reason.ball-straight",
                    "The ball is passed in a straight line: along a rank, a file or a diagonal.",
                )
            }
        } else if (self.supports() | self.opponents()).has(to) {
            ("reason.square-occupied", "This square is occupied.")
        } else {
            (
                "reason.not-neighbour",
                "A step leads to a neighbouring square, not diagonally.",
            )
        };
        Text::new(key, text)
    }

    pub(super) fn opponents(&self) -> Bits {
        self.at.supports(!self.at.turn())
    }
}

/// Whether two squares are on one rank, file or diagonal.
fn is_straight(one: Cell, other: Cell) -> bool {
    let [one, other] = [one, other].map(|cell| BOARD.name_of(cell));
    let files = one.column.abs_diff(other.column);
    let ranks = one.number.abs_diff(other.number);
    files == 0 || ranks == 0 || files == ranks
}
