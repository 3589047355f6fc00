//! A move in sixteen bytes: a removal, an action, and another removal.

use std::fmt;

use super::board::{BITS, ENTRY_COUNT};
use crate::board::hex::{DIRECTIONS, Direction};
use crate::board::{Bits, Cell};

/// The kinds of pieces that a player can enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A single piece.
    Basic,
    /// Two pieces, one on top of the other.
    Gipf,
    /// A single piece that carries a potential.
    Charged,
}

impl Kind {
    /// Every kind, in the order of moves.
    pub const ALL: [Kind; 3] = [Kind::Basic, Kind::Gipf, Kind::Charged];
}

/// The action between the two removals of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Pushes a new piece in through the entry with this number (0..42).
    Enter(Kind, u8),
    /// The potential of the charged piece at this point jumps in this direction.
    Jump(Cell, Direction),
}

/// A move: a removal, an action, a removal. Without an action, the first removal ends the game.
///
/// The two sets use the 56 low bits of a word each; the action is spread over the bits above.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    before: u64,
    after: u64,
}

const _: () = assert!(size_of::<Move>() == 16);

/// The first code of a jump; the codes below are entries.
const JUMPS: u16 = 128;
/// The code for no action.
const NOTHING: u16 = u16::MAX;

const _: () = assert!(3 * ENTRY_COUNT <= JUMPS as usize);
const _: () = assert!(BITS + 8 == 64);

impl Move {
    /// The move that removes `before`, acts and removes `after`.
    #[inline]
    #[must_use]
    pub const fn new(before: Bits, action: Action, after: Bits) -> Move {
        let code = match action {
            Action::Enter(kind, entry) => kind as u16 * ENTRY_COUNT as u16 + entry as u16,
            Action::Jump(from, direction) => {
                JUMPS + from.0 as u16 * DIRECTIONS as u16 + direction as u16
            }
        };
        Move::packed(before, code, after)
    }

    /// The move that ends the game by removing `before`.
    #[must_use]
    pub const fn ending(before: Bits) -> Move {
        Move::packed(before, NOTHING, Bits::EMPTY)
    }

    const fn packed(before: Bits, code: u16, after: Bits) -> Move {
        Move {
            before: before.0 | ((code & 0xff) as u64) << BITS,
            after: after.0 | ((code >> 8) as u64) << BITS,
        }
    }

    const fn code(self) -> u16 {
        (self.before >> BITS) as u16 | ((self.after >> BITS) as u16) << 8
    }

    /// The number of action codes, including that for no action.
    pub(super) const ACTIONS: usize = JUMPS as usize + BITS * DIRECTIONS + 1;

    /// The code of the action, below [`Move::ACTIONS`].
    #[inline]
    pub(super) const fn number(self) -> usize {
        let code = self.code();
        if code == NOTHING {
            Move::ACTIONS - 1
        } else {
            code as usize
        }
    }

    /// The two words that make up the move.
    #[inline]
    pub(in crate::games) const fn words(self) -> [u64; 2] {
        [self.before, self.after]
    }

    /// The points emptied before the action.
    #[inline]
    #[must_use]
    pub const fn before(self) -> Bits {
        Bits(self.before & ((1 << BITS) - 1))
    }

    /// The points emptied after the action.
    #[inline]
    #[must_use]
    pub const fn after(self) -> Bits {
        Bits(self.after & ((1 << BITS) - 1))
    }

    /// The points emptied by this move.
    #[inline]
    #[must_use]
    pub const fn removed(self) -> Bits {
        Bits(self.before().0 | self.after().0)
    }

    /// Whether this move removes anything.
    #[inline]
    #[must_use]
    pub const fn removes(self) -> bool {
        self.removed().0 != 0
    }

    /// Whether a potential jumps in this move.
    #[inline]
    #[must_use]
    pub const fn is_jump(self) -> bool {
        matches!(self.action(), Some(Action::Jump(..)))
    }

    /// The action, unless the first removal ended the game.
    #[inline]
    #[must_use]
    pub const fn action(self) -> Option<Action> {
        let code = self.code();
        if code == NOTHING {
            return None;
        }
        if code >= JUMPS {
            let code = code - JUMPS;
            let from = Cell((code / DIRECTIONS as u16) as u8);
            return Some(Action::Jump(from, Direction::from_index(code as usize)));
        }
        let kind = match code / ENTRY_COUNT as u16 {
            0 => Kind::Basic,
            1 => Kind::Gipf,
            _ => Kind::Charged,
        };
        Some(Action::Enter(kind, (code % ENTRY_COUNT as u16) as u8))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Move")
            .field("before", &self.before())
            .field("action", &self.action())
            .field("after", &self.after())
            .finish()
    }
}
