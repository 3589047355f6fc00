//! Finds wins in one move without generating all moves.

use super::moves::Move;
use super::position::Position;
use super::variant::{Counts, Marble, NO_MARBLES};
use crate::board::{Bits, Cell};
use crate::rules::Rules;

impl Position {
    /// A move that wins at once. Captures of more than four marbles are rare and left to the search.
    pub(super) fn win(&self) -> Option<Move> {
        if self.can_jump() {
            (self.min_missing() <= 4).then(|| self.winning_chain())?
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
    fn min_missing(&self) -> u8 {
        let [first, sets @ ..] = self.missing(self.turn());
        sets.into_iter().fold(first, u8::min)
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
        if self.min_missing() > 3 {
            return None;
        }
        let from_own = self.reserve() == NO_MARBLES;
        let isolations = self.isolations();
        isolations.iter().find_map(|isolation| {
            // The marble may go to any other cell.
            let mut others = self.vacant().into_iter();
            let cell = isolation.cell;
            let cell = cell.or_else(|| others.find(|&cell| Some(cell) != isolation.ring))?;
            let ring = isolation.ring.or_else(|| loose.without(cell).lowest());
            let claims = isolations.claims(cell, ring);
            let counts = self.captured_with(claims);
            let wins = |&marble: &Marble| {
                let mut after = counts;
                let count = &mut after[marble.index()];
                *count += u8::from(claims.has(cell));
                *count -= u8::from(from_own && *count > 0);
                self.completes_set(after)
            };
            let marble = self.in_stock().find(wins)?;
            Some(place(marble, cell, ring, claims))
        })
    }
}
