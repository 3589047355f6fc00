//! Generates the legal moves: chains of jumps, or placements with a ring to remove and groups to claim.

use super::board::{group, neighbours};
use super::moves::Move;
use super::position::Position;
use super::variant::{Marble, NO_MARBLES};
use crate::board::{Bits, Cell};

/// A placement without its colour: the cell, the ring to remove and the groups it may claim.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    /// Where the marble goes.
    pub cell: Cell,
    /// The ring to remove.
    pub ring: Option<Cell>,
    /// The groups that it fills and isolates.
    pub groups: Groups,
}

/// The claimable groups of a move, ordered by lowest cell. The marble creates at most one group, the
/// removed ring at most three (it has at most three neighbours that do not touch each other).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Groups {
    sets: [Bits; 4],
    count: usize,
}

impl Groups {
    fn add(&mut self, set: Bits) {
        if self.count < self.sets.len() && !self.as_slice().contains(&set) {
            self.sets[self.count] = set;
            self.count += 1;
            let groups = &mut self.sets[..self.count];
            groups.sort_unstable_by_key(|set| set.0.trailing_zeros());
        }
    }

    /// The groups.
    pub(super) fn as_slice(&self) -> &[Bits] {
        &self.sets[..self.count]
    }

    /// All groups together.
    pub(super) fn all(&self) -> Bits {
        self.as_slice()
            .iter()
            .fold(Bits::EMPTY, |all, &set| all | set)
    }
}

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
        let loose = self.loose();
        for cell in self.vacant() {
            self.each_placement(cell, loose, &mut |placement| {
                for marble in self.in_stock() {
                    for choice in 0..1u8 << placement.groups.as_slice().len() {
                        let chosen = placement.groups.as_slice().iter().enumerate();
                        let claims = chosen
                            .filter(|(i, _)| choice >> i & 1 != 0)
                            .fold(Bits::EMPTY, |claims, (_, &set)| claims | set);
                        visit(Move::Place {
                            marble,
                            cell: placement.cell,
                            ring: placement.ring,
                            claims,
                        });
                    }
                }
            });
        }
    }

    /// The colours that the side to move can place.
    pub(super) fn in_stock(&self) -> impl Iterator<Item = Marble> + use<> {
        let marbles = self.available_marbles();
        Marble::ALL
            .into_iter()
            .filter(move |marble| marbles[marble.index()] > 0)
    }

    /// Calls `visit` for each ring that may be removed after a placement on `cell`, or once without a ring
    /// if none is free. `loose` is [`Position::loose`].
    pub(super) fn each_placement(
        &self,
        cell: Cell,
        loose: Bits,
        visit: &mut impl FnMut(Placement),
    ) {
        let free = loose.without(cell);
        if free.is_empty() {
            visit(self.placement_at(cell, None));
            return;
        }
        for ring in free {
            visit(self.placement_at(cell, Some(ring)));
        }
    }

    /// The placement on `cell` with `ring` removed.
    pub(super) fn placement_at(&self, cell: Cell, ring: Option<Cell>) -> Placement {
        let occupied = self.occupied().with(cell);
        let rings = match ring {
            Some(ring) => self.rings().without(ring),
            None => self.rings(),
        };
        let mut groups = Groups::default();
        // If every ring is occupied, the game is over and nothing is claimed.
        if !rings.within(occupied) {
            let beside = ring.map_or(Bits::EMPTY, |ring| neighbours(ring) & occupied);
            for seed in beside.with(cell) {
                // Most marbles have a vacant neighbour.
                if !(neighbours(seed) & rings).within(occupied) {
                    continue;
                }
                let set = group(seed, rings);
                if set.within(occupied) {
                    groups.add(set);
                }
            }
        }
        Placement { cell, ring, groups }
    }
}
