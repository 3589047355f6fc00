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
    Some((cell(name.column as i8 + 1, name.number as i8)?, rest))
}

/// The cell of this name.
pub(super) fn cell_named(name: &str) -> Option<Cell> {
    take_cell(name).and_then(|(cell, rest)| rest.is_empty().then_some(cell))
}
