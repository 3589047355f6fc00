//! The rules that forbid a move or a position. `texts.json` has their texts.

use serde::Serialize;

use super::TEXTS;
use super::board::{BOARD, FRAME};
use super::moves::Kind;
use super::position::{PieceKind, Position};
use crate::board::Cell;
use crate::board::hex::Direction;
use crate::rules::{Rules, impl_text_from};

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Violation {
    ActionMissing,
    ChooseFirst,
    Chosen,
    DotFirst,
    DotFull,
    EndsGame,
    EnterAtDot,
    EntryNotLegal,
    FirstGap,
    GipfFirst,
    Goes,
    GoesFirst,
    HandEmpty,
    HandOfOpponent,
    InPlay,
    KindFirst,
    LandingFirst,
    LandingOccupied,
    LineFirst,
    LineFull,
    NoJump,
    NoMoreGipf,
    NoPiece,
    NoPieces,
    NoPotential,
    NoRow,
    NotGipf,
    NotNext { dot: String },
    NotRows,
    NothingToJump,
    PieceOfOpponent,
    PotentialStraight,
    PushedOnly,
    RowAfter,
    SamePotential,
    SeveralRemovals,
    Stays,
    TakeFirst,
    TouchDot,
    TwoPieces,
    Used,
}

/// Why no game reaches a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Problem {
    BlackPieces { found: u32 },
    GipfPieces,
    GipfRight,
    Potentials,
    RowLeft,
    WhitePieces { found: u32 },
}

impl_text_from!(TEXTS, Violation => "reason", Problem => "problem");

impl Position {
    /// Why the player to move cannot choose a kind of piece to enter.
    pub(super) fn why_not_kind(&self, kind: Kind) -> Violation {
        let reserve = self.reserve(self.turn());
        match kind {
            _ if self.may_enter(kind) => Violation::TouchDot,
            _ if reserve.hand == 0 => Violation::HandEmpty,
            Kind::Charged if reserve.potentials == 0 => Violation::NoPotential,
            Kind::Basic | Kind::Charged if self.is_first_turn() => Violation::GipfFirst,
            Kind::Gipf if !reserve.gipf_right => Violation::NoMoreGipf,
            _ => Violation::TwoPieces,
        }
    }

    /// Why no piece on a point can jump.
    pub(super) fn why_not_jumper(&self, point: Cell) -> Violation {
        match self.piece_at(point) {
            None => Violation::EnterAtDot,
            Some((side, _)) if side != self.turn() => Violation::PieceOfOpponent,
            Some((_, PieceKind::Piece(Kind::Charged))) => Violation::NoJump,
            Some((_, PieceKind::Used)) => Violation::Used,
            Some(_) => Violation::PushedOnly,
        }
    }

    /// Why the potential on `from` cannot land on a point.
    pub(super) fn why_not_landing(&self, from: Cell, point: Cell) -> Violation {
        let mut directions = Direction::ALL.into_iter();
        let direction = directions.find(|&direction| BOARD.ray(from, direction).has(point));
        match direction {
            _ if point == from => Violation::SamePotential,
            _ if self.occupied().has(point) => Violation::LandingOccupied,
            None => Violation::PotentialStraight,
            Some(direction) if FRAME.shifted(from.bit(), direction).has(point) => {
                Violation::NothingToJump
            }
            Some(_) => Violation::FirstGap,
        }
    }
}
