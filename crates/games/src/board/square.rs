//! Square boards: the cells of a square, their neighbours and their straight lines.
//!
//! A cell has coordinates `(file, rank)` from 0. Cells are numbered file by file from the foot
//! upwards, so the order of indices is the alphabetical order of the names `a1`, `a2`, ..., `b1`.
//! Directions go around a cell; those below 4 lead to greater indices:
//!
//! ```text
//! 7 (-1,1)   0 (0,1)   1 (1,1)
//! 6 (-1,0)    cell     2 (1,0)
//! 5 (-1,-1)  4 (0,-1)  3 (1,-1)
//! ```
//!
//! The layout names files by letters and ranks by numbers. Its FEN lines are ranks, the highest first.

use super::bits::{Bits, Cell};
use super::layout::{Layout, Name};

/// The number of directions; the even ones lead to cells that share a side.
pub const DIRECTIONS: usize = 8;

/// The table entry for "no cell".
const OFF: u8 = u8::MAX;

/// The steps `(file, rank)` of the eight directions, in order around a cell.
pub const STEPS: [(i8, i8); DIRECTIONS] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// A board of `SIDE` times `SIDE` = `N` cells with its tables, made at compile time.
pub struct SquareMap<const SIDE: usize, const N: usize> {
    /// The cell one step away in each direction, or [`OFF`].
    steps: [[u8; DIRECTIONS]; N],
    /// The cells that share a side with each cell.
    pub neighbours: [Bits; N],
    /// All cells in a straight line from each cell in each direction, without the cell itself.
    pub rays: [[Bits; DIRECTIONS]; N],
    /// The cells strictly between two cells of a straight line. All cells of the board if the two are not
    /// in one line, so that no line between them is ever free.
    pub between: [[Bits; N]; N],
}

impl<const SIDE: usize, const N: usize> SquareMap<SIDE, N> {
    /// All cells of the board.
    pub const ALL: Bits = Bits::first(N);

    /// The cells of the lowest rank.
    pub const FOOT: Bits = Self::rank(0);

    /// The cells of the highest rank.
    pub const HEAD: Bits = Self::rank(SIDE - 1);

    /// Fills the tables.
    ///
    /// # Panics
    /// At compile time, if `N` is not the square of `SIDE` or more than 64.
    #[must_use]
    pub const fn new() -> SquareMap<SIDE, N> {
        assert!(
            SIDE * SIDE == N && N <= 64,
            "a square board of at most 64 cells"
        );
        let mut map = SquareMap {
            steps: [[OFF; DIRECTIONS]; N],
            neighbours: [Bits::EMPTY; N],
            rays: [[Bits::EMPTY; DIRECTIONS]; N],
            between: [[Self::ALL; N]; N],
        };
        let mut cell = 0;
        while cell < N {
            let mut direction = 0;
            while direction < DIRECTIONS {
                let (df, dr) = STEPS[direction];
                let (mut file, mut rank) = ((cell / SIDE) as i8 + df, (cell % SIDE) as i8 + dr);
                let next = index_at(SIDE, file, rank);
                map.steps[cell][direction] = next;
                if next != OFF && direction % 2 == 0 {
                    map.neighbours[cell].0 |= 1 << next;
                }
                let mut passed = Bits::EMPTY;
                loop {
                    let at = index_at(SIDE, file, rank);
                    if at == OFF {
                        break;
                    }
                    map.between[cell][at as usize] = passed;
                    passed.0 |= 1 << at;
                    (file, rank) = (file + df, rank + dr);
                }
                map.rays[cell][direction] = passed;
                direction += 1;
            }
            cell += 1;
        }
        map
    }

    /// The cells of a rank (0..SIDE).
    #[must_use]
    pub const fn rank(rank: usize) -> Bits {
        let mut cells = 0;
        let mut file = 0;
        while file < SIDE {
            cells |= 1 << (file * SIDE + rank);
            file += 1;
        }
        Bits(cells)
    }

    /// The cells of a file (0..SIDE).
    #[must_use]
    pub const fn file(file: usize) -> Bits {
        Bits(Bits::first(SIDE).0 << (file * SIDE))
    }

    /// The coordinates `(file, rank)` of a cell.
    #[inline]
    #[must_use]
    pub const fn coords(cell: Cell) -> (usize, usize) {
        (cell.index() / SIDE, cell.index() % SIDE)
    }

    /// The cell at `(file, rank)`, if the board has it.
    #[must_use]
    pub const fn cell_at(file: i8, rank: i8) -> Option<Cell> {
        match index_at(SIDE, file, rank) {
            OFF => None,
            index => Some(Cell(index)),
        }
    }

    /// The cell one step from `cell` in `direction`.
    #[inline]
    #[must_use]
    pub const fn step(&self, cell: Cell, direction: usize) -> Option<Cell> {
        match self.steps[cell.index()][direction] {
            OFF => None,
            index => Some(Cell(index)),
        }
    }

    /// The set one rank higher; cells that leave the board are dropped.
    #[inline]
    #[must_use]
    pub const fn up(set: Bits) -> Bits {
        Bits((set.0 & !Self::HEAD.0) << 1)
    }

    /// The set one rank lower; cells that leave the board are dropped.
    #[inline]
    #[must_use]
    pub const fn down(set: Bits) -> Bits {
        Bits((set.0 & !Self::FOOT.0) >> 1)
    }

    /// The set one file to the right; cells that leave the board are dropped.
    #[inline]
    #[must_use]
    pub const fn right(set: Bits) -> Bits {
        Bits(set.0 << SIDE & Self::ALL.0)
    }

