//! Hexagonal boards: the cells of a region, their neighbours and their straight lines.
//!
//! A cell has axial coordinates `(q, r)` and `s = -q - r`. Direction numbers go around a cell, so
//! consecutive directions (cyclically) lead to cells that are neighbours of each other:
//!
//! ```text
//!            0 (0,-1)
//! 5 (-1,0)            1 (1,-1)
//!            cell
//! 4 (-1,1)            2 (1,0)
//!            3 (0,1)
//! ```
//!
//! [`Columns`] names the cells of a hexagonal board by columns.

use super::bits::{Bits, Cell};
use super::layout::Name;

/// The number of directions.
pub const DIRECTIONS: usize = 6;

/// The steps `(q, r)` of the six directions, in order around a cell.
pub const STEPS: [(i8, i8); DIRECTIONS] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// The place of axial coordinates on a board with upright columns, in steps to the right and downwards from
/// the centre. Columns are √3/2 steps apart, each half a step lower than the previous one.
#[must_use]
pub fn upright((q, r): (i8, i8)) -> (f32, f32) {
    let (q, r) = (f32::from(q), f32::from(r));
    (q * 3_f32.sqrt() / 2.0, r + q / 2.0)
}

/// A direction from a cell to a neighbour, on a board drawn with its columns upright.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Direction 0.
    Up,
    /// Direction 1.
    UpRight,
    /// Direction 2.
    DownRight,
    /// Direction 3.
    Down,
    /// Direction 4.
    DownLeft,
    /// Direction 5.
    UpLeft,
}

impl Direction {
    /// All directions in order around a cell.
    pub const ALL: [Direction; DIRECTIONS] = [
        Direction::Up,
        Direction::UpRight,
        Direction::DownRight,
        Direction::Down,
        Direction::DownLeft,
        Direction::UpLeft,
    ];

    /// The number of the direction, 0..6, for tables.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction with this number, modulo 6.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Direction {
        Direction::ALL[index % DIRECTIONS]
    }

    /// The axis of this direction: 0, 1 or 2, the same for the opposite direction.
    #[inline]
    #[must_use]
    pub const fn axis(self) -> usize {
        let index = self.index();
        if index < AXES { index } else { index - AXES }
    }
}

/// The number of straight lines through a cell.
pub const AXES: usize = DIRECTIONS / 2;

/// The table entry for "no cell".
pub const OFF: u8 = u8::MAX;

/// A convex region of the plane: inclusive ranges for q, r and s.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    /// Least and greatest q.
    pub q: (i8, i8),
    /// Least and greatest r.
    pub r: (i8, i8),
    /// Least and greatest s = -q - r.
    pub s: (i8, i8),
}

impl Region {
    /// The hexagon of all cells at most `radius` steps from the origin.
    #[must_use]
    pub const fn disc(radius: i8) -> Region {
        let range = (-radius, radius);
        Region {
            q: range,
            r: range,
            s: range,
        }
    }

    /// Whether the region holds the cell at `(q, r)`.
    #[must_use]
    pub const fn has(&self, q: i8, r: i8) -> bool {
        let s = -q - r;
        q >= self.q.0
            && q <= self.q.1
            && r >= self.r.0
            && r <= self.r.1
            && s >= self.s.0
            && s <= self.s.1
    }
}

/// The columns of a hexagonal board drawn upright. They are named from `a` on; numbers count from the foot
/// of a column.
#[derive(Debug)]
pub struct Columns {
    /// The lengths of the columns from `a` on.
    pub lengths: &'static [u8],
    /// The column with the lowest foot; its `q` is 0.
    pub lowest: i8,
}

impl Columns {
    /// The axial coordinates of a name, if the board has the cell.
    #[must_use]
    pub const fn coords(&self, name: Name) -> Option<(i8, i8)> {
        let Name { column, number } = name;
        let exists = (column as usize) < self.lengths.len();
        if !exists || number == 0 || number > self.lengths[column as usize] {
            return None;
        }
        let q = column as i8 - self.lowest;
        let height = 2 * number as i8 + q.abs();
        Some((q, (2 * self.lowest + 2 - q - height) / 2))
    }

    /// The name of the cell at axial coordinates.
    #[must_use]
    pub const fn name_at(&self, (q, r): (i8, i8)) -> Name {
        let number = (2 * self.lowest + 2 - 2 * r - q - q.abs()) / 2;
        Name {
            column: (q + self.lowest) as u8,
            number: number as u8,
        }
    }

