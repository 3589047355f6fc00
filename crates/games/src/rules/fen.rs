//! Boards and numbers in FENs, as the notations of all games share them: lines with runs of empty cells as
//! digits. All games share the wording of errors.
//!
//! Several digits in a row are read as one run. Whoever reads a whole FEN writes it again and compares.

use std::fmt;

use super::FenError;
use crate::board::{Cell, Layout};

/// Splits a board into its `count` lines, which are joined by `/`. `what` is the word for them: `columns`,
/// `ranks`.
///
/// # Errors
/// The board has more or fewer lines.
pub fn lines<'a>(board: &'a str, count: usize, what: &str) -> Result<Vec<&'a str>, FenError> {
    let lines: Vec<&str> = board.split('/').collect();
    if lines.len() == count {
        Ok(lines)
    } else {
        let expected = format!("{count} {what} joined by '/'");
        Err(FenError::syntax("board", board, expected))
    }
}

/// Reads a line of a board into its `places`, in order. A digit is a run of empty places; `piece` reads a
/// piece from the front of the text. `legend` lists the pieces.
///
/// # Errors
/// An unknown symbol, or a wrong number of places.
fn read_line<P, T>(
    line: &str,
    places: impl IntoIterator<Item = P, IntoIter: ExactSizeIterator>,
    legend: &str,
    piece: impl Fn(&str) -> Option<(T, &str)>,
    mut put: impl FnMut(P, Option<T>),
) -> Result<(), FenError> {
    let mut places = places.into_iter();
    let size = places.len();
    let wrong = |expected: String| FenError::syntax("board", line, expected);
    let mut rest = line;
    while let Some(symbol) = rest.chars().next() {
        let run = symbol.to_digit(10).filter(|&n| n > 0);
        let Some(run) = run else {
            let (piece, after) = piece(rest)
                .ok_or_else(|| wrong(format!("digits 1 to 9 for empty places, and {legend}")))?;
            let place = places
                .next()
                .ok_or_else(|| wrong(format!("{size} places")))?;
            put(place, Some(piece));
            rest = after;
            continue;
        };
        for _ in 0..run {
            let place = places
                .next()
                .ok_or_else(|| wrong(format!("{size} places")))?;
            put(place, None);
        }
        rest = rest.get(1..).unwrap_or("");
    }
    match places.len() {
        0 => Ok(()),
        _ => Err(wrong(format!("{size} places"))),
    }
}

/// Writes a line of a board: pieces as `Display` shows them, runs of empty places as digits.
fn write_line<T: fmt::Display>(places: impl Iterator<Item = Option<T>>, out: &mut String) {
    let mut empty = 0_u32;
    for place in places.map(Some).chain([None]) {
        match place {
            Some(None) => empty += 1,
            piece => {
                if empty > 0 {
                    out.push_str(&empty.to_string());
                }
                empty = 0;
                if let Some(Some(piece)) = piece {
                    out.push_str(&piece.to_string());
                }
            }
        }
    }
}

/// Reads a text that is a number from 0 to `last`, without sign and leading zeros.
#[must_use]
pub fn read_number(text: &str, last: u8) -> Option<u8> {
    let canonical = match text.as_bytes() {
        [digit] => digit.is_ascii_digit(),
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    let number = text.parse().ok().filter(|_| canonical)?;
    (number <= last).then_some(number)
}

/// Reads the board of a FEN: the lines of `layout`, joined by `/`. `put` receives every cell with its piece.
///
/// # Errors
/// A wrong number of lines or places, or an unknown symbol.
pub fn read_board<L: Layout, T>(
    layout: &L,
    board: &str,
    legend: &str,
    piece: impl Fn(&str) -> Option<(T, &str)>,
    mut put: impl FnMut(Cell, Option<T>),
) -> Result<(), FenError> {
    let cells = layout.lines();
    let lines = lines(board, cells.len(), L::LINES)?;
    for (line, cells) in lines.into_iter().zip(cells) {
        read_line(line, cells, legend, &piece, &mut put)?;
    }
    Ok(())
}

/// Writes the board of a FEN; `shown` is the piece on a cell.
pub fn write_board<T: fmt::Display>(
    layout: &impl Layout,
    shown: impl Fn(Cell) -> Option<T>,
) -> String {
    let mut text = String::with_capacity(48);
    for (number, cells) in layout.lines().into_iter().enumerate() {
        if number > 0 {
            text.push('/');
        }
        write_line(cells.into_iter().map(&shown), &mut text);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of a line, and the line as it is written again.
    fn read(line: &str) -> Result<[String; 2], FenError> {
        let mut seen = String::new();
        fn piece(text: &str) -> Option<(char, &str)> {
            let first = text.chars().next().filter(|c| "wb".contains(*c))?;
            Some((first, &text[1..]))
        }
        read_line(line, 0..5, "w, b", piece, |_, piece| {
            seen.push(piece.unwrap_or('.'));
        })?;
        let mut again = String::new();
        write_line(seen.chars().map(|c| (c != '.').then_some(c)), &mut again);
        Ok([seen, again])
    }

    #[test]
    fn lines_are_read_and_written() {
        let both = |places: &str, line: &str| Ok([places.to_owned(), line.to_owned()]);
        assert_eq!(read("2w1b"), both("..w.b", "2w1b"));
        assert_eq!(read("5"), both(".....", "5"));
        assert_eq!(read("23"), both(".....", "5"));
        for line in [
            "",
            "4",
            "6",
            "2w1bw",
            "9",
            "wwwwww",
            "0wwwww",
            "W4",
            "é4",
            "wwww\u{2}",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn a_number_has_one_spelling() {
        assert_eq!(read_number("0", 18), Some(0));
        assert_eq!(read_number("18", 18), Some(18));
        for text in [
            "",
            "19",
            "018",
            "+1",
            "-1",
            " 1",
            "256",
            "99999999999999999999",
        ] {
            assert_eq!(read_number(text, 18), None, "{text}");
        }
    }
}