    /// The set one file to the left; cells that leave the board are dropped.
    #[inline]
    #[must_use]
    pub const fn left(set: Bits) -> Bits {
        Bits(set.0 >> SIDE)
    }

    /// All cells that share a side with a cell of the set.
    #[inline]
    #[must_use]
    pub const fn beside(set: Bits) -> Bits {
        Bits(Self::up(set).0 | Self::down(set).0 | Self::right(set).0 | Self::left(set).0)
    }

    /// The cells in a straight line from `cell` in all eight directions, each line up to its first cell in
    /// `blockers`, exclusive.
    #[inline]
    #[must_use]
    pub const fn visible(&self, cell: Cell, blockers: Bits) -> Bits {
        let rays = &self.rays[cell.index()];
        let mut seen = 0;
        let mut direction = 0;
        while direction < 4 {
            // The nearest blocker is the lowest bit upwards and the highest bit downwards.
            let ray = rays[direction].0;
            let hit = ray & blockers.0;
            seen |= ray & (hit & hit.wrapping_neg()).wrapping_sub(1);
            let ray = rays[direction + 4].0;
            let hit = ray & blockers.0;
            // Nothing lies above a blocker on bit 63.
            seen |= match (!0_u64).checked_shl(64 - hit.leading_zeros()) {
                Some(above) => ray & above,
                None => 0,
            };
            direction += 1;
        }
        Bits(seen)
    }
}

impl<const SIDE: usize, const N: usize> Layout for SquareMap<SIDE, N> {
    const LINES: &'static str = "ranks";

    fn name_of(&self, cell: Cell) -> Name {
        let (file, rank) = Self::coords(cell);
        Name {
            column: file as u8,
            number: rank as u8 + 1,
        }
    }

    fn cell_of(&self, name: Name) -> Option<Cell> {
        Self::cell_at(name.column as i8, name.number as i8 - 1)
    }

    fn lines(&self) -> Vec<Vec<Cell>> {
        let ranks = (0..SIDE).rev().map(Self::rank);
        ranks.map(|rank| rank.into_iter().collect()).collect()
    }

    fn centre(&self, cell: Cell) -> (f32, f32) {
        let (file, rank) = Self::coords(cell);
        (file as f32, (SIDE - 1 - rank) as f32)
    }
}

impl<const SIDE: usize, const N: usize> SquareMap<SIDE, N> {
    /// The board in characters with its coordinates; `.` stands for an empty cell.
    pub fn draw(&self, shown: impl Fn(Cell) -> Option<&'static str>) -> String {
        let mut text = String::new();
        for (line, rank) in self.lines().into_iter().zip((1..=SIDE).rev()) {
            text.push_str(&rank.to_string());
            for cell in line {
                text.push(' ');
                text.push_str(shown(cell).unwrap_or("."));
            }
            text.push('\n');
        }
        text.push(' ');
        for column in 0..SIDE as u8 {
            text.push(' ');
            text.push(Name { column, number: 1 }.letter());
        }
        text.push('\n');
        text
    }
}

impl<const SIDE: usize, const N: usize> Default for SquareMap<SIDE, N> {
    fn default() -> Self {
        Self::new()
    }
}

const fn index_at(side: usize, file: i8, rank: i8) -> u8 {
    let inside = file >= 0 && rank >= 0 && (file as usize) < side && (rank as usize) < side;
    if inside {
        file as u8 * side as u8 + rank as u8
    } else {
        OFF
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Squares = SquareMap<7, 49>;
    static BOARD: Squares = Squares::new();

    #[test]
    fn a_square_board_has_its_neighbours_and_lines() {
        let centre = Squares::cell_at(3, 3).expect("the centre is on the board");
        assert_eq!(BOARD.neighbours[centre.index()].count(), 4);
        assert!(
            BOARD.rays[centre.index()]
                .iter()
                .all(|ray| ray.count() == 3)
        );
        assert_eq!(BOARD.neighbours[0].count(), 2);
        for cell in Squares::ALL {
            let (file, rank) = Squares::coords(cell);
            assert_eq!(Squares::cell_at(file as i8, rank as i8), Some(cell));
            assert_eq!(BOARD.neighbours[cell.index()], Squares::beside(cell.bit()));
            for (direction, &ray) in BOARD.rays[cell.index()].iter().enumerate() {
                for other in ray {
                    let back = BOARD.rays[other.index()][(direction + 4) % 8];
                    assert_eq!(BOARD.between[cell.index()][other.index()], ray & back);
                    assert_eq!(direction < 4, other > cell);
                }
            }
        }
    }

    #[test]
    fn a_line_of_sight_ends_before_its_first_blocker() {
        let blockers: Bits = [10, 24, 26, 45].map(Cell).into_iter().collect();
        for cell in Squares::ALL {
            let slow: Bits = Squares::ALL
                .into_iter()
                .filter(|&other| {
                    let between = BOARD.between[cell.index()][other.index()];
                    !blockers.has(other) && !between.meets(blockers)
                })
                .filter(|&other| other != cell)
                .collect();
            assert_eq!(BOARD.visible(cell, blockers), slow);
        }
    }

    #[test]
    fn the_last_cell_of_the_largest_board_blocks_a_line() {
        static LARGEST: SquareMap<8, 64> = SquareMap::new();
        let [first, last] = [Cell(0), Cell(63)];
        let seen = LARGEST.visible(first, last.bit());
        assert!(!seen.has(last) && seen.has(Cell(54)));
        assert_eq!(
            LARGEST.visible(last, last.bit()),
            LARGEST.visible(last, Bits::EMPTY)
        );
    }
}
