//! The 49 cells of DVONN as bits of one word, twelve bits per row. A step in any direction is a shift of the
//! whole board.
//!
//! ```text
//!          50 51 52 53 54 55 56 57 58            row 5: c5..k5
//!        37 38 39 40 41 42 43 44 45 46           row 4: b4..k4      12  13
//!      24 25 26 27 28 29 30 31 32 33 34          row 3: a3..k3    -1  .  +1
//!        12 13 14 15 16 17 18 19 20 21           row 2: a2..j2     -13 -12
//!           0  1  2  3  4  5  6  7  8            row 1: a1..i1
//! ```
//!
//! The last bit of each row is on no board, so nothing wraps from one row into the next.

use crate::board::hex::{Direction, Frame, HexBoard, Region};
use crate::board::{Bits, Cell, Layout, Name};

/// The number of bits of the word.
pub(super) const BITS: usize = 64;
/// The number of cells.
pub(super) const CELL_COUNT: usize = 49;
/// The number of rows.
pub(super) const ROWS: i8 = 5;
/// The number of columns.
pub(super) const COLUMNS: i8 = 11;
/// The number of pieces, which is also the height of the highest stack.
pub(super) const PIECES: u8 = 49;
/// The longest straight line, in steps.
pub(super) const MAX_LENGTH: usize = 10;

/// The bits of the cells. The axial coordinates are the column (1..=11) and the row (1..=5), negated.
pub(super) const FRAME: Frame = Frame::new(
    Region {
        q: (1, COLUMNS),
        r: (-ROWS, -1),
        s: (-8, 2),
    },
    1,
    12,
);

/// The board.
pub(super) static BOARD: HexBoard = HexBoard::framed(FRAME);

/// All cells.
pub(super) const CELLS: Bits = FRAME.cells;
const _: () = assert!(CELLS.count() as usize == CELL_COUNT);

/// The cells with fewer than six neighbours.
pub(super) const EDGE_CELLS: Bits = CELLS.minus(FRAME.surrounded(CELLS));

/// The cell in `column` (1..=11) and `row` (1..=5), if the board has it.
pub(super) const fn cell(column: i8, row: i8) -> Option<Cell> {
    BOARD.cell_at(column, -row)
}

/// The names and places of the cells.
pub struct Hexagons;

/// The height of an equilateral triangle of side 1.
pub(super) const ROW_HEIGHT: f32 = 0.866_025_4;

impl Layout for Hexagons {
    const LINES: &'static str = "rows";

    fn name_of(&self, cell: Cell) -> Name {
        let (q, r) = BOARD.coords(cell);
        Name {
            column: q as u8 - 1,
            number: -r as u8,
        }
    }

    fn cell_of(&self, name: Name) -> Option<Cell> {
        cell(name.column as i8 + 1, name.number as i8)
    }

    fn lines(&self) -> Vec<Vec<Cell>> {
        let row = |row| (1..=COLUMNS).filter_map(move |column| cell(column, row));
        (1..=ROWS)
            .rev()
            .map(|number| row(number).collect())
            .collect()
    }

    /// Columns lean to the right as they go down: each row is shifted by half a step.
    fn centre(&self, cell: Cell) -> (f32, f32) {
        let (q, r) = BOARD.coords(cell);
        let (q, r) = (f32::from(q), f32::from(r));
        (q + r / 2.0, r * ROW_HEIGHT)
    }
}

/// The cells exactly `height` steps from a cell in a straight line: `JUMPS[height][cell]`. Nothing
/// lies further than [`MAX_LENGTH`]; use [`jumps`].
static JUMPS: [[Bits; BITS]; MAX_LENGTH + 2] = {
    let mut jumps = [[Bits::EMPTY; BITS]; MAX_LENGTH + 2];
    let mut rest = CELLS;
    while let Some(from) = rest.lowest() {
        rest = rest.without(from);
        let mut direction = 0;
        while direction < Direction::ALL.len() {
            let mut at = from;
            let mut height = 1;
            while let Some(to) = BOARD.step(at, Direction::ALL[direction]) {
                jumps[height][from.index()] = jumps[height][from.index()].with(to);
                at = to;
                height += 1;
            }
            direction += 1;
        }
    }
    jumps
};

/// The cells that a stack of `height` reaches from `from` if they are occupied.
#[inline]
pub(super) fn jumps(height: u8, from: Cell) -> Bits {
    JUMPS[(height as usize).min(MAX_LENGTH + 1)][from.index() & 63]
}

/// The neighbours of a cell as six bits, from down-left over down, left, right, up to up-right.
#[inline]
const fn ring(of: Cell, near: Bits) -> usize {
    let near = near.0.rotate_right((of.0 as u32).wrapping_sub(13) & 63);
    (near & 3 | near >> 10 & 4 | near >> 11 & 8 | near >> 21 & 48) as usize
}

/// One bit for each ring pattern: whether the occupied neighbours touch each other in one chain.
const ONE_ARC: u64 = {
    // The bits of a pattern in order around the cell.
    let around = [4, 5, 3, 1, 0, 2];
    let mut good = 0;
    let mut pattern = 0;
    while pattern < 64 {
        let mut arcs = 0;
        let mut i = 0;
        while i < 6 {
            let here = pattern >> around[i] & 1;
            let next = pattern >> around[(i + 1) % 6] & 1;
            arcs += here & (1 - next);
            i += 1;
        }
        if arcs <= 1 {
            good |= 1u64 << pattern;
        }
        pattern += 1;
    }
    good
};

/// Whether the neighbours of `of` in `occupied` touch each other in one chain: then nothing is disconnected
/// when `of` becomes empty.
#[inline]
pub(super) fn is_one_arc(of: Cell, occupied: Bits) -> bool {
    ONE_ARC >> ring(of, BOARD.neighbours(of) & occupied) & 1 != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::keys::SplitMix;

    #[test]
    fn the_board_is_that_of_the_rules() {
        assert_eq!(CELLS.count(), 49);
        assert_eq!(EDGE_CELLS.count(), 24);
        let three = CELLS
            .into_iter()
            .filter(|&c| BOARD.neighbours(c).count() == 3);
        assert_eq!(three.count(), 6);
        let a3 = cell(1, 3).expect("a3 exists");
        let k3 = cell(11, 3).expect("k3 exists");
        assert_eq!(jumps(10, a3), k3.bit());
        assert_eq!(jumps(11, a3), Bits::EMPTY);
        for c in CELLS {
            assert_eq!(Hexagons.cell_of(Hexagons.name_of(c)), Some(c));
            assert_eq!(jumps(1, c), BOARD.neighbours(c));
        }
    }

    #[test]
    fn chains_and_arcs_agree_with_the_slow_definitions() {
        let mut source = SplitMix(1);
        for _ in 0..2000 {
            let occupied = Bits(source.next() & source.next()) & CELLS;
            let mut reached = Bits(occupied.0 & source.next() & source.next());
            let seed = reached;
            for _ in 0..CELL_COUNT {
                for c in reached {
                    reached = Bits(reached.0 | BOARD.neighbours(c).0 & occupied.0);
                }
            }
            assert_eq!(FRAME.flood(seed, occupied), reached);
            for c in CELLS {
                let near = BOARD.neighbours(c) & occupied;
                let first = near.lowest().map_or(Bits::EMPTY, Cell::bit);
                assert_eq!(is_one_arc(c, occupied), FRAME.flood(first, near) == near);
                let all = BOARD.neighbours(c).count() == 6 && BOARD.neighbours(c).within(occupied);
                assert_eq!(FRAME.surrounded(occupied).has(c), all);
            }
        }
    }
}
