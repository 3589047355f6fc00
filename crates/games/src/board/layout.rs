//! Boards with named cells: what notation and pictures share, whatever the game.
//!
//! A layout maps cells to names and places. Names, FEN lines and labels are derived from it once, here, in
//! [`crate::rules::fen`] and in [`crate::picture::frame`].

use std::fmt;

use super::Cell;

/// The name of a cell: the letter of its column and its number in the column, such as `c5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The column, 0 for `a`, at most 25.
    pub column: u8,
    /// The number, 1 to 9.
    pub number: u8,
}

impl Name {
    /// Reads a name from the front of a text. Returns the rest of the text too.
    #[must_use]
    pub fn take(text: &str) -> Option<(Name, &str)> {
        let name = Name::from_bytes(*text.as_bytes().first_chunk()?)?;
        Some((name, text.get(2..)?))
    }

    /// Reads a name that is the whole text.
    #[must_use]
    pub fn read(text: &str) -> Option<Name> {
        Name::take(text).and_then(|(name, rest)| rest.is_empty().then_some(name))
    }

    /// Reads a name of two characters.
    #[must_use]
    pub const fn from_bytes(text: [u8; 2]) -> Option<Name> {
        let [column @ b'a'..=b'z', number @ b'1'..=b'9'] = text else {
            return None;
        };
        Some(Name {
            column: column - b'a',
            number: number - b'0',
        })
    }

    /// The name as two characters.
    #[must_use]
    pub const fn bytes(self) -> [u8; 2] {
        [b'a'.saturating_add(self.column), b'0' + self.number]
    }

    /// The letter of the column.
    #[must_use]
    pub fn letter(self) -> char {
        char::from(b'a'.saturating_add(self.column))
    }

    /// Appends the name to a text. Lists of legal moves write thousands of names.
    pub fn write_to(self, out: &mut String) {
        out.push(self.letter());
        out.push(char::from(b'0'.saturating_add(self.number)));
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.number)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.to_string()
    }
}

/// A board with named cells.
pub trait Layout {
    /// The word for the lines of the board in a FEN: `ranks`, `columns`.
    const LINES: &'static str;

    /// The column and the number of a cell.
    fn name_of(&self, cell: Cell) -> Name;

    /// The cell of this name, if the board has it.
    fn cell_of(&self, name: Name) -> Option<Cell>;

    /// The cells, line by line in the order of the FEN.
    fn lines(&self) -> Vec<Vec<Cell>>;

    /// The centre of a cell in a picture: steps to the right and downwards.
    fn centre(&self, cell: Cell) -> (f32, f32);

    /// The name of a cell. Derived; do not override.
    fn name(&self, cell: Cell) -> String {
        self.name_of(cell).to_string()
    }

    /// The cells by number. Derived; do not override.
    fn sorted_cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.lines().into_iter().flatten().collect();
        cells.sort_unstable();
        cells
    }

    /// The names of cells. Derived; do not override.
    fn names(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
        cells.into_iter().map(|cell| self.name(cell)).collect()
    }

    /// Reads the name of a cell from the front of `text`. Derived; do not override.
    fn take_cell<'a>(&self, text: &'a str) -> Option<(Cell, &'a str)> {
        let (name, rest) = Name::take(text)?;
        Some((self.cell_of(name)?, rest))
    }

    /// The cell of this name. Derived; do not override.
    fn cell_named(&self, name: &str) -> Option<Cell> {
        Name::read(name).and_then(|name| self.cell_of(name))
    }

    /// Reads two names without anything between them: the start and the end of a move. Derived; do not
    /// override.
    fn parse_from_to(&self, text: &str) -> Option<[Cell; 2]> {
        let (from, rest) = self.take_cell(text)?;
        Some([from, self.cell_named(rest)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_spelling() {
        let name = Name::read("c5").expect("a name");
        assert_eq!((name.column, name.number), (2, 5));
        assert_eq!(name.to_string(), "c5");
        assert_eq!(Name::take("a1b2").map(|(_, rest)| rest), Some("b2"));
        for text in ["", "c", "c0", "C5", "5c", "cé", "c55"] {
            assert_eq!(Name::read(text), None, "{text}");
        }
    }
}
