//! Positions of ZÈRTZ in the ZIP notation of zertz.app, which its game notation ZEN uses.
//!
//! ```text
//! oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1
//! ```
//!
//! The fields are board, reserve, the marbles of both players and the player to move. Columns go from
//! left to right, cells of a column upwards: `o` is a vacant ring, `W`, `G` and `B` are marbles, a number
//! is a run of places without a ring. All columns count from one slanted line; hence the numbers
//! in front of the columns on the right. Places above the last ring of a column are not written. The
//! board has no name: it is the smallest standard board that has all these rings.

use std::fmt::Write;

/// A standard board of zertz.app.
#[derive(Debug)]
pub(super) struct ZenBoard {
    /// The id of our rule set.
    pub game: &'static str,
    /// The lengths of its columns from the left.
    lengths: &'static [usize],
    /// The column with the lowest foot.
    lowest: usize,
    /// Whether it is the mirror image of our board: column a is our last one.
    is_mirrored: bool,
}

/// The boards of zertz.app, the smallest first.
pub(super) const BOARDS: [ZenBoard; 3] = [
    ZenBoard {
        game: "zertz",
        lengths: &[4, 5, 6, 7, 6, 5, 4],
        lowest: 3,
        is_mirrored: false,
    },
    ZenBoard {
        game: "zertz-48",
        lengths: &[4, 5, 6, 7, 8, 7, 6, 5],
        lowest: 4,
        is_mirrored: true,
    },
    ZenBoard {
        game: "zertz-61",
        lengths: &[5, 6, 7, 8, 9, 8, 7, 6, 5],
        lowest: 4,
        is_mirrored: false,
    },
];

/// A symbol of our FEN for a place without a ring.
const NO_RING: char = '-';

impl ZenBoard {
    /// The names of cells in a text, changed to those of our board.
    pub fn renamed(&self, text: &str) -> String {
        if !self.is_mirrored {
            return text.to_owned();
        }
        let last = b'a' + (self.lengths.len().saturating_sub(1)) as u8;
        let mut chars = text.chars().peekable();
        let mut renamed = String::new();
        while let Some(c) = chars.next() {
            let is_cell = chars.peek().is_some_and(char::is_ascii_digit);
            match u8::try_from(c) {
                Ok(column @ b'a'..) if column <= last && is_cell => {
                    renamed.push(char::from(last - column + b'a'));
                }
                _ => renamed.push(c),
            }
        }
        renamed
    }

    /// The height of the foot of a column above the slanted line.
    fn foot(&self, column: usize) -> usize {
        column.saturating_sub(self.lowest)
    }

    /// The board of our FEN with these rings, moved by a number of columns and places.
    fn fen(&self, rings: &[Ring], columns: usize, places: usize) -> Option<String> {
        let mut board: Vec<Vec<char>> = self.lengths.iter().map(|&n| vec![NO_RING; n]).collect();
        for ring in rings {
            let column = ring.column + columns;
            let place = (ring.height + places).checked_sub(self.foot(column))?;
            *board.get_mut(column)?.get_mut(place)? = ring.symbol;
        }
        if self.is_mirrored {
            board.reverse();
        }
        let columns: Vec<String> = board.iter().map(|column| runs(column)).collect();
        Some(columns.join("/"))
    }
}

/// A ring with its symbol: `o` if it is vacant, or the letter of its marble in our FEN.
#[derive(Debug)]
struct Ring {
    column: usize,
    height: usize,
    symbol: char,
}

/// A column of our FEN: runs of vacant rings are numbers.
fn runs(column: &[char]) -> String {
    let mut text = String::new();
    let mut vacant = 0;
    for &symbol in column.iter().chain(&['\0']) {
        if symbol == 'o' {
            vacant += 1;
            continue;
        }
        if vacant > 0 {
            // Writing into a string cannot fail.
            let _ = write!(text, "{vacant}");
            vacant = 0;
        }
        if symbol != '\0' {
            text.push(symbol);
        }
    }
    text
}

