//! The state of a DVONN game, and the effect of a move.
//!
//! Only four facts about a cell matter: whether it is occupied, who controls it,
//! the height, and whether a DVONN piece is inside. Setters keep the hash key up to date.

use super::board::{FRAME, PIECES, is_one_arc};
use super::moves::Move;
use crate::board::keys::table;
use crate::board::{Bits, Cell};
use crate::rules::Side;

/// A position of DVONN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The stacks each side controls.
    tops: [Bits; 2],
    /// The stacks with a DVONN piece inside, lone DVONN pieces included.
    dvonn: Bits,
    pub(super) key: u64,
    /// The height of the stack on each cell, 0 for none.
    heights: [u8; 64],
    /// Pieces placed so far; the second phase begins when all are.
    placed: u8,
    pub(super) turn: Side,
}

const _: () = assert!(size_of::<Position>() <= 128);

/// The number of DVONN pieces.
pub(super) const DVONN_PIECES: u8 = 3;

/// Keys of the facts of a cell: controlled by One, by Two, DVONN inside, height (rotated by it).
static CELL_KEYS: [[u64; 64]; 4] = table::<4, 64>(0x6476_6f6e_6e31);
const KEY_DVONN: usize = 2;
const KEY_HEIGHT: usize = 3;
/// Keys of: the second player to move, the second phase.
static STATE_KEYS: [[u64; 2]; 1] = table::<1, 2>(0x6476_6f6e_6e32);
const KEY_TURN: usize = 0;
const KEY_PHASE: usize = 1;

impl Position {
    /// An empty board before the first placement.
    pub(super) const fn bare() -> Position {
        Position {
            tops: [Bits::EMPTY; 2],
            dvonn: Bits::EMPTY,
            key: 0,
            heights: [0; 64],
            placed: 0,
            turn: Side::One,
        }
    }

    /// The stacks that `side` controls.
    #[inline]
    pub(super) fn controlled(&self, side: Side) -> Bits {
        self.tops[side.index()]
    }

    /// The stacks with a DVONN piece inside and the lone DVONN pieces.
    #[inline]
    pub(super) fn dvonn(&self) -> Bits {
        self.dvonn
    }

    /// The lone DVONN pieces.
    #[inline]
    pub(super) fn lone(&self) -> Bits {
        self.dvonn.minus(self.tops[0] | self.tops[1])
    }

    /// The cells that are not empty.
    #[inline]
    pub(super) fn occupied(&self) -> Bits {
        self.tops[0] | self.tops[1] | self.dvonn
    }

    /// The number of pieces on a cell.
    #[inline]
    pub(super) fn height(&self, cell: Cell) -> u8 {
        self.heights[cell.index() & 63]
    }

    /// Whether the position is in the first phase.
    #[inline]
    pub fn is_placing(&self) -> bool {
        self.placed < PIECES
    }

    /// The pieces placed so far, 0..=49.
    pub fn placed(&self) -> u8 {
        self.placed
    }

    /// Who controls the stack on a cell.
    pub(super) fn controller(&self, cell: Cell) -> Option<Side> {
        let mut sides = Side::ALL.into_iter();
        sides.find(|&side| self.controlled(side).has(cell))
    }

    /// The pieces in all stacks that `side` controls.
    #[inline]
    pub fn score(&self, side: Side) -> i32 {
        self.pieces_on(self.controlled(side))
    }

    /// The pieces on `cells`.
    #[inline]
    pub(super) fn pieces_on(&self, cells: Bits) -> i32 {
        cells.into_iter().map(|c| i32::from(self.height(c))).sum()
    }

    /// Puts a stack on an empty cell; `top` is its controller, `None` for a lone DVONN piece.
    #[inline]
    pub(super) fn put(&mut self, cell: Cell, top: Option<Side>, height: u8, dvonn: bool) {
        let index = cell.index() & 63;
        self.heights[index] = height;
        self.key ^= CELL_KEYS[KEY_HEIGHT][index].rotate_left(u32::from(height));
        if let Some(side) = top {
            let tops = &mut self.tops[side.index()];
            *tops = tops.with(cell);
            self.key ^= CELL_KEYS[side.index()][index];
        }
        if dvonn {
            self.dvonn = self.dvonn.with(cell);
            self.key ^= CELL_KEYS[KEY_DVONN][index];
        }
    }

    /// Removes the stack from a cell.
    #[inline]
    fn clear(&mut self, cell: Cell) {
        let index = cell.index() & 63;
        self.key ^= CELL_KEYS[KEY_HEIGHT][index].rotate_left(u32::from(self.heights[index]));
        self.heights[index] = 0;
        for (tops, keys) in self.tops.iter_mut().zip(&CELL_KEYS) {
            if tops.has(cell) {
                *tops = tops.without(cell);
                self.key ^= keys[index];
            }
        }
        if self.dvonn.has(cell) {
            self.dvonn = self.dvonn.without(cell);
            self.key ^= CELL_KEYS[KEY_DVONN][index];
        }
    }

    /// Sets the side to move.
    #[inline]
    pub(super) fn set_turn(&mut self, turn: Side) {
        if self.turn != turn {
            self.turn = turn;
            self.key ^= STATE_KEYS[0][KEY_TURN];
        }
    }

    /// Sets the number of placed pieces.
    #[inline]
    pub(super) fn set_placed(&mut self, placed: u8) {
        if (placed < PIECES) != self.is_placing() {
            self.key ^= STATE_KEYS[0][KEY_PHASE];
        }
        self.placed = placed;
    }

    /// Plays a move that is legal here.
    #[inline]
    pub(super) fn play(&mut self, m: Move) {
        match m {
            Move::Place(cell) => self.place(cell),
            Move::Stack { from, to } => self.stack(from, to),
            Move::Pass => self.set_turn(!self.turn),
        }
    }

    /// The stacks that leave the board when the stack on `from` goes to `to`.
    pub(super) fn lost(&self, from: Cell, to: Cell) -> Bits {
        let mut after = *self;
        after.stack(from, to);
        self.occupied().without(from).minus(after.occupied())
    }

    fn place(&mut self, cell: Cell) {
        let dvonn = self.placed < DVONN_PIECES;
        let turn = self.turn;
        self.put(cell, (!dvonn).then_some(turn), 1, dvonn);
        self.set_placed(self.placed + 1);
        // White places the last piece and makes the first move too.
        if self.is_placing() {
            self.set_turn(!turn);
        }
    }

    #[inline]
    fn stack(&mut self, from: Cell, to: Cell) {
        let dvonn = self.dvonn.has(from);
        let inside = dvonn || self.dvonn.has(to);
        let height = self.height(from) + self.height(to);
        let turn = self.turn;
        self.clear(from);
        self.clear(to);
        self.put(to, Some(turn), height, inside);
        let occupied = self.occupied();
        // Moving a stack without a DVONN piece disconnects nothing if its neighbours touch each other.
        if dvonn || !is_one_arc(from, occupied) {
            for cell in occupied.minus(FRAME.flood(self.dvonn, occupied)) {
                self.clear(cell);
            }
        }
        self.set_turn(!turn);
    }
}
