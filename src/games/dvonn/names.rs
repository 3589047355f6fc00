//! The names of cells.

use super::board::{cell, coordinates};
use crate::board::Cell;
use crate::rules::fen::Name;

/// The name of a cell.
pub(super) fn name(cell: Cell) -> String {
    let (column, row) = coordinates(cell);
    let name = Name {
        column: column as u8 - 1,
        number: row as u8,
    };
    name.to_string()
}

/// Reads the name of a cell from the front of `text`.
pub(super) fn take_cell(text: &str) -> Option<(Cell, &str)> {
    let (name, rest) = Name::take(text)?;
    Some((cell_of(name)?, rest))
}

/// The cell of this name.
pub(super) fn cell_named(name: &str) -> Option<Cell> {
    Name::read(name).and_then(cell_of)
}

fn cell_of(name: Name) -> Option<Cell> {
    cell(name.column as i8 + 1, name.number as i8)
}
