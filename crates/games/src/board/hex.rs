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
//! [`HexBoard`] has the tables of a board. [`Frame`] moves whole sets of cells if a board is numbered for it.
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

    /// Whether a step leads to a higher number, as in directions 0, 1 and 2 on every board.
    #[inline]
    #[must_use]
    pub const fn is_ascending(self) -> bool {
        self.index() < AXES
    }
}

/// The number of straight lines through a cell.
pub const AXES: usize = DIRECTIONS / 2;

/// The table entry for "no cell". No board has a cell with this number, so it is in no set.
pub const OFF: Cell = Cell(63);

/// The size of tables with an entry for each number of a cell.
const NUMBERS: usize = 64;

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

    /// The axial coordinates of all cells, and how many there are: by growing q and, within a q, by falling r
    /// (a column from its foot upwards when direction 0 is drawn as "up").
    const fn list(&self) -> ([(i8, i8); NUMBERS], usize) {
        let mut list = [(0, 0); NUMBERS];
        let mut count = 0;
        let mut q = self.q.0;
        while q <= self.q.1 {
            let mut r = self.r.1;
            while r >= self.r.0 {
                if self.has(q, r) {
                    list[count] = (q, r);
                    count += 1;
                }
                r -= 1;
            }
            q += 1;
        }
        assert!(count < NUMBERS, "`OFF` is the number of a cell");
        (list, count)
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

/// A numbering in which a step adds the same to the number of every cell, so that one shift moves a whole set.
///
/// A column or row has at least one number more than it has cells. So a shift never leads from the end of
/// one into the next, and leaves the board where the cells end.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// All cells.
    pub cells: Bits,
    /// What a step in direction 0, 1 or 2 adds to the number; directions 3, 4 and 5 subtract it.
    pub strides: [u32; AXES],
    region: Region,
}

impl Frame {
    /// Numbers the cells of a region. A step in direction 2 adds `q`, one in direction 0 adds `r`; one of them
    /// is 1. Cell 0 has the least q and the greatest r.
    ///
    /// # Panics
    /// At compile time, if a shift could wrap or a number is too large.
    #[must_use]
    pub const fn new(region: Region, q: u32, r: u32) -> Frame {
        let width = (region.q.1 - region.q.0 + 1) as u32;
        let height = (region.r.1 - region.r.0 + 1) as u32;
        assert!(
            r == 1 && q > height || q == 1 && r > width,
            "a shift would wrap"
        );
        let mut frame = Frame {
            cells: Bits::EMPTY,
            strides: [r, q + r, q],
            region,
        };
        let (list, count) = region.list();
        let mut n = 0;
        while n < count {
            frame.cells = frame.cells.with(frame.cell(list[n]));
            n += 1;
        }
        frame
    }

    /// The cell at these coordinates, which the region has.
    const fn cell(&self, (q, r): (i8, i8)) -> Cell {
        let [up, _, right] = self.strides;
        let (columns, rows) = (q - self.region.q.0, self.region.r.1 - r);
        let number = columns as u32 * right + rows as u32 * up;
        assert!(number < OFF.0 as u32, "the number is too large");
        Cell(number as u8)
    }

    /// The set, shifted by one step in a direction.
    #[inline]
    #[must_use]
    pub const fn shifted(self, set: Bits, direction: Direction) -> Bits {
        let stride = self.strides[direction.axis()];
        if direction.is_ascending() {
            Bits(set.0 << stride)
        } else {
            Bits(set.0 >> stride)
        }
    }

    /// The cells of a set and all their neighbours.
    #[inline]
    #[must_use]
    pub const fn spread(self, set: Bits) -> Bits {
        let [a, b, c] = self.strides;
        let set = set.0;
        let spread = set | set << a | set >> a | set << b | set >> b | set << c | set >> c;
        Bits(spread & self.cells.0)
    }

    /// The cells whose six neighbours are all in a set; never one at the edge.
    #[inline]
    #[must_use]
    pub const fn surrounded(self, set: Bits) -> Bits {
        let [a, b, c] = self.strides;
        let set = set.0;
        let surrounded =
            (set << a) & (set >> a) & (set << b) & (set >> b) & (set << c) & (set >> c);
        Bits(surrounded & self.cells.0)
    }

