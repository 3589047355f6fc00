//! Games that are decided before they are over: one side holds for good more than the other can get.
//!
//! Cells never fill again and stacks only grow, so where a stack can ever get to has a simple bound:
//! from a cell along its lines, at least as far as the stack there is high now.

use super::board::{MAX_LENGTH, jumps};
use super::position::Position;
use crate::board::{Bits, Cell};
use crate::rules::{Outcome, Side};

/// Only boards with at most so many stacks are looked at: fuller ones are hardly ever decided, and
/// the look would cost.
const STACKS: u32 = 14;

impl Position {
    /// The outcome, if one side will win whatever both play, and the most plies to the end.
    #[inline]
    pub(super) fn decided(&self) -> Option<(Outcome, i32)> {
        if self.is_placing() || self.occupied().count() > STACKS {
            return None;
        }
        [self.turn(), !self.turn()]
            .into_iter()
            .find(|&side| self.holds_more(side))
            .map(|side| (Outcome::Win(side), self.longest_rest()))
    }

    /// No game lasts longer from here, in plies: each move takes a stack off the board or more, the
    /// last one stays, and there is at most one pass before each move.
    pub(super) fn longest_rest(&self) -> i32 {
        let stacks = self.occupied().count() as i32;
        2 * (stacks - 1).max(0)
    }

    /// Whether `side` keeps more pieces than the other side can ever control.
    fn holds_more(&self, side: Side) -> bool {
        let own = self.controlled(side);
        // A stack with a DVONN piece inside never leaves the board.
        let lasting = own & self.dvonn();
        let other = self.score(!side);
        // Most positions fail here: even if all of these were safe it would not do.
        if self.pieces_on(lasting) <= other {
            return false;
        }
        let landings = self.ever_landed_on(!side);
        if landings.is_empty() {
            // He moves no more, so nothing is added to what he has.
            return true;
        }
        // Of a stack that goes nowhere the other side could land, that side never has a piece.
        let kept: Bits = own
            .into_iter()
            .filter(|&cell| !self.ever_reached(cell.bit()).meets(landings))
            .collect();
        // Nor of a lone DVONN piece, unless a stack that he may take comes over it first.
        let exposed = self.ever_reached(own.minus(kept));
        let left = self.lone().minus(landings).minus(exposed);
        let most = self.pieces_on(self.occupied().minus(kept).minus(left));
        self.pieces_on(lasting & kept) > most
    }

    /// Every cell that a stack of `side` could land on at any time from now.
    fn ever_landed_on(&self, side: Side) -> Bits {
        let mut seen = Bits::EMPTY;
        let mut front = self.controlled(side);
        let mut landings = Bits::EMPTY;
        while let Some(cell) = front.lowest() {
            front = front.without(cell);
            seen = seen.with(cell);
            // Where another stands now, ours will be at least one higher.
            let least = self.height(cell) + u8::from(!self.controlled(side).has(cell));
            let next = beyond(least, cell) & self.occupied();
            landings = Bits(landings.0 | next.0);
            front = Bits(front.0 | next.minus(seen).0);
        }
        landings
    }

    /// Every cell that the stacks on `from` could stand on at any time from now, as far as their
    /// owner moves them.
    fn ever_reached(&self, from: Bits) -> Bits {
        let mut reached = from;
        let mut front = from;
        while let Some(cell) = front.lowest() {
            front = front.without(cell);
            let least = self.height(cell) + u8::from(!from.has(cell));
            let fresh = (beyond(least, cell) & self.occupied()).minus(reached);
            reached = Bits(reached.0 | fresh.0);
            front = Bits(front.0 | fresh.0);
        }
        reached
    }
}

/// The cells in a straight line from `from`, at least `least` steps away.
fn beyond(least: u8, from: Cell) -> Bits {
    (least..=MAX_LENGTH as u8)
        .map(|steps| jumps(steps, from))
        .fold(Bits::EMPTY, |all, cells| Bits(all.0 | cells.0))
}
