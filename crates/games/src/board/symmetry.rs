//! The rotations and reflections that map a hexagonal board onto itself.

use std::array;

use super::hex::{DIRECTIONS, Direction, HexBoard, STEPS};
use super::{Bits, Cell};

/// A symmetry of a hexagonal board whose cells have numbers below `N`.
#[derive(Clone, Debug)]
pub struct HexSymmetry<const N: usize> {
    /// The image of each cell. A number without a cell is its own image.
    pub cells: [Cell; N],
    /// The image of each direction.
    directions: [Direction; DIRECTIONS],
}

impl<const N: usize> HexSymmetry<N> {
    /// The symmetries of a board of some cells of `board`, the identity first.
    ///
    /// Tries the twelve rotations and reflections about the centre of gravity, and keeps those that map
    /// the cells onto themselves.
    #[must_use]
    pub fn all(board: &HexBoard, cells: Bits) -> Vec<HexSymmetry<N>> {
        let wide = |(q, r): (i8, i8)| (i32::from(q), i32::from(r));
        let places: Vec<(Cell, (i32, i32))> = cells
            .into_iter()
            .map(|cell| (cell, wide(board.coords(cell))))
            .collect();
        let size = places.len() as i32;
        let centre = places
            .iter()
            .fold((0, 0), |sum, (_, at)| (sum.0 + at.0, sum.1 + at.1));
        let mut symmetries = Vec::new();
        for mirrored in [false, true] {
            for turns in 0..DIRECTIONS {
                let moved = |(q, r): (i32, i32)| {
                    let start = if mirrored { (r, q) } else { (q, r) };
                    (0..turns).fold(start, |(q, r), _| (-r, q + r))
                };
                let image_of = |(q, r): (i32, i32)| {
                    // Coordinates times the number of cells about the centre of gravity are integers.
                    let (q, r) = moved((q * size - centre.0, r * size - centre.1));
                    let image = (q + centre.0, r + centre.1);
                    let mut places = places.iter();
                    let found = places.find(|(_, (q, r))| (q * size, r * size) == image);
                    found.map(|&(cell, _)| cell)
                };
                let mut cells: [Cell; N] = array::from_fn(|number| Cell(number as u8));
                let is_symmetry = places.iter().all(|&(cell, at)| {
                    let image = image_of(at);
                    cells[cell.index()] = image.unwrap_or(cell);
                    image.is_some()
                });
                if is_symmetry {
                    let direction_of = |step| STEPS.iter().position(|&other| wide(other) == step);
                    let directions = STEPS.map(|step| {
                        Direction::from_index(direction_of(moved(wide(step))).unwrap_or_default())
                    });
                    symmetries.push(HexSymmetry { cells, directions });
                }
            }
        }
        symmetries
    }

    /// The image of a cell.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Cell {
        self.cells[cell.index()]
    }

    /// The image of a set of cells.
    #[must_use]
    pub fn set(&self, cells: Bits) -> Bits {
        cells.into_iter().map(|cell| self.cell(cell)).collect()
    }

    /// The image of a direction.
    #[must_use]
    pub fn direction(&self, direction: Direction) -> Direction {
        self.directions[direction.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::super::hex::Region;
    use super::*;

    /// Checks that each symmetry keeps neighbours and directions. Returns the number of symmetries.
    fn count(region: Region) -> usize {
        let board = HexBoard::compact(region);
        let all = HexSymmetry::<64>::all(&board, board.cells);
        for symmetry in &all {
            for cell in board.cells {
                for direction in Direction::ALL {
                    let step = board.step(cell, direction);
                    let image = board.step(symmetry.cell(cell), symmetry.direction(direction));
                    assert_eq!(step.map(|next| symmetry.cell(next)), image);
                }
            }
        }
        all.len()
    }

    #[test]
    fn symmetries_come_from_the_shape() {
        let oblong = Region {
            q: (-5, 5),
            r: (-2, 2),
            s: (-5, 5),
        };
        let triangle = Region {
            q: (0, 2),
            r: (0, 2),
            s: (-2, 0),
        };
        assert_eq!(count(Region::disc(4)), 12);
        assert_eq!(count(oblong), 4);
        assert_eq!(count(triangle), 6);
    }
}
