//! Whether a sacrifice pays: whether the player can capture or isolate marbles after each reply of the
//! opponent. Such a sacrifice is called *sound*.

use super::board::BOARD;
use super::candidates::as_set;
use super::jumps::{Jump, Occupancy};
use super::position::Position;
use crate::board::{Bits, Cell};

impl Position {
    /// The rings with at most one vacant neighbour.
    pub(super) fn closed(&self) -> Bits {
        let occupancy = self.occupancy();
        let rings = self.rings().into_iter();
        rings
            .filter(|&cell| occupancy.is_nearly_enclosed(cell))
            .collect()
    }

    /// Whether, after a marble is placed on `cell` and `ring` removed, the player can capture or isolate
    /// marbles in the next move, whichever chain the opponent chooses. No jump may be possible in this
    /// position; `closed` is [`Position::closed`]. Ignores that the game may end with the last ring.
    pub(super) fn is_sound_sacrifice(&self, cell: Cell, ring: Option<Cell>, closed: Bits) -> bool {
        let occupancy = Occupancy {
            occupied: self.occupied().with(cell),
            vacant: self.vacant().without(cell).minus(as_set(ring)),
        };
        let near = closed | BOARD.neighbours(cell).with(cell) | BOARD.around(as_set(ring));
        // Each chain starts with a jump of the new marble or over it.
        let starts = occupancy.jumpers_over(cell).with(cell);
        starts.into_iter().all(|start| {
            let lifted = occupancy.lifted(start);
            lifted.has_answer_to_each_chain(start, near, 0)
        })
    }
}

impl Occupancy {
    /// Whether the player can capture or isolate marbles after each chain that continues with the lifted marble over `at`, after `jumps`
    /// jumps. A group that can be isolated then contains a cell of `near` or a neighbour of the marble.
    /// Unlike [`Occupancy::each_chain`], this stops at the first chain without an answer.
    fn has_answer_to_each_chain(self, at: Cell, near: Bits, jumps: u32) -> bool {
        let mut ended = true;
        for Jump { over, to, .. } in self.jumps(at) {
            ended = false;
            let after = self.lifted(over);
            if !after.has_answer_to_each_chain(to, near.with(over), jumps + 1) {
                return false;
            }
        }
        if !ended || jumps == 0 {
            return true;
        }
        let landed = self.landed(at);
        let near = (near | BOARD.neighbours(at)) & (landed.occupied | landed.vacant);
        landed.can_jump()
            || near
                .into_iter()
                .any(|cell| landed.isolation(cell).is_some())
    }
}
