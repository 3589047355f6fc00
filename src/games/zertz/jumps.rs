//! The jumps of ZÈRTZ and chains of them, without colours.

#![allow(
    clippy::indexing_slicing,
    reason = "cells are within bounds by their type"
)]

use super::board::{BOARD, JUMPS, LINES, neighbours};
use super::turn::{Move, Path};
use crate::board::hex::Direction;
use crate::board::{Bits, Cell};

/// The marbles and the vacant rings of a position, or of one in the middle of a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terrain {
    /// The cells with a marble.
    pub occupied: Bits,
    /// The rings without one.
    pub vacant: Bits,
}

/// One jump of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leap {
    pub direction: Direction,
    /// The marble jumped over.
    pub over: Cell,
    /// The landing.
    pub to: Cell,
}

impl Terrain {
    /// Whether any marble can jump.
    #[inline]
    pub(super) fn can_jump(self) -> bool {
        self.occupied
            .into_iter()
            .any(|over| self.jumpers_over(over).any())
    }

    /// The marbles that can jump.
    #[inline]
    pub(super) fn jumpers(self) -> Bits {
        self.occupied
            .into_iter()
            .fold(Bits::EMPTY, |all, over| all | self.jumpers_over(over))
    }

    /// The marbles that can jump over the one on a cell.
    #[inline]
    pub(super) fn jumpers_over(self, over: Cell) -> Bits {
        // Most marbles touch no other.
        if !neighbours(over).meets(self.occupied) {
            return Bits::EMPTY;
        }
        LINES[over.index()]
            .iter()
            .filter(|line| line.meets(self.vacant))
            .fold(Bits::EMPTY, |all, &line| all | line & self.occupied)
    }

    /// Calls `visit` with every complete chain.
    pub(super) fn each_chain(self, visit: &mut impl FnMut(&Chain)) {
        for from in self.jumpers() {
            Chain::standing(self, from).each_complete(visit);
        }
    }

    /// The marble on a cell is lifted: its own ring is vacant for it.
    #[inline]
    pub(super) fn lifted(self, at: Cell) -> Terrain {
        Terrain {
            occupied: self.occupied.without(at),
            vacant: self.vacant.with(at),
        }
    }

    /// A marble is jumped over, which happens once. Its cell is vacant only after the turn, but no jump of
    /// two cells can reach it.
    #[inline]
    pub(super) fn jumped(self, over: Cell) -> Terrain {
        self.lifted(over)
    }

    /// A lifted marble comes down.
    #[inline]
    pub(super) fn landed(self, at: Cell) -> Terrain {
        Terrain {
            occupied: self.occupied.with(at),
            vacant: self.vacant.without(at),
        }
    }

    /// The jumps of a lifted marble that is over `at`.
    #[inline]
    pub(super) fn leaps(self, at: Cell) -> impl Iterator<Item = Leap> {
        // Mostly nothing is left beside the marble.
        let directions = if neighbours(at).meets(self.occupied) {
            Direction::ALL.as_slice()
        } else {
            &[]
        };
        directions
            .iter()
            .filter_map(move |&direction| self.leap(at, direction))
    }

    /// The jump of a lifted marble in a direction, if it is possible.
    #[inline]
    fn leap(self, at: Cell, direction: Direction) -> Option<Leap> {
        let (over, to) = JUMPS[at.index()][direction.index()];
        let (over, to) = (Cell(over), Cell(to));
        // Beyond the disc there are no marbles.
        let possible = self.occupied.has(over) && self.vacant.has(to);
        possible.then_some(Leap {
            direction,
            over,
            to,
        })
    }
}

/// The cells that a path of jumps goes over, each with the landing behind it.
pub(super) fn jumped(from: Cell, path: Path) -> impl Iterator<Item = (Cell, Cell)> {
    path.directions().scan(from, |at, direction| {
        let over = BOARD.step(*at, direction)?;
        *at = BOARD.step(over, direction)?;
        Some((over, *at))
    })
}

/// A marble in the middle of its turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    /// Where it stood.
    pub from: Cell,
    /// Its jumps.
    pub path: Path,
    /// The cell it is over.
    pub at: Cell,
    /// What it jumped over.
    pub taken: Bits,
    /// What is left beside it.
    terrain: Terrain,
}

impl Chain {
    /// A marble that has not jumped yet.
    #[inline]
    pub(super) fn standing(terrain: Terrain, from: Cell) -> Chain {
        Chain {
            from,
            path: Path::default(),
            at: from,
            taken: Bits::EMPTY,
            terrain: terrain.lifted(from),
        }
    }

    /// The jumps that go on from here.
    #[inline]
    pub(super) fn leaps(&self) -> impl Iterator<Item = Leap> + use<> {
        self.terrain.leaps(self.at)
    }

    /// The chain with one more jump.
    #[inline]
    pub(super) fn then(&self, leap: Leap) -> Chain {
        Chain {
            from: self.from,
            path: self.path.then(leap.direction),
            at: leap.to,
            taken: self.taken.with(leap.over),
            terrain: self.terrain.jumped(leap.over),
        }
    }

    /// The turn, if it ends here.
    #[inline]
    pub(super) fn turn(&self) -> Move {
        Move::Jump {
            from: self.from,
            path: self.path,
        }
    }

    /// Whether it has jumped and cannot go on.
    pub(super) fn is_complete(&self) -> bool {
        self.path.len() > 0 && self.leaps().next().is_none()
    }

    /// Calls `visit` with every complete chain that begins so.
    fn each_complete(&self, visit: &mut impl FnMut(&Chain)) {
        let mut ended = true;
        for leap in self.leaps() {
            ended = false;
            self.then(leap).each_complete(visit);
        }
        if ended && self.path.len() > 0 {
            visit(self);
        }
    }
}
