//! Positions that are decided before the end: one side safely holds more than the other side can reach.
//!
//! Cells never fill again and stacks only grow. This gives a simple bound for the cells that a stack can
//! ever reach: from a cell along its lines, at least as far as the stack there is high now.

use super::board::{MAX_LENGTH, jumps};
use super::position::Position;
use crate::board::{Bits, Cell};
use crate::rules::{Outcome, Rules, Side};

/// The most stacks for which the proof is tried: fuller boards are hardly ever decided, and the attempt
/// costs time.
const STACKS: u32 = 14;

impl Position {
    /// The outcome if it no longer depends on the moves, and the most plies to the end.
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

    /// The most plies that the game can last: each move removes at least one stack, the last stack stays, and
    /// at most one pass precedes each move.
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
        // Most positions fail here: too few pieces even if all of them were safe.
        if self.pieces_on(lasting) <= other {
            return false;
        }
        let landings = self.ever_landed_on(!side);
        if landings.is_empty() {
            // The other side has no move left and gains nothing.
            return true;
        }
        // The other side never gets a stack that stays out of its reach.
        let kept: Bits = own
            .into_iter()
            .filter(|&cell| !self.ever_reached(cell.bit()).meets(landings))
            .collect();
        // The same holds for a lone DVONN piece, unless a stack that it may take moves onto it first.
        let exposed = self.ever_reached(own.minus(kept));
        let left = self.lone().minus(landings).minus(exposed);
        let most = self.pieces_on(self.occupied().minus(kept).minus(left));
        self.pieces_on(lasting & kept) > most
    }

    /// Every cell that a stack of `side` could ever land on.
    fn ever_landed_on(&self, side: Side) -> Bits {
        let mut seen = Bits::EMPTY;
        let mut front = self.controlled(side);
        let mut landings = Bits::EMPTY;
        while let Some(cell) = front.lowest() {
            front = front.without(cell);
            seen = seen.with(cell);
            // On an occupied cell our stack will be at least one higher.
            let least = self.height(cell) + u8::from(!self.controlled(side).has(cell));
            let next = beyond(least, cell) & self.occupied();
            landings = Bits(landings.0 | next.0);
            front = Bits(front.0 | next.minus(seen).0);
        }
        landings
    }

    /// Every cell that the stacks on `from` could ever reach by moves of their owner.
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
