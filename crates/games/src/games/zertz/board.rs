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

use crate::board::hex::{Columns, DIRECTIONS, HexMap, OFF, Region, upright};
use crate::board::{Bits, Cell, Layout, Name};

/// The number of cells of the largest board.
pub(super) const CELL_COUNT: usize = 61;

/// The disc of all cells.
pub(super) static BOARD: HexMap<CELL_COUNT> = HexMap::new(Region::disc(4));

/// The shape of a board.
#[derive(Debug)]
pub struct Shape(pub(super) Columns);

impl Layout for Shape {
    const LINES: &'static str = "columns";

    fn name_of(&self, cell: Cell) -> Name {
        self.0.name_at(coords(cell))
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
        upright(coords(cell))
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

/// A set that never intersects the rings: the disc has no such cell.
const OFF_BOARD: Bits = Cell(OFF).bit();
const _: () = assert!(OFF_BOARD.0 >> CELL_COUNT != 0);

/// For each cell and each of the three lines through it, the two neighbours on the line: a marble jumps
/// over the cell from one to the other. [`OFF_BOARD`] if the line leaves the disc.
pub(super) static LINES: [[Bits; 3]; CELL_COUNT] = lines();

const fn lines() -> [[Bits; 3]; CELL_COUNT] {
    let mut lines = [[OFF_BOARD; 3]; CELL_COUNT];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let mut direction = 0;
        while direction < 3 {
            let (one, other) = (
                BOARD.steps[cell][direction],
                BOARD.steps[cell][direction + 3],
            );
            if one != OFF && other != OFF {
                lines[cell][direction] = Bits(1 << one | 1 << other);
            }
            direction += 1;
        }
        cell += 1;
    }
    lines
}

/// The next two cells in each direction as a set; [`OFF_BOARD`] beyond the disc.
pub(super) static REACHES: [[Bits; DIRECTIONS]; CELL_COUNT] = reaches();

const fn reaches() -> [[Bits; DIRECTIONS]; CELL_COUNT] {
    let mut reaches = [[OFF_BOARD; DIRECTIONS]; CELL_COUNT];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let mut direction = 0;
        while direction < DIRECTIONS {
            let (next, to) = JUMPS[cell][direction];
            if to != OFF {
                reaches[cell][direction] = Bits(1 << next | 1 << to);
            }
            direction += 1;
        }
        cell += 1;
    }
    reaches
}

/// The next two cells in each direction; both [`OFF`] if the second one is beyond the disc.
pub(super) static JUMPS: [[(u8, u8); DIRECTIONS]; CELL_COUNT] = jumps();

const fn jumps() -> [[(u8, u8); DIRECTIONS]; CELL_COUNT] {
    let mut jumps = [[(OFF, OFF); DIRECTIONS]; CELL_COUNT];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let mut direction = 0;
        while direction < DIRECTIONS {
            let over = BOARD.steps[cell][direction];
            if over != OFF {
                let to = BOARD.steps[over as usize][direction];
                if to != OFF {
                    jumps[cell][direction] = (over, to);
                }
            }
            direction += 1;
        }
        cell += 1;
    }
    jumps
}

/// The pairs of adjacent neighbours of a cell, as sets. Cells beyond the disc are omitted: they never
/// have a ring.
static GAPS: [[Bits; 6]; CELL_COUNT] = gaps();

const fn gaps() -> [[Bits; 6]; CELL_COUNT] {
    let mut gaps = [[Bits::EMPTY; 6]; CELL_COUNT];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let mut direction = 0;
        while direction < 6 {
            let pair = [
                BOARD.steps[cell][direction],
                BOARD.steps[cell][(direction + 1) % 6],
            ];
            let mut i = 0;
            while i < 2 {
                if pair[i] != OFF {
                    gaps[cell][direction].0 |= 1 << pair[i];
                }
                i += 1;
            }
            direction += 1;
        }
        cell += 1;
    }
    gaps
}

/// Whether two adjacent neighbours of the cell have no ring, so that its ring can be slid out.
#[inline]
pub(super) fn is_loose(cell: Cell, rings: Bits) -> bool {
    GAPS[cell.index()].iter().any(|&pair| !pair.meets(rings))
}

/// The axial coordinates `(q, r)` of a cell.
#[inline]
pub(super) fn coords(cell: Cell) -> (i8, i8) {
    BOARD.coords[cell.index()]
}

/// The neighbours of a cell.
#[inline]
pub(super) fn neighbours(cell: Cell) -> Bits {
    BOARD.neighbours[cell.index()]
}

/// The neighbours of all cells of a set.
#[inline]
pub(super) fn around(set: Bits) -> Bits {
    set.into_iter()
        .fold(Bits::EMPTY, |around, cell| around | neighbours(cell))
}

/// The cells of a set that are connected with one of them.
#[inline]
pub(super) fn group(cell: Cell, set: Bits) -> Bits {
    BOARD.flood(cell.bit(), set)
}

/// The connected groups of a set, ordered by their lowest cells.
pub(super) fn groups(mut set: Bits) -> impl Iterator<Item = Bits> {
    std::iter::from_fn(move || {
        let found = group(set.lowest()?, set);
        set = set.minus(found);
        Some(found)
    })
}
