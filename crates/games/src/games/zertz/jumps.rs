//! Jumps and chains of jumps, without regard to colours.

use super::board::{BOARD, LINES};
use super::moves::{Move, Path};
use crate::board::hex::Direction;
use crate::board::{Bits, Cell};

/// The marbles and the vacant rings of a position, possibly in the middle of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occupancy {
    /// The cells with a marble.
    pub occupied: Bits,
    /// The rings without a marble.
    pub vacant: Bits,
}

/// One jump of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Jump {
    pub direction: Direction,
    /// The marble jumped over.
    pub over: Cell,
    /// The cell the marble lands on.
    pub to: Cell,
}

impl Occupancy {
    /// Whether any marble can jump.
    #[inline]
    pub(super) fn can_jump(self) -> bool {
        self.occupied
            .into_iter()
            .any(|over| self.jumpers_over(over).any())
    }

    /// Whether the marble of a cell can jump, or another one over it. False if the marble was claimed: then it has no
    /// neighbours.
    #[inline]
    pub(super) fn can_jump_beside(self, cell: Cell) -> bool {
        self.jumpers_over(cell).any() || self.jumps(cell).next().is_some()
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
        // Most marbles have no neighbours.
        if !BOARD.neighbours(over).meets(self.occupied) {
            return Bits::EMPTY;
        }
        LINES[over.index() & 63]
            .iter()
            .filter(|line| line.meets(self.vacant))
            .fold(Bits::EMPTY, |all, &line| all | line & self.occupied)
    }

    /// Calls `visit` with every complete chain.
    pub(super) fn each_chain(self, visit: &mut impl FnMut(&Chain)) {
        for from in self.jumpers() {
            Chain::new(self, from).each_complete(visit);
        }
    }

    /// Lifts the marble of a cell, which moves or is captured. Its ring becomes vacant. By the rules, the ring of a
    /// captured marble does so only after the move, but jumps of two cells cannot reach it before.
    #[inline]
    pub(super) fn lifted(self, at: Cell) -> Occupancy {
        Occupancy {
            occupied: self.occupied.without(at),
            vacant: self.vacant.with(at),
        }
    }

    /// Puts a lifted marble down.
    #[inline]
    pub(super) fn landed(self, at: Cell) -> Occupancy {
        Occupancy {
            occupied: self.occupied.with(at),
            vacant: self.vacant.without(at),
        }
    }

    /// The jumps of a lifted marble over `at`.
    #[inline]
    pub(super) fn jumps(self, at: Cell) -> impl Iterator<Item = Jump> {
        // Usually the marble has no neighbours left.
        let directions = if BOARD.neighbours(at).meets(self.occupied) {
            Direction::ALL.as_slice()
        } else {
            &[]
        };
        directions
            .iter()
            .filter_map(move |&direction| self.jump(at, direction))
    }

    /// The jump of a lifted marble in a direction, if possible.
    #[inline]
    fn jump(self, at: Cell, direction: Direction) -> Option<Jump> {
        // No cell beyond the disc is occupied or vacant.
        let over = BOARD.neighbour(at, direction);
        if !self.occupied.has(over) {
            return None;
        }
        let to = BOARD.neighbour(over, direction);
        self.vacant.has(to).then_some(Jump {
            direction,
            over,
            to,
        })
    }
}

/// The cells jumped over on a path, each with the landing behind it.
pub(super) fn jumped(from: Cell, path: Path) -> impl Iterator<Item = (Cell, Cell)> {
    path.directions().scan(from, |at, direction| {
        let over = BOARD.step(*at, direction)?;
        *at = BOARD.step(over, direction)?;
        Some((over, *at))
    })
}

/// A marble in the middle of a chain of jumps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    /// The start of the chain.
    pub from: Cell,
    /// The jumps so far.
    pub path: Path,
    /// The current cell.
    pub at: Cell,
    /// The cells jumped over.
    pub taken: Bits,
    /// The other marbles and the vacant rings.
    occupancy: Occupancy,
}

impl Chain {
    /// A marble that has not jumped yet.
    #[inline]
    pub(super) fn new(occupancy: Occupancy, from: Cell) -> Chain {
        Chain {
            from,
            path: Path::default(),
            at: from,
            taken: Bits::EMPTY,
            occupancy: occupancy.lifted(from),
        }
    }

    /// Whether another marble, not captured yet, is on the cell.
    pub(super) fn has_marble(&self, cell: Cell) -> bool {
        self.occupancy.occupied.has(cell)
    }

    /// The jumps that can follow.
    #[inline]
    pub(super) fn jumps(&self) -> impl Iterator<Item = Jump> + use<> {
        self.occupancy.jumps(self.at)
    }

    /// The chain with one more jump.
    #[inline]
    pub(super) fn then(&self, jump: Jump) -> Chain {
        Chain {
            from: self.from,
            path: self.path.then(jump.direction),
            at: jump.to,
            taken: self.taken.with(jump.over),
            occupancy: self.occupancy.lifted(jump.over),
        }
    }

    /// The move if the chain ends here.
    #[inline]
    pub(super) fn as_move(&self) -> Move {
        Move::Jump {
            from: self.from,
            path: self.path,
        }
    }

    /// Whether it has jumped and cannot continue.
    pub(super) fn is_complete(&self) -> bool {
        self.path.len() > 0 && self.jumps().next().is_none()
    }

    /// Calls `visit` with every complete chain that starts like this one.
    fn each_complete(&self, visit: &mut impl FnMut(&Chain)) {
        let mut ended = true;
        for jump in self.jumps() {
            ended = false;
            self.then(jump).each_complete(visit);
        }
        if ended && self.path.len() > 0 {
            visit(self);
        }
    }
}