    /// `seed`, and the cells that chains of neighbours in `within` connect to it.
    #[inline]
    #[must_use]
    pub const fn flood(self, seed: Bits, within: Bits) -> Bits {
        let mut reached = seed;
        loop {
            let next = Bits(self.spread(reached).0 & within.0 | seed.0);
            if next.0 == reached.0 {
                return reached;
            }
            reached = next;
        }
    }
}

/// The cells of a region with tables of neighbours and rays, made at compile time.
///
/// In every numbering, directions 0, 1 and 2 lead to higher numbers.
pub struct HexBoard {
    /// All cells.
    pub cells: Bits,
    coords: [(i8, i8); NUMBERS],
    steps: [[Cell; DIRECTIONS]; NUMBERS],
    neighbours: [Bits; NUMBERS],
    rays: [[Bits; DIRECTIONS]; NUMBERS],
}

impl HexBoard {
    /// A board numbered without gaps, by growing q and, within a q, by falling r. A set cannot be shifted,
    /// but more cells fit into 64 bits.
    #[must_use]
    pub const fn compact(region: Region) -> HexBoard {
        let (coords, count) = region.list();
        HexBoard::new(Bits::first(count), coords)
    }

    /// A board with the numbers of a frame.
    #[must_use]
    pub const fn framed(frame: Frame) -> HexBoard {
        let mut coords = [(0, 0); NUMBERS];
        let (list, count) = frame.region.list();
        let mut n = 0;
        while n < count {
            coords[frame.cell(list[n]).index()] = list[n];
            n += 1;
        }
        HexBoard::new(frame.cells, coords)
    }

    /// Fills the tables.
    const fn new(cells: Bits, coords: [(i8, i8); NUMBERS]) -> HexBoard {
        let mut board = HexBoard {
            cells,
            coords,
            steps: [[OFF; DIRECTIONS]; NUMBERS],
            neighbours: [Bits::EMPTY; NUMBERS],
            rays: [[Bits::EMPTY; DIRECTIONS]; NUMBERS],
        };
        let mut rest = cells;
        while let Some(cell) = rest.lowest() {
            rest = rest.without(cell);
            let mut direction = 0;
            while direction < DIRECTIONS {
                let (dq, dr) = STEPS[direction];
                let (mut q, mut r) = board.coords(cell);
                let mut ray = Bits::EMPTY;
                while let Some(next) = board.cell_at(q + dq, r + dr) {
                    if ray.is_empty() {
                        let neighbours = &mut board.neighbours[cell.index()];
                        *neighbours = neighbours.with(next);
                        board.steps[cell.index()][direction] = next;
                    }
                    ray = ray.with(next);
                    (q, r) = board.coords(next);
                }
                board.rays[cell.index()][direction] = ray;
                direction += 1;
            }
        }
        board
    }

    /// The cell at `(q, r)`, if the board has it.
    #[must_use]
    pub const fn cell_at(&self, q: i8, r: i8) -> Option<Cell> {
        let mut rest = self.cells;
        while let Some(cell) = rest.lowest() {
            let at = self.coords(cell);
            if at.0 == q && at.1 == r {
                return Some(cell);
            }
            rest = rest.without(cell);
        }
        None
    }

    /// The axial coordinates `(q, r)` of a cell.
    #[inline]
    #[must_use]
    pub const fn coords(&self, cell: Cell) -> (i8, i8) {
        self.coords[cell.index() % NUMBERS]
    }

    /// The cell one step from `cell` in `direction`, or [`OFF`], which has no neighbours.
    #[inline]
    #[must_use]
    pub const fn neighbour(&self, cell: Cell, direction: Direction) -> Cell {
        self.steps[cell.index() % NUMBERS][direction.index()]
    }

