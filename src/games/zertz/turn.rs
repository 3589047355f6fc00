//! What a player of ZÈRTZ decides at a time.

#![allow(
    clippy::indexing_slicing,
    reason = "a chain has as many jumps as there are marbles to jump over at most"
)]

use super::variant::Marble;
use crate::board::hex::{DIRECTIONS, Direction};
use crate::board::{Bits, Cell};

/// A turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A marble is placed, a ring removed, groups claimed.
    Place {
        /// The marble.
        marble: Marble,
        /// Where the marble goes.
        cell: Cell,
        /// The ring that goes, if one is free.
        ring: Option<Cell>,
        /// All cells of the claimed groups.
        claims: Bits,
    },
    /// A marble jumps over others.
    Jump {
        /// Where it starts.
        from: Cell,
        /// Where it goes.
        path: Path,
    },
    /// Nothing to place and nothing to jump.
    Pass,
}

const _: () = assert!(size_of::<Move>() <= 24);

/// The directions of the jumps of a turn, first jump first, as digits to the base 6. At most 23
/// marbles can be jumped over, and 6^24 is less than 2^64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path {
    digits: u64,
    length: u8,
}

/// Digits are directions.
const BASE: u64 = DIRECTIONS as u64;
/// What a digit is worth.
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
    /// The path with one more jump.
    pub(super) fn then(self, direction: Direction) -> Path {
        Path {
            digits: self.digits + direction.index() as u64 * PLACES[usize::from(self.length)],
            length: self.length + 1,
        }
    }

    /// The directions in order.
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
