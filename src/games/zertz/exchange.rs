//! Whether a sacrifice of ZÈRTZ is answered: what the player may take when the opponent has captured.

#![allow(
    clippy::indexing_slicing,
    reason = "cells are within bounds by their type"
)]

use super::board::{around, group, is_loose, neighbours};
use super::candidates::gone;
use super::jumps::{Leap, Terrain};
use super::position::Position;
use crate::board::{Bits, Cell};

impl Position {
    /// The rings with one vacant ring beside them or none.
    pub(super) fn closed(&self) -> Bits {
        let vacant = self.vacant();
        let is_closed = |&cell: &Cell| (neighbours(cell) & vacant).rest().is_empty();
        self.rings().into_iter().filter(is_closed).collect()
    }

    /// Whether the player may capture or isolate marbles in his next turn when he placed one on `cell` and
    /// removed `ring`, whichever chain the opponent captures by. Nothing may be captured before;
    /// `closed` is [`Position::closed`]. That the game ends with the last ring is not looked at.
    pub(super) fn is_answered(&self, cell: Cell, ring: Option<Cell>, closed: Bits) -> bool {
        let terrain = Terrain {
            occupied: self.occupied().with(cell),
            vacant: self.vacant().without(cell).minus(gone(ring)),
        };
        let near = closed | neighbours(cell).with(cell) | ring.map_or(Bits::EMPTY, neighbours);
        // Each chain begins with a jump of the new marble or over it.
        let starts = terrain.jumpers_over(cell).with(cell);
        starts.into_iter().all(|start| {
            let lifted = terrain.lifted(start);
            lifted.is_each_chain_answered(start, near, 0)
        })
    }
}

impl Terrain {
    /// Whether each chain of a marble is answered that is over `at` after so many jumps. What may be
    /// isolated then holds a cell of `near` or one beside the marble. Chains are not listed as
    /// [`Terrain::each_chain`] does: the first one without an answer ends the look.
    fn is_each_chain_answered(self, at: Cell, near: Bits, jumps: u32) -> bool {
        let mut ended = true;
        for Leap { over, to, .. } in self.leaps(at) {
            ended = false;
            let after = self.jumped(over);
            if !after.is_each_chain_answered(to, near.with(over), jumps + 1) {
                return false;
            }
        }
        if !ended || jumps == 0 {
            return true;
        }
        let landed = self.landed(at);
        landed.can_jump() || landed.can_isolate(near | neighbours(at))
    }

    /// Whether a turn can isolate a group that holds a cell of `near` and no cell with two vacant
    /// rings beside it.
    fn can_isolate(self, near: Bits) -> bool {
        let rings = self.occupied | self.vacant;
        (near & rings).into_iter().any(|cell| {
            // Most cells have more vacant rings beside them than one turn can take.
            if (neighbours(cell) & self.vacant).rest().any() {
                return false;
            }
            let set = group(cell, self.occupied.with(cell));
            let rim = around(set) & self.vacant.without(cell);
            match rim.lowest() {
                None => self.vacant.has(cell),
                Some(ring) => rim.rest().is_empty() && is_loose(ring, rings),
            }
        })
    }
}
