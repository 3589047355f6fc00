//! The names of points, dots and entries: a column `a`..`i` and a height in it, such as `e5`.

use super::board::{BOARD, DOT_RADIUS, ENTRIES, POINTS};
use crate::board::hex::{Columns, upright};
use crate::board::{Bits, Cell, Layout, Name};

/// The columns of points and dots.
const COLUMNS: Columns = Columns {
    lengths: &[5, 6, 7, 8, 9, 8, 7, 6, 5],
    lowest: DOT_RADIUS,
};

/// The layout of the points.
pub struct Points;

impl Layout for Points {
    const LINES: &'static str = "columns";

    fn name_of(&self, point: Cell) -> Name {
        point_name(point)
    }

    fn cell_of(&self, name: Name) -> Option<Cell> {
        point_named(name.bytes())
    }

    fn lines(&self) -> Vec<Vec<Cell>> {
        let columns = (0..7).map(|column| POINTS & Bits(0xff << (8 * column)));
        columns.map(|column| column.into_iter().collect()).collect()
    }

    fn centre(&self, point: Cell) -> (f32, f32) {
        upright(BOARD.coords(point))
    }
}

/// The board in characters; see [`Columns::draw`].
pub(super) fn draw(item: impl Fn(Name, (i8, i8)) -> (String, usize)) -> Vec<String> {
    COLUMNS.draw(item)
}

/// The name of a point.
pub(super) fn point_name(point: Cell) -> Name {
    COLUMNS.name_at(BOARD.coords(point))
}

/// The name of the dot at axial coordinates.
pub(super) fn dot_name(dot: (i8, i8)) -> Name {
    COLUMNS.name_at(dot)
}

/// The axial coordinates of the point or dot with this name.
pub(super) fn coords_of(name: [u8; 2]) -> Option<(i8, i8)> {
    COLUMNS.coords(Name::from_bytes(name)?)
}

/// The point with this name.
pub(super) fn point_named(name: [u8; 2]) -> Option<Cell> {
    let (q, r) = coords_of(name)?;
    BOARD.cell_at(q, r)
}

/// The entry from the dot to the first point with these names.
pub(super) fn entry_named(dot: [u8; 2], first: [u8; 2]) -> Option<u8> {
    let (dot, first) = (coords_of(dot)?, point_named(first)?);
    let number = ENTRIES
        .iter()
        .position(|e| e.dot == dot && e.first == first)?;
    u8::try_from(number).ok()
}
