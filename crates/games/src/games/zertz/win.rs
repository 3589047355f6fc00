//! Finds wins in one move without generating all moves, and the placements that isolate a group.

use super::board::{around, group, neighbours};
use super::moves::Move;
use super::position::Position;
use super::variant::{COLOURS, Counts, Marble, NO_MARBLES};
use crate::board::{Bits, Cell};
use crate::rules::Rules;

impl Position {
    /// A move that wins at once. Captures of more than four marbles are rare and left to the search.
    pub(super) fn win(&self) -> Option<Move> {
        if self.can_jump() {
            (self.missing() <= 4).then(|| self.winning_chain())?
        } else {
            self.winning_placement()
        }
    }

    /// The captured marbles of the side to move, with those on `cells` added.
    fn captured_with(&self, cells: Bits) -> Counts {
        let mut counts = self.captured(self.turn());
        for (marble, count) in Marble::ALL.into_iter().zip(&mut counts) {
            *count += (self.marbles(marble) & cells).count() as u8;
        }
        counts
    }

    /// The minimum number of marbles that the side to move lacks for a winning set.
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
        self.occupancy().each_chain(&mut |chain| {
            if winner.is_none() && self.completes_set(self.captured_with(chain.taken)) {
                winner = Some(chain.as_move());
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
        // Occupies the last ring, or the last but one if the last can be removed.
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
        // Groups of four or more marbles are rare and left to the search.
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
                // The marble may go to any other cell.
                self.vacant().into_iter().find(|&c| Some(c) != ring)
            }) else {
                return;
            };
            let ring = ring.or_else(|| loose.without(cell).lowest());
            let claims = self.placement_at(cell, ring).groups.all();
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

    /// Calls `visit` with the placements that make a group claimable: the cell (`None`: any), the ring
    /// (`None`: any) and the group.
    pub(super) fn each_isolation(&self, visit: &mut impl FnMut(Option<Cell>, Option<Cell>, Bits)) {
        let (occupied, vacant) = (self.occupied(), self.vacant());
        let loose = self.loose();
        // A marble fills a region, or fills it except for the ring that is removed.
        for cell in vacant {
            // Most cells have more vacant neighbours than one move can occupy or remove.
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
        // A single vacant ring connects a group of marbles to the rest.
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

    /// The vacant rings adjacent to a set.
    fn rim(&self, set: Bits) -> Bits {
        around(set) & self.vacant()
    }
}
