//! The cells of ZÈRTZ. All boards use one disc of 61 cells; a smaller board has fewer rings.
//!
//! A cell is named by its column and its number from the bottom of the column. The column through the
//! centre of the disc is `d` on the boards of 37 to 48 rings and `e` on 61 rings, so a name means the
//! same cell on all boards except the largest.
//!
//! ```text
//!         d7                    direction 0 up
//!     c6      e6             5              1
//! b5      d6      f5              cell
//!     c5      e5             4              2
//!  ...    d5    ...             3 down
//! ```

use crate::board::hex::{AXES, Columns, DIRECTIONS, Direction, HexBoard, Region, upright};
use crate::board::{Bits, Cell, Layout, Name};

/// The number of cells of the largest board.
pub(super) const CELL_COUNT: usize = 61;

/// The disc of all cells. It needs all numbers: in a frame, where sets can be shifted, its 9 columns would
/// have 10 numbers each, more than 64.
pub(super) static BOARD: HexBoard = HexBoard::compact(Region::disc(4));
const _: () = assert!(BOARD.cells.count() as usize == CELL_COUNT);

/// The shape of a board.
#[derive(Debug)]
pub struct Shape(pub(super) Columns);

impl Layout for Shape {
    const LINES: &'static str = "columns";

    fn name_of(&self, cell: Cell) -> Name {
        self.0.name_at(BOARD.coords(cell))
    }

    fn cell_of(&self, name: Name) -> Option<Cell> {
        self.cell(name)
    }

    fn lines(&self) -> Vec<Vec<Cell>> {
        let mut lines = vec![Vec::new(); self.0.lengths.len()];
        for name in self.0.names() {
            lines[usize::from(name.column)].extend(self.cell(name));
        }
        lines
    }

    fn centre(&self, cell: Cell) -> (f32, f32) {
        upright(BOARD.coords(cell))
    }
}

impl Shape {
    /// The cell of this name, if this board has it.
    const fn cell(&self, name: Name) -> Option<Cell> {
        match self.0.coords(name) {
            Some((q, r)) => BOARD.cell_at(q, r),
            None => None,
        }
    }

    /// All cells of this board.
    #[expect(
        clippy::panic,
        reason = "the shapes are constants, and a test counts the cells of each"
    )]
    pub(super) const fn cells(&self) -> Bits {
        let mut cells = Bits::EMPTY;
        let mut column = 0;
        while column < self.0.lengths.len() {
            let mut number = 1;
            while number <= self.0.lengths[column] {
                let name = Name {
                    column: column as u8,
                    number,
                };
                match self.cell(name) {
                    Some(cell) => cells = cells.with(cell),
                    None => panic!("a column of the shape leaves the disc"),
                }
                number += 1;
            }
            column += 1;
        }
        cells
    }
}

/// Sets of two cells for each cell. [`crate::board::hex::OFF`] stands for a cell beyond the disc: it never has
/// a ring or a marble.
type Pairs<const K: usize> = [[Bits; K]; 64];

/// For each of the three lines through a cell, the two neighbours on the line: a marble jumps over the cell
/// from one to the other.
pub(super) static LINES: Pairs<AXES> = pairs(Second::Turned(AXES));

/// The next two cells in each direction.
pub(super) static REACHES: Pairs<DIRECTIONS> = pairs(Second::Beyond);

/// The adjacent neighbours.
static GAPS: Pairs<DIRECTIONS> = pairs(Second::Turned(1));

/// The cell that makes a pair with the neighbour in a direction.
#[derive(Clone, Copy)]
enum Second {
    /// The neighbour so many directions further around the cell.
    Turned(usize),
    /// The next cell in the same direction.
    Beyond,
}

const fn pairs<const K: usize>(second: Second) -> Pairs<K> {
    let mut pairs = [[Bits::EMPTY; K]; 64];
    let mut cell = 0;
    while cell < pairs.len() {
        let mut direction = 0;
        while direction < K {
            let at = Cell(cell as u8);
            let ahead = Direction::from_index(direction);
            let first = BOARD.neighbour(at, ahead);
            let second = match second {
                Second::Turned(by) => BOARD.neighbour(at, Direction::from_index(direction + by)),
                Second::Beyond => BOARD.neighbour(first, ahead),
            };
            pairs[cell][direction] = first.bit().with(second);
            direction += 1;
        }
        cell += 1;
    }
    pairs
}

/// Whether two adjacent neighbours of the cell have no ring, so that its ring can be slid out.
#[inline]
pub(super) fn is_loose(cell: Cell, rings: Bits) -> bool {
    GAPS[cell.index() & 63]
        .iter()
        .any(|&pair| !pair.meets(rings))
}

/// The connected groups of a set, ordered by their lowest cells.
pub(super) fn groups(mut set: Bits) -> impl Iterator<Item = Bits> {
    std::iter::from_fn(move || {
        let found = BOARD.flood(set.lowest()?.bit(), set);
        set = set.minus(found);
        Some(found)
    })
}
