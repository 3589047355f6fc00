//! The moves of ZÈRTZ.

use super::variant::Marble;
use crate::board::hex::{DIRECTIONS, Direction};
use crate::board::{Bits, Cell};

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Places a marble, removes a ring and claims isolated groups.
    Place {
        /// The marble.
        marble: Marble,
        /// Where the marble goes.
        cell: Cell,
        /// The ring to remove, if one is free.
        ring: Option<Cell>,
        /// All cells of the claimed groups.
        claims: Bits,
    },
    /// A marble jumps over one or more others.
    Jump {
        /// The start of the chain.
        from: Cell,
        /// The directions of the jumps.
        path: Path,
    },
    /// No marble to place and no jump.
    Pass,
}

const _: () = assert!(size_of::<Move>() <= 24);

/// The directions of the jumps of a chain as digits in base 6, first jump lowest. A chain has at most
/// 23 jumps, and 6^24 is less than 2^64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path {
    digits: u64,
    length: u8,
}

/// A digit is a direction.
const BASE: u64 = DIRECTIONS as u64;
/// The place values of the digits.
const PLACES: [u64; 24] = {
    let mut places = [1; 24];
    let mut place = 1;
    while place < places.len() {
        places[place] = places[place - 1] * BASE;
        place += 1;
    }
    places
};

impl Path {
    /// Appends a jump.
    pub(super) fn then(self, direction: Direction) -> Path {
        Path {
            digits: self.digits + direction.index() as u64 * PLACES[usize::from(self.length)],
            length: self.length + 1,
        }
    }

    /// The directions, first jump first.
    pub(super) fn directions(self) -> impl Iterator<Item = Direction> {
        let mut digits = self.digits;
        (0..self.length).map(move |_| {
            let direction = Direction::from_index((digits % BASE) as usize);
            digits /= BASE;
            direction
        })
    }

    /// All directions as one number.
    pub(super) fn digits(self) -> u64 {
        self.digits
    }

    /// The number of jumps.
    pub(super) fn len(self) -> u8 {
        self.length
    }
}
