//! The letters of marbles and the names of cells, in our notation and in that of the publisher.

use super::variant::{Marble, Variant};
use crate::board::Cell;
use crate::rules::fen::Name;

/// The letter of a marble.
pub(super) fn letter(marble: Marble) -> char {
    match marble {
        Marble::White => 'w',
        Marble::Grey => 'g',
        Marble::Black => 'b',
    }
}

/// The colour of a marble in a word.
pub(super) fn colour(marble: Marble) -> &'static str {
    match marble {
        Marble::White => "white",
        Marble::Grey => "grey",
        Marble::Black => "black",
    }
}

/// The marble of a letter.
pub(super) fn marble_of(symbol: char) -> Option<Marble> {
    Marble::ALL
        .into_iter()
        .find(|&marble| letter(marble) == symbol)
}

/// The name of a cell on the board of a rule set.
pub(super) fn name(variant: Variant, cell: Cell) -> String {
    let mut text = String::new();
    write_name(variant, cell, &mut text);
    text
}

/// Appends the name of a cell.
pub(super) fn write_name(variant: Variant, cell: Cell, out: &mut String) {
    let (column, number) = variant.shape().place(cell);
    let column = column as u8;
    Name { column, number }.write_to(out);
}

/// Reads the name of a cell from the front of `text`.
pub(super) fn take_cell(variant: Variant, text: &str) -> Option<(Cell, &str)> {
    let (name, rest) = Name::take(text)?;
    Some((cell_of(variant, name)?, rest))
}

/// The cell of this name on the board of a rule set.
pub(super) fn cell_named(variant: Variant, name: &str) -> Option<Cell> {
    Name::read(name).and_then(|name| cell_of(variant, name))
}

fn cell_of(variant: Variant, name: Name) -> Option<Cell> {
    let shape = variant.shape();
    shape.cell(usize::from(name.column), name.number)
}
