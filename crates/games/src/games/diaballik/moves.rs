//! The move type: the changes of a move in 32 bits.
//!
//! Two sequences of actions with the same result are the same move. So a move stores its result, not its
//! actions; `spelling.rs` finds the canonical actions to write a move.

use std::fmt;

use super::board::Squares;
use crate::board::{Bits, Cell};

/// The number for "no square".
pub(super) const NO_SQUARE: u8 = 63;

const FIELD: u32 = 6;
const FIELD_MASK: u32 = (1 << FIELD) - 1;

/// The change of the supports by a move: at most two leave their squares, and as many squares are entered.
///
/// Four fields of 6 bits: left, entered, left, entered. The left squares and the entered squares are in
/// ascending order; a missing square is [`NO_SQUARE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Change(u32);

impl Change {
    /// No support moves.
    pub(super) const NONE: Change = Change::pack([NO_SQUARE; 4]);

    const fn pack(cells: [u8; 4]) -> Change {
        let [a, b, c, d] = cells;
        Change(
            a as u32 | (b as u32) << FIELD | (c as u32) << (2 * FIELD) | (d as u32) << (3 * FIELD),
        )
    }

    /// The four fields: left, entered, left, entered.
    #[inline]
    pub(super) const fn cells(self) -> [u8; 4] {
        [
            (self.0 & FIELD_MASK) as u8,
            (self.0 >> FIELD & FIELD_MASK) as u8,
            (self.0 >> (2 * FIELD) & FIELD_MASK) as u8,
            (self.0 >> (3 * FIELD) & FIELD_MASK) as u8,
        ]
    }

    /// One support goes from a square to another.
    #[inline]
    pub(super) const fn one(from: Cell, to: Cell) -> Change {
        Change::pack([from.0, to.0, NO_SQUARE, NO_SQUARE])
    }

    /// Two supports (the one on the smaller square first) go to two squares, whichever to which.
    #[inline]
    pub(super) const fn two(from: (Cell, Cell), to: (Cell, Cell)) -> Change {
        debug_assert!(from.0.0 < from.1.0);
        let (a, b) = (to.0.0, to.1.0);
        if a < b {
            Change::pack([from.0.0, a, from.1.0, b])
        } else {
            Change::pack([from.0.0, b, from.1.0, a])
        }
    }

    /// The change between two sets of supports of equal size, if at most two have moved.
    pub(super) fn between(before: Bits, after: Bits) -> Option<Change> {
        let (left, entered) = (before.minus(after), after.minus(before));
        let mut cells = [NO_SQUARE; 4];
        if left.count() > 2 || entered.count() != left.count() {
            return None;
        }
        for (i, (from, to)) in left.into_iter().zip(entered).enumerate() {
            cells[2 * i] = from.0;
            cells[2 * i + 1] = to.0;
        }
        Some(Change::pack(cells))
    }

    /// The squares that supports leave.
    #[inline]
    pub(super) const fn left(self) -> Bits {
        let [a, _, b, _] = self.cells();
        Bits((1 << a | 1 << b) & Squares::ALL.0)
    }

    /// The squares that supports enter.
    #[inline]
    pub(super) const fn entered(self) -> Bits {
        let [_, a, _, b] = self.cells();
        Bits((1 << a | 1 << b) & Squares::ALL.0)
    }
}

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One to three actions.
    Actions,
    /// Antijeu is claimed, after actions or without.
    Claim,
    /// The forced pass of a player who has no action.
    Stuck,
}

/// A move: a change of the supports, the new holder of the ball if it is passed, and whether antijeu is
/// claimed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u32);

const HOLDER_SHIFT: u32 = 4 * FIELD;
const KIND_SHIFT: u32 = HOLDER_SHIFT + FIELD;

impl Move {
    /// The move that changes nothing: a step forth and back.
    pub(super) const NULL: Move = Move::new(Change::NONE, NO_SQUARE);
    /// The forced pass of a player who has no action.
    pub(super) const STUCK: Move = Move(Move::NULL.0 | 2 << KIND_SHIFT);

    /// The move that makes a change and passes the ball to `holder`, unless that is [`NO_SQUARE`].
    #[inline]
    pub(super) const fn new(change: Change, holder: u8) -> Move {
        Move(change.0 | (holder as u32) << HOLDER_SHIFT)
    }

    /// The same move with a claim at its end.
    #[inline]
    pub(super) const fn claiming(self) -> Move {
        Move(self.0 | 1 << KIND_SHIFT)
    }

    /// The kind of the move.
    #[inline]
    pub(super) const fn kind(self) -> Kind {
        match self.0 >> KIND_SHIFT {
            0 => Kind::Actions,
            1 => Kind::Claim,
            _ => Kind::Stuck,
        }
    }

    /// The change of the supports.
    #[inline]
    pub(super) const fn change(self) -> Change {
        Change(self.0 & ((1 << HOLDER_SHIFT) - 1))
    }

    /// The square to which the ball is passed, or `None`.
    #[inline]
    pub(super) const fn holder(self) -> Option<Cell> {
        match (self.0 >> HOLDER_SHIFT & FIELD_MASK) as u8 {
            NO_SQUARE => None,
            cell => Some(Cell(cell)),
        }
    }

    /// The move as a number, for hashing.
    #[inline]
    pub(super) const fn bits(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, entered) = (self.change().left(), self.change().entered());
        let (kind, holder) = (self.kind(), self.holder());
        write!(f, "{kind:?} {left:?} to {entered:?}, ball {holder:?}")
    }
}