    /// The cell one step from `cell` in `direction`, if the board has it.
    #[inline]
    #[must_use]
    pub const fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        match self.neighbour(cell, direction) {
            OFF => None,
            next => Some(next),
        }
    }

    /// All neighbours of a cell.
    #[inline]
    #[must_use]
    pub const fn neighbours(&self, cell: Cell) -> Bits {
        self.neighbours[cell.index() % NUMBERS]
    }

    /// The neighbours of all cells of a set.
    #[inline]
    #[must_use]
    pub fn around(&self, set: Bits) -> Bits {
        set.into_iter()
            .fold(Bits::EMPTY, |around, cell| around | self.neighbours(cell))
    }

    /// All cells in a straight line from a cell in a direction, without the cell itself.
    #[inline]
    #[must_use]
    pub const fn ray(&self, cell: Cell, direction: Direction) -> Bits {
        self.rays[cell.index() % NUMBERS][direction.index()]
    }

    /// All cells of the line through a cell along an axis (0, 1 or 2).
    #[inline]
    #[must_use]
    pub const fn line(&self, cell: Cell, axis: usize) -> Bits {
        let rays = &self.rays[cell.index() % NUMBERS];
        Bits(rays[axis].0 | rays[axis + AXES].0 | cell.bit().0)
    }

    /// All cells that chains of neighbours in `within` connect to `seed` (a part of `within`).
    #[inline]
    #[must_use]
    pub const fn flood(&self, seed: Bits, within: Bits) -> Bits {
        let mut reached = Bits(seed.0 & within.0);
        let mut front = reached;
        while let Some(cell) = front.lowest() {
            let fresh = self.neighbours(cell).0 & within.0 & !reached.0;
            reached.0 |= fresh;
            front = Bits(front.rest().0 | fresh);
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static DISC: HexBoard = HexBoard::compact(Region::disc(4));

    #[test]
    fn a_disc_has_its_cells_neighbours_and_lines() {
        let centre = DISC.cell_at(0, 0).expect("the centre is on the board");
        assert_eq!(DISC.neighbours(centre).count(), 6);
        for direction in Direction::ALL {
            assert_eq!(DISC.ray(centre, direction).count(), 4);
            assert_eq!(DISC.line(centre, direction.axis()).count(), 9);
        }
        let corner = DISC.cell_at(0, 4).expect("a corner is on the board");
        assert_eq!(DISC.neighbours(corner).count(), 3);
        for cell in DISC.cells {
            for direction in Direction::ALL {
                let Some(next) = DISC.step(cell, direction) else {
                    continue;
                };
                let turned = |by| Direction::from_index(direction.index() + by);
                assert_eq!(DISC.step(next, turned(3)), Some(cell));
                assert_eq!(direction.is_ascending(), next > cell);
                let beside = DISC.step(cell, turned(1));
                assert!(beside.is_none_or(|c| DISC.neighbours(c).has(next)));
            }
        }
    }

    #[test]
    fn a_flood_stays_within_its_cells() {
        let start = Cell(0).bit();
        assert_eq!(DISC.flood(start, DISC.cells), DISC.cells);
        assert_eq!(DISC.flood(start, start), start);
        assert_eq!(DISC.flood(start, Bits::EMPTY), Bits::EMPTY);
    }

    /// Compares the board of a frame with the compact one, and shifts with steps.
    fn check(frame: Frame) {
        let (board, compact) = (HexBoard::framed(frame), HexBoard::compact(frame.region));
        assert_eq!(board.cells.count(), compact.cells.count());
        let place = |cell| {
            let (q, r) = compact.coords(cell);
            board.cell_at(q, r).expect("the frame has the cell")
        };
        for cell in compact.cells {
            let at = place(cell);
            let near: Bits = compact.neighbours(cell).into_iter().map(place).collect();
            assert_eq!(board.neighbours(at), near);
            assert_eq!(frame.spread(at.bit()), near.with(at));
            assert_eq!(frame.surrounded(near).has(at), near.count() == 6);
            for direction in Direction::ALL {
                let step = compact.step(cell, direction).map(place);
                assert_eq!(board.step(at, direction), step);
                let shifted = frame.shifted(at.bit(), direction) & frame.cells;
                assert_eq!(shifted.lowest(), step);
                let ray = compact.ray(cell, direction).into_iter().map(place);
                assert_eq!(board.ray(at, direction), ray.collect());
            }
        }
    }

    #[test]
    fn a_shift_is_a_step() {
        check(Frame::new(Region::disc(3), 8, 1));
        let oblong = Region {
            q: (1, 11),
            r: (-5, -1),
            s: (-8, 2),
        };
        check(Frame::new(oblong, 1, 12));
    }
}