    /// The names of all cells, column by column.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        (0..)
            .zip(self.lengths)
            .flat_map(|(column, &length)| (1..=length).map(move |number| Name { column, number }))
    }

    /// The lines of the board in characters. `item` returns the text of a cell and the number of characters
    /// left of its place. A text may have eight characters: neighbouring columns use different lines.
    pub fn draw(&self, item: impl Fn(Name, (i8, i8)) -> (String, usize)) -> Vec<String> {
        let names = self.names();
        let mut cells: Vec<(i8, u8, String)> = names
            .filter_map(|name| {
                let (q, r) = self.coords(name)?;
                let (text, left) = item(name, (q, r));
                let indent = (usize::from(name.column) * 4).saturating_sub(left);
                let line = format!("{:indent$}{text}", "");
                Some((2 * r + q, name.column, line))
            })
            .collect();
        cells.sort_unstable_by_key(|&(row, column, _)| (row, column));
        let mut lines: Vec<(i8, String)> = Vec::new();
        for (row, _, text) in cells {
            match lines.last_mut().filter(|line| line.0 == row) {
                Some((_, line)) => {
                    let rest = text.get(line.len()..).unwrap_or(text.trim_start());
                    line.push_str(rest);
                }
                None => lines.push((row, text)),
            }
        }
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

/// The `N` cells of a region with tables of neighbours and rays, made at compile time.
///
/// Cells are numbered by growing q and, within a q, by falling r (a column from its foot upwards
/// when direction 0 is drawn as "up").
pub struct HexMap<const N: usize> {
    /// Axial coordinates `(q, r)` of each cell.
    pub coords: [(i8, i8); N],
    /// The cell one step away in each direction, or [`OFF`].
    pub steps: [[u8; DIRECTIONS]; N],
    /// All neighbours of each cell.
    pub neighbours: [Bits; N],
    /// All cells in a straight line from each cell in each direction, without the cell itself.
    pub rays: [[Bits; DIRECTIONS]; N],
}

impl<const N: usize> HexMap<N> {
    /// All cells of the board.
    pub const ALL: Bits = Bits::first(N);

    /// Lists the cells of `region` and fills the tables.
    ///
    /// # Panics
    /// At compile time, if the region does not have exactly `N` cells.
    #[must_use]
    pub const fn new(region: Region) -> HexMap<N> {
        let mut coords = [(0, 0); N];
        let mut n = 0;
        let mut q = region.q.0;
        while q <= region.q.1 {
            let mut r = region.r.1;
            while r >= region.r.0 {
                if region.has(q, r) {
                    coords[n] = (q, r);
                    n += 1;
                }
                r -= 1;
            }
            q += 1;
        }
        assert!(n == N, "the region has another number of cells");
        let mut map = HexMap {
            coords,
            steps: [[OFF; DIRECTIONS]; N],
            neighbours: [Bits::EMPTY; N],
            rays: [[Bits::EMPTY; DIRECTIONS]; N],
        };
        let mut cell = 0;
        while cell < N {
            let mut direction = 0;
            while direction < DIRECTIONS {
                let (dq, dr) = STEPS[direction];
                let (mut q, mut r) = (coords[cell].0 + dq, coords[cell].1 + dr);
                let next = map.index_at(q, r);
                map.steps[cell][direction] = next;
                if next != OFF {
                    map.neighbours[cell].0 |= 1 << next;
                }
                loop {
                    let at = map.index_at(q, r);
                    if at == OFF {
                        break;
                    }
                    map.rays[cell][direction].0 |= 1 << at;
                    (q, r) = (q + dq, r + dr);
                }
                direction += 1;
            }
            cell += 1;
        }
        map
    }

    const fn index_at(&self, q: i8, r: i8) -> u8 {
        let mut i = 0;
        while i < N {
            if self.coords[i].0 == q && self.coords[i].1 == r {
                return i as u8;
            }
            i += 1;
        }
        OFF
    }

    /// The cell at `(q, r)`, if the board has it.
    #[must_use]
    pub const fn cell_at(&self, q: i8, r: i8) -> Option<Cell> {
        match self.index_at(q, r) {
            OFF => None,
            index => Some(Cell(index)),
        }
    }

    /// The cell one step from `cell` in `direction`.
    #[inline]
    #[must_use]
    pub const fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        match self.steps[cell.index()][direction.index()] {
            OFF => None,
            index => Some(Cell(index)),
        }
    }

    /// All cells that chains of neighbours in `within` connect to `seed` (a part of `within`).
    #[inline]
    #[must_use]
    pub const fn flood(&self, seed: Bits, within: Bits) -> Bits {
        let mut reached = Bits(seed.0 & within.0);
        let mut front = reached;
        while front.0 != 0 {
            let cell = front.0.trailing_zeros() as usize;
            front.0 &= front.0 - 1;
            let fresh = self.neighbours[cell].0 & within.0 & !reached.0;
            reached.0 |= fresh;
            front.0 |= fresh;
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static DISC: HexMap<61> = HexMap::new(Region::disc(4));

    #[test]
    fn a_disc_has_its_cells_neighbours_and_lines() {
        let centre = DISC.cell_at(0, 0).expect("the centre is on the board");
        assert_eq!(DISC.neighbours[centre.index()].count(), 6);
        assert!(DISC.rays[centre.index()].iter().all(|ray| ray.count() == 4));
        let corner = DISC.cell_at(0, 4).expect("a corner is on the board");
        assert_eq!(DISC.neighbours[corner.index()].count(), 3);
        for cell in HexMap::<61>::ALL {
            for direction in Direction::ALL {
                let Some(next) = DISC.step(cell, direction) else {
                    continue;
                };
                let turned = |by| Direction::from_index(direction.index() + by);
                assert_eq!(DISC.step(next, turned(3)), Some(cell));
                let beside = DISC.step(cell, turned(1));
                assert!(beside.is_none_or(|c| DISC.neighbours[c.index()].has(next)));
            }
        }
    }

    #[test]
    fn a_flood_stays_within_its_cells() {
        let start = Cell(0).bit();
        assert_eq!(DISC.flood(start, HexMap::<61>::ALL), HexMap::<61>::ALL);
        assert_eq!(DISC.flood(start, start), start);
        assert_eq!(DISC.flood(start, Bits::EMPTY), Bits::EMPTY);
    }
}
