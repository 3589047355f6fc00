//! The rules that forbid a move or a position. `texts.json` has their texts.

use serde::Serialize;

use super::TEXTS;
use super::board::{MAX_LENGTH, jumps};
use super::position::Position;
use super::setup::LONE;
use crate::board::Cell;
use crate::rules::{Rules, Side, impl_text_from};

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Violation {
    AllPlaced,
    Distance { height: u8, distance: u8 },
    DvonnFirst,
    DvonnPiece,
    DvonnPlaced,
    FieldOccupied,
    HandOfOpponent,
    NoStack,
    NoStackThere,
    NoTarget { distance: u8 },
    SameStack,
    StackOfOpponent,
    StackStraight,
    Surrounded,
    TooHigh,
    TouchField,
}

/// Why no game reaches a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Problem {
    BlackStacks {
        stacks: u32,
        most: u32,
    },
    BoardFull,
    CoreAlone,
    DvonnInside {
        pieces: u32,
        least: u32,
        inside: u32,
    },
    DvonnPieces {
        single: u32,
        stacks: u32,
        total: u32,
    },
    NotConnected {
        place: String,
    },
    Pieces {
        pieces: i32,
        most: u8,
    },
    PlacedDvonn {
        placed: u32,
        found: u32,
        expected: u32,
    },
    PlacedWhite {
        placed: u32,
        found: u32,
        expected: u32,
    },
    SinglePieces,
    TurnToPlace {
        number: u32,
    },
    WhiteFirst,
    WhiteStacks {
        stacks: u32,
        most: u32,
    },
}

impl_text_from!(TEXTS, Violation => "reason", Problem => "problem");

impl Position {
    /// Why a piece of a hand cannot be touched.
    pub(super) fn why_not_item(&self, side: Side, kind: &str) -> Violation {
        if !self.is_placing() {
            Violation::AllPlaced
        } else if side != self.turn() {
            Violation::HandOfOpponent
        } else if kind == self.piece_to_place() {
            Violation::TouchField
        } else if kind == LONE {
            Violation::DvonnPlaced
        } else {
            Violation::DvonnFirst
        }
    }

    /// Why the stack on `cell` cannot move.
    pub(super) fn why_not_stack(&self, cell: Cell) -> Violation {
        let distance = self.height(cell);
        match self.controller(cell) {
            None if self.lone().has(cell) => Violation::DvonnPiece,
            None => Violation::NoStack,
            Some(side) if side != self.turn() => Violation::StackOfOpponent,
            Some(_) if !self.free(self.turn()).has(cell) => Violation::Surrounded,
            Some(_) if jumps(distance, cell).is_empty() => Violation::TooHigh,
            // The contact rule leaves no single piece without a neighbour.
            Some(_) => Violation::NoTarget { distance },
        }
    }

    /// Why the stack on `from` cannot move to `to`.
    pub(super) fn why_not_target(&self, from: Cell, to: Cell) -> Violation {
        let height = self.height(from);
        let steps = (1..=MAX_LENGTH as u8).find(|&steps| jumps(steps, from).has(to));
        match steps {
            _ if from == to => Violation::SameStack,
            None => Violation::StackStraight,
            Some(distance) if distance == height => Violation::NoStackThere,
            Some(distance) => Violation::Distance { height, distance },
        }
    }
}
