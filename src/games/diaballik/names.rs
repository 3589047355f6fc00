//! The names of squares.

use super::board::{RANKS, Squares};
use crate::board::Cell;
use crate::rules::fen::Name;

/// The name of a square.
pub(super) fn name(cell: Cell) -> String {
    let mut text = String::new();
    write_name(cell, &mut text);
    text
}

/// Appends the name of a square.
pub(super) fn write_name(cell: Cell, out: &mut String) {
    let (file, rank) = Squares::coords(cell);
    let name = Name {
        column: file as u8,
        number: rank as u8 + 1,
    };
    name.write_to(out);
}

/// Reads the name of a square from the front of `text`.
pub(super) fn take_cell(text: &str) -> Option<(Cell, &str)> {
    let (name, rest) = Name::take(text)?;
    Some((cell_of(name)?, rest))
}

/// The square of this name.
pub(super) fn cell_named(name: &str) -> Option<Cell> {
    Name::read(name).and_then(cell_of)
}

fn cell_of(Name { column, number }: Name) -> Option<Cell> {
    let inside = column < RANKS && number <= RANKS;
    inside.then(|| Cell(column * RANKS + number - 1))
}
