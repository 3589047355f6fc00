//! The groups of marbles that a placement isolates, so that it may claim them.

use super::board::{BOARD, is_loose};
use super::candidates::as_set;
use super::jumps::Occupancy;
use super::position::Position;
use crate::board::{Bits, Cell};

/// A group that some placements isolate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Isolation {
    /// Where the marble goes; if `None`, to any cell.
    pub cell: Option<Cell>,
    /// The ring to remove; if `None`, any.
    pub ring: Option<Cell>,
    /// The cells of the group, with that of the new marble if it belongs to the group.
    group: Bits,
}

impl Occupancy {
    /// Whether a cell has at most one vacant neighbour. Most cells have more, and no placement isolates them.
    #[inline]
    pub(super) fn is_nearly_enclosed(self, cell: Cell) -> bool {
        (BOARD.neighbours(cell) & self.vacant).rest().is_empty()
    }

    /// How a placement isolates the marbles connected with a cell. The marble goes to the cell if it is vacant,
    /// otherwise elsewhere.
    #[inline]
    pub(super) fn isolation(self, cell: Cell) -> Option<Isolation> {
        if self.is_nearly_enclosed(cell) {
            self.isolation_of_group(cell)
        } else {
            None
        }
    }

    /// The same for a cell that is nearly enclosed.
    #[inline(never)]
    fn isolation_of_group(self, cell: Cell) -> Option<Isolation> {
        let after = self.landed(cell);
        let group = BOARD.flood(cell.bit(), after.occupied);
        let rim = BOARD.around(group) & after.vacant;
        let ring = rim.lowest();
        let isolates = match ring {
            None => self.vacant.has(cell),
            Some(ring) => rim.rest().is_empty() && is_loose(ring, self.occupied | self.vacant),
        };
        let cell = self.vacant.has(cell).then_some(cell);
        isolates.then_some(Isolation { cell, ring, group })
    }
}

/// What the placements of a position isolate.
pub(super) struct Isolations {
    list: Vec<Isolation>,
    vacant: Bits,
}

impl Position {
    /// What the placements isolate.
    pub(super) fn isolations(&self) -> Isolations {
        let occupancy = self.occupancy();
        let Occupancy { occupied, vacant } = occupancy;
        let mut list = Vec::new();
        list.extend(
            vacant
                .into_iter()
                .filter_map(|cell| occupancy.isolation(cell)),
        );
        let mut rest = occupied;
        while let Some(cell) = rest.lowest() {
            rest = rest.without(cell);
            if let Some(isolation) = occupancy.isolation(cell) {
                rest = rest.minus(isolation.group);
                list.push(isolation);
            }
        }
        Isolations { list, vacant }
    }
}

impl Isolations {
    /// Each group and how it is isolated.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Isolation> {
        self.list.iter()
    }

    /// Those by a placement on `cell`.
    fn by(&self, cell: Cell) -> impl Iterator<Item = &Isolation> {
        self.iter()
            .filter(move |isolation| isolation.cell.is_none_or(|at| at == cell))
    }

    /// The rings with which a placement on `cell` isolates a group.
    pub(super) fn rings(&self, cell: Cell) -> Bits {
        let rings = self.by(cell).map(|isolation| isolation.ring);
        rings.fold(Bits::EMPTY, |all, ring| {
            all | ring.map_or(self.vacant, Cell::bit)
        })
    }

    /// All cells that a placement on `cell` isolates, if `ring` is removed.
    pub(super) fn claims(&self, cell: Cell, ring: Option<Cell>) -> Bits {
        // If every ring is occupied, the game is over and nothing is claimed.
        if self.vacant.without(cell).minus(as_set(ring)).is_empty() {
            return Bits::EMPTY;
        }
        self.by(cell)
            .filter(|isolation| isolation.ring.is_none_or(|needed| ring == Some(needed)))
            .fold(Bits::EMPTY, |all, isolation| all | isolation.group)
    }
}
