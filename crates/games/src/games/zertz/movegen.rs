//! Generates the legal moves: chains of jumps, or placements with a ring to remove and groups to claim.

use super::board::groups;
use super::moves::Move;
use super::position::Position;
use super::variant::{Marble, NO_MARBLES};
use crate::board::{Bits, Cell};

impl Position {
    /// Calls `visit` with every legal move of a game in progress.
    pub(super) fn each_move(&self, visit: &mut impl FnMut(Move)) {
        if self.can_jump() {
            self.occupancy()
                .each_chain(&mut |chain| visit(chain.as_move()));
            return;
        }
        if self.available_marbles() == NO_MARBLES {
            visit(Move::Pass);
            return;
        }
        let isolations = self.isolations();
        let mut claimable = Vec::new();
        for cell in self.vacant() {
            for ring in self.removable_after(cell) {
                claimable.clear();
                claimable.extend(groups(isolations.claims(cell, ring)));
                for marble in self.in_stock() {
                    for choice in 0..1u8 << claimable.len() {
                        let chosen = claimable.iter().enumerate();
                        let claims = chosen
                            .filter(|(i, _)| choice >> i & 1 != 0)
                            .fold(Bits::EMPTY, |claims, (_, &group)| claims | group);
                        visit(Move::Place {
                            marble,
                            cell,
                            ring,
                            claims,
                        });
                    }
                }
            }
        }
    }

    /// The colours that the side to move can place.
    pub(super) fn in_stock(&self) -> impl Iterator<Item = Marble> + use<> {
        let marbles = self.available_marbles();
        Marble::ALL
            .into_iter()
            .filter(move |marble| marbles[marble.index()] > 0)
    }

    /// Each ring that may be removed after a placement on `cell`, or once `None` if none is free.
    pub(super) fn removable_after(&self, cell: Cell) -> impl Iterator<Item = Option<Cell>> + use<> {
        let free = self.loose().without(cell);
        let without = free.is_empty().then_some(None);
        free.into_iter().map(Some).chain(without)
    }
}
