//! What surrounds a cell, up to rotation and reflection: an input of the networks.

use super::board::{BOARD, CELL_COUNT};
use crate::board::hex::DIRECTIONS;
use crate::board::{Bits, Cell};

/// The number of classes of neighbourhoods: rotations and reflections are in the same class.
pub(super) const CLASSES: usize = 92;

/// The largest absolute coordinate of a cell.
const RADIUS: i8 = 4;
/// The columns of the disc.
const COLUMNS: usize = 2 * RADIUS as usize + 1;

/// The rings and marbles of a position by column, two bits for each cell from the foot upwards: 0 without a ring, 1
/// vacant, 2 with a marble. The disc has an empty margin, and the columns are aligned: the neighbours of a
/// cell are three short runs of bits.
pub(super) struct Neighbourhoods([u32; COLUMNS + 2]);

impl Neighbourhoods {
    /// The neighbourhoods of a position. `occupied` is a part of `rings`.
    #[inline(always)]
    pub(super) fn new(rings: Bits, occupied: Bits) -> Neighbourhoods {
        let mut columns = [0; COLUMNS + 2];
        for (part, column) in PARTS.iter().zip(&mut columns[1..]) {
            let pairs = |set: Bits| PAIRS[(set.0 >> part.first) as usize & part.mask];
            *column = (pairs(rings) + pairs(occupied)) << part.bit;
        }
        Neighbourhoods(columns)
    }

    /// The class of the neighbourhood of a cell (0..[`CLASSES`]).
    #[inline(always)]
    pub(super) fn class(&self, cell: Cell) -> usize {
        let Place { column, bit } = PLACES[cell.index()];
        let column = usize::from(column);
        let own = self.0[column] >> (bit - 2) & 0b11_00_11;
        let next = self.0[column + 1] >> bit & 0b11_11;
        let previous = self.0[column - 1] >> (bit - 2) & 0b11_11;
        usize::from(CLASS_OF_RUNS[(own | next << 6 | previous << 10) as usize])
    }
}

/// A cell in [`Neighbourhoods`].
#[derive(Clone, Copy)]
struct Place {
    /// The index of its column.
    column: u8,
    /// Its first bit there.
    bit: u8,
}

static PLACES: [Place; CELL_COUNT] = places();

const fn places() -> [Place; CELL_COUNT] {
    let mut places = [Place { column: 0, bit: 0 }; CELL_COUNT];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let (q, r) = BOARD.coords(Cell(cell as u8));
        places[cell] = Place {
            column: (RADIUS + 1 + q) as u8,
            bit: 2 * (RADIUS + 1 - r) as u8,
        };
        cell += 1;
    }
    places
}

/// A column as a part of a set: its cells follow each other.
#[derive(Clone, Copy)]
struct Part {
    /// Its first cell.
    first: u8,
    /// A bit for each of its cells.
    mask: usize,
    /// The first bit of the first cell in [`Neighbourhoods`].
    bit: u8,
}

static PARTS: [Part; COLUMNS] = parts();

const fn parts() -> [Part; COLUMNS] {
    let mut parts = [Part {
        first: 0,
        mask: 0,
        bit: 0,
    }; COLUMNS];
    let mut cell = CELL_COUNT;
    while cell > 0 {
        cell -= 1;
        let Place { column, bit } = places()[cell];
        let part = &mut parts[column as usize - 1];
        part.first = cell as u8;
        part.mask = part.mask << 1 | 1;
        part.bit = bit;
    }
    parts
}

/// The bits of a number, each with a zero behind it.
static PAIRS: [u32; 1 << COLUMNS] = pairs();

const fn pairs() -> [u32; 1 << COLUMNS] {
    let mut pairs = [0; 1 << COLUMNS];
    let mut number = 0;
    while number < pairs.len() {
        let mut bit = 0;
        while bit < COLUMNS {
            pairs[number] |= (number as u32 >> bit & 1) << (2 * bit);
            bit += 1;
        }
        number += 1;
    }
    pairs
}

/// The class by the three runs: two neighbours in the own column with two unused bits between them, two in the next
/// one, two in the previous one.
static CLASS_OF_RUNS: [u8; 1 << 14] = class_of_runs();
/// The direction of each pair of bits in the runs; none for the cell itself.
const RUN_DIRECTIONS: [usize; 7] = [3, DIRECTIONS, 0, 2, 1, 4, 5];

const fn class_of_runs() -> [u8; 1 << 14] {
    let classes = classes();
    let mut by_runs = [0; 1 << 14];
    let mut number = 0;
    while number < NEIGHBOURHOODS {
        let mut runs = 0;
        let mut pair = 0;
        while pair < RUN_DIRECTIONS.len() {
            let direction = RUN_DIRECTIONS[pair];
            if direction < DIRECTIONS {
                let digit = number / 3usize.pow(direction as u32) % 3;
                runs |= digit << (2 * pair);
            }
            pair += 1;
        }
        by_runs[runs] = classes[number];
        number += 1;
    }
    by_runs
}

/// A neighbourhood as a number in base 3 has a digit for each direction: 0 without a ring, 1 vacant, 2 with a marble.
const NEIGHBOURHOODS: usize = 3usize.pow(DIRECTIONS as u32);

const fn classes() -> [u8; NEIGHBOURHOODS] {
    let mut classes = [u8::MAX; NEIGHBOURHOODS];
    let mut count = 0;
    let mut number = 0;
    while number < NEIGHBOURHOODS {
        if classes[number] == u8::MAX {
            let mut image = number;
            let mut turn = 0;
            while turn < DIRECTIONS {
                classes[image] = count;
                classes[reflected(image)] = count;
                image = image / 3 + image % 3 * (NEIGHBOURHOODS / 3);
                turn += 1;
            }
            count += 1;
        }
        number += 1;
    }
    assert!(count as usize == CLASSES);
    classes
}

/// The digits in the opposite order.
const fn reflected(mut number: usize) -> usize {
    let mut image = 0;
    let mut digit = 0;
    while digit < DIRECTIONS {
        image = image * 3 + number % 3;
        number /= 3;
        digit += 1;
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::hex::Direction;
    use crate::board::keys::SplitMix;

    #[test]
    fn a_class_is_that_of_the_neighbours() {
        let mut source = SplitMix(7);
        for _ in 0..200 {
            let rings = Bits(source.next() | source.next()) & Bits::first(CELL_COUNT);
            let occupied = rings & Bits(source.next());
            let neighbourhoods = Neighbourhoods::new(rings, occupied);
            for cell in rings {
                let directions = Direction::ALL.into_iter().rev();
                let number = directions.fold(0, |number, direction| {
                    let next = BOARD.neighbour(cell, direction);
                    let count = |set: Bits| usize::from(set.has(next));
                    3 * number + count(rings) + count(occupied)
                });
                assert_eq!(
                    neighbourhoods.class(cell),
                    usize::from(classes()[number]),
                    "cell {} of {rings:?}, {occupied:?}",
                    cell.0
                );
            }
        }
    }
}