/// The longest text of a position, in bytes.
const MAX_LENGTH: usize = 400;

/// The positions that a ZIP can mean, the most likely first: rule set and FEN. There are several if rings
/// are missing.
pub(super) fn positions(zip: &str) -> Vec<(&'static ZenBoard, String)> {
    let fields: Vec<&str> = zip.split_whitespace().collect();
    let [board, counts @ .., side] = &fields[..] else {
        return Vec::new();
    };
    if zip.len() > MAX_LENGTH || counts.len() != 3 {
        return Vec::new();
    }
    let Some(rings) = rings(board) else {
        return Vec::new();
    };
    let counts = counts.join(" ").replace('/', ",");
    let mut positions = Vec::new();
    for board in &BOARDS {
        let size = board.lengths.len();
        let mut shifts: Vec<(usize, usize)> = (0..size)
            .flat_map(|columns| (0..size).map(move |places| (columns, places)))
            .collect();
        shifts.sort_by_key(|(columns, places)| columns + places);
        for (columns, places) in shifts {
            if let Some(fen) = board.fen(&rings, columns, places) {
                positions.push((board, format!("{fen} {counts} {side}")));
            }
        }
    }
    positions
}

fn rings(board: &str) -> Option<Vec<Ring>> {
    let mut rings = Vec::new();
    for (column, text) in board.split('/').enumerate() {
        let mut height = 0;
        let mut rest = text;
        while let Some(symbol) = rest.chars().next() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if digits > 0 {
                let (run, after) = rest.split_at(digits);
                height += run.parse::<u8>().ok().map(usize::from)?;
                rest = after;
                continue;
            }
            let symbol = match symbol {
                'o' | 'O' => 'o',
                'W' | 'G' | 'B' | 'w' | 'g' | 'b' => symbol.to_ascii_lowercase(),
                _ => return None,
            };
            rings.push(Ring {
                column,
                height,
                symbol,
            });
            height += 1;
            rest = rest.get(1..)?;
        }
    }
    Some(rings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::state;

    #[test]
    fn standard_boards_are_read() {
        for (game, zip) in [
            (
                "zertz",
                "oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1",
            ),
            (
                "zertz-48",
                "oooo/ooooo/oooooo/ooooooo/oooooooo/1ooooooo/2oooooo/3ooooo 6/8/10 0/0/0 0/0/0 1",
            ),
            (
                "zertz-61",
                "ooooo/oooooo/ooooooo/oooooooo/ooooooooo/1oooooooo/2ooooooo/3oooooo/4ooooo 6/8/10 0/0/0 0/0/0 1",
            ),
        ] {
            let fen = state::open(game).expect("a game").fen();
            let (board, read) = positions(zip).remove(0);
            assert_eq!((board.game, &read), (game, &fen));
        }
    }

    #[test]
    fn marbles_and_missing_rings_are_kept() {
        let fen = "-1--/5/2w3/3b3/6/3-1/4 5,8,9 0,0,0 0,0,0 2";
        let zip = "1o/ooooo/ooWooo/oooBooo/1oooooo/2ooo1o/3oooo 5/8/9 0/0/0 0/0/0 2";
        assert_eq!(positions(zip).remove(0).1, fen);
        for bad in [
            "",
            "oooo 1",
            "oxo/o 6/8/10 0/0/0 0/0/0 1",
            "é 1/1/1 0/0/0 0/0/0 1",
        ] {
            assert!(positions(bad).is_empty(), "{bad}");
        }
    }

    #[test]
    fn names_of_the_48_board_are_mirrored() {
        let board = &BOARDS[1];
        assert_eq!(board.renamed("Wa4-h1+bg"), "Wh4-a1+bg");
        assert_eq!(board.renamed("Bb3xd5"), "Bg3xe5");
        let board = &BOARDS[0];
        assert_eq!(board.renamed("Wa4-g1"), "Wa4-g1");
    }
}
