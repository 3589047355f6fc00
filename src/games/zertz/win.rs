//! Wins with the next turn of ZÈRTZ, found without listing the turns, and what isolates a group.

#![allow(
    clippy::indexing_slicing,
    reason = "cells, sides and kinds are within bounds by their types"
)]

use super::board::{around, group, neighbours};
use super::position::Position;
use super::turn::Move;
use super::variant::{COLOURS, Counts, Marble, NO_MARBLES};
use crate::board::{Bits, Cell};

impl Position {
    /// A turn that wins at once. Groups of four and more marbles are rare: they are left to the
    /// search.
    pub(super) fn win(&self) -> Option<Move> {
        if self.can_jump() {
            (self.missing() <= 4).then(|| self.winning_chain())?
        } else {
            self.winning_placement()
        }
    }

    /// The player's captured marbles with those of `cells` added.
    fn captured_with(&self, cells: Bits) -> Counts {
        let mut counts = self.captured(self.turn());
        for (marble, count) in Marble::ALL.into_iter().zip(&mut counts) {
            *count += (self.marbles(marble) & cells).count() as u8;
        }
        counts
    }

    /// The fewest marbles that a player to move lacks for a set.
    fn missing(&self) -> u8 {
        let counts = self.captured(self.turn());
        let sets = self.variant().sets();
        let lacks = sets.iter().map(|set| {
            (0..COLOURS)
                .map(|colour| set[colour].saturating_sub(counts[colour]))
                .sum()
        });
        lacks.min().unwrap_or(0)
    }

    fn winning_chain(&self) -> Option<Move> {
        let mut winner = None;
        self.terrain().each_chain(&mut |chain| {
            if winner.is_none() && self.completes_set(self.captured_with(chain.taken)) {
                winner = Some(chain.turn());
            }
        });
        winner
    }

    fn winning_placement(&self) -> Option<Move> {
        let loose = self.loose();
        let place = |marble, cell: Cell, ring, claims| Move::Place {
            marble,
            cell,
            ring,
            claims,
        };
        let any_marble = self.in_stock().next()?;
        // The last ring is taken, or the last but one and the last is removed.
        if self.vacant().count() <= 2 {
            for cell in self.vacant() {
                let left = self.vacant().without(cell);
                if left.is_empty() {
                    return Some(place(any_marble, cell, None, Bits::EMPTY));
                }
                if left.within(loose) {
                    return Some(place(any_marble, cell, left.lowest(), Bits::EMPTY));
                }
            }
        }
        // Groups of four and more marbles are rare: they are left to the search.
        if self.missing() > 3 {
            return None;
        }
        let from_own = self.reserve() == NO_MARBLES;
        let mut winner = None;
        self.each_isolation(&mut |cell, ring, set| {
            if winner.is_some() {
                return;
            }
            let Some(cell) = cell.or_else(|| {
                // The marble may go anywhere else.
                self.vacant().into_iter().find(|&c| Some(c) != ring)
            }) else {
                return;
            };
            let ring = ring.or_else(|| loose.without(cell).lowest());
            let claims = self.spot(cell, ring).groups.all();
            if !set.within(claims) {
                return;
            }
            let counts = self.captured_with(claims);
            for marble in self.in_stock() {
                let mut after = counts;
                let count = &mut after[marble.index()];
                *count += u8::from(claims.has(cell));
                *count -= u8::from(from_own && *count > 0);
                if winner.is_none() && self.completes_set(after) {
                    winner = Some(place(marble, cell, ring, claims));
                }
            }
        });
        winner
    }

    /// Calls `visit` with the placements that make a group claimable: the cell (`None`: any) and
    /// the ring (`None`: any).
    pub(super) fn each_isolation(&self, visit: &mut impl FnMut(Option<Cell>, Option<Cell>, Bits)) {
        let (occupied, vacant) = (self.occupied(), self.vacant());
        let loose = self.loose();
        // A marble placed into a region that is then full, or full but for the ring removed.
        for cell in vacant {
            // Most cells have more vacant rings beside them than one turn can take.
            if (neighbours(cell) & vacant).rest().any() {
                continue;
            }
            let set = group(cell, occupied.with(cell));
            let rim = self.rim(set).without(cell);
            match rim.count() {
                0 => visit(Some(cell), None, set),
                1 if rim.within(loose) => visit(Some(cell), rim.lowest(), set),
                _ => {}
            }
        }
        // Marbles held to the rest by one ring.
        let mut rest = occupied;
        while let Some(seed) = rest.lowest() {
            if (neighbours(seed) & vacant).rest().any() {
                rest = rest.without(seed);
                continue;
            }
            let set = group(seed, occupied);
            rest = rest.minus(set);
            let rim = self.rim(set);
            if rim.count() == 1 && rim.within(loose) {
                visit(None, rim.lowest(), set);
            }
        }
    }

    /// The vacant rings beside a set.
    fn rim(&self, set: Bits) -> Bits {
        around(set) & self.vacant()
    }
}
