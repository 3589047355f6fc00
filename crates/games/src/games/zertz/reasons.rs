//! The rules that forbid a move or a position. `texts.json` has their texts.

use serde::Serialize;

use super::TEXTS;
use super::jumps::Chain;
use super::position::Position;
use super::variant::Marble;
use crate::board::{Cell, Layout};
use crate::rules::{Rules, impl_text_from};

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Violation {
    CannotJump { jumper: String },
    Claimed,
    ColourChosen,
    ColourFirst,
    JumpAgain,
    JumpFirst,
    MarbleOfOpponent,
    MarblePlaced,
    MustCapture { jumper: String },
    NoBlackLeft,
    NoGreyLeft,
    NoLanding,
    NoMarble,
    NoRing,
    NoWhiteLeft,
    NotCaptured,
    NotIsolated,
    NotLoose,
    OtherMarbles,
    ReserveFirst,
    RingBehind { to: String },
    RingCarries,
    RingMissing,
    RingOccupied,
    SameMarble,
}

/// Why no game reaches a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Problem {
    AlreadyWon,
    BlackMarbles { found: u32, total: u8 },
    GreyMarbles { found: u32, total: u8 },
    NoRing,
    WhiteMarbles { found: u32, total: u8 },
}

impl_text_from!(TEXTS, Violation => "reason", Problem => "problem");

impl Violation {
    /// No marble of this colour is left.
    pub(super) fn none_left(marble: Marble) -> Violation {
        match marble {
            Marble::White => Violation::NoWhiteLeft,
            Marble::Grey => Violation::NoGreyLeft,
            Marble::Black => Violation::NoBlackLeft,
        }
    }
}

impl Position {
    /// Why the player, who must capture, cannot do anything else.
    pub(super) fn must_capture(&self) -> Violation {
        Violation::MustCapture {
            jumper: self.first_jumper(),
        }
    }

    /// Why no capture begins on a cell.
    pub(super) fn why_not_jumper(&self, cell: Cell) -> Violation {
        if !self.rings().has(cell) {
            Violation::NoRing
        } else if self.occupied().has(cell) {
            Violation::CannotJump {
                jumper: self.first_jumper(),
            }
        } else {
            self.must_capture()
        }
    }

    /// Why the marble of a chain cannot land on a cell.
    pub(super) fn why_not_landing(&self, chain: &Chain, cell: Cell) -> Violation {
        if !self.rings().has(cell) {
            Violation::NoRing
        } else if cell == chain.at {
            Violation::SameMarble
        } else if let Some(leap) = chain.jumps().find(|leap| leap.over == cell) {
            Violation::RingBehind {
                to: self.variant().shape().name(leap.to),
            }
        } else if chain.has_marble(cell) {
            Violation::NotCaptured
        } else {
            Violation::NoLanding
        }
    }

    /// Why a ring cannot be removed after a marble was placed on `placed`.
    pub(super) fn why_not_removed(&self, ring: Cell, placed: Cell) -> Violation {
        if !self.rings().has(ring) {
            Violation::NoRing
        } else if self.occupied().has(ring) || ring == placed {
            Violation::RingCarries
        } else {
            Violation::NotLoose
        }
    }

    /// The name of a marble that can jump.
    fn first_jumper(&self) -> String {
        let first = self.occupancy().jumpers().lowest();
        first.map_or_else(String::new, |cell| self.variant().shape().name(cell))
    }
}
