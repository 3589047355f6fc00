//! What the notations of all games share: the fields of a FEN, the lines of its board with runs of
//! empty places as digits, numbers, the letter of a side, and names of places.
//!
//! All of it is strict: what is read here is written the same way again. The wording of errors is
//! that of every game, so that the same mistake reads alike everywhere.

use std::fmt;

use super::{FenError, Side};

/// The fields of a FEN; `form` names them, such as `<board> <side>`.
///
/// # Errors
/// There are more or fewer than `N`.
pub fn fields<'a, const N: usize>(text: &'a str, form: &str) -> Result<[&'a str; N], FenError> {
    let fields: Vec<&str> = text.split(' ').collect();
    fields
        .try_into()
        .map_err(|_| FenError::new("fen", text, form_of(form)))
}

fn form_of(form: &str) -> String {
    format!("the fields '{form}' with one space between them")
}

/// The `count` lines of a board, which are joined by `/`; `what` they are: `columns`, `ranks`.
///
/// # Errors
/// There are more or fewer.
pub fn lines<'a>(board: &'a str, count: usize, what: &str) -> Result<Vec<&'a str>, FenError> {
    let lines: Vec<&str> = board.split('/').collect();
    if lines.len() == count {
        Ok(lines)
    } else {
        let expected = format!("{count} {what} joined by '/'");
        Err(FenError::new("board", board, expected))
    }
}

/// Reads a line of a board into its `places`, in order: a digit is a run of empty places, anything
/// else is a piece that `piece` takes from the front of the text. `legend` lists the pieces.
///
/// # Errors
/// A symbol that is none of these, two digits in a row, or more or fewer places than there are.
pub fn read_line<P, T>(
    line: &str,
    places: impl IntoIterator<Item = P, IntoIter: ExactSizeIterator>,
    legend: &str,
    piece: impl Fn(&str) -> Option<(T, &str)>,
    mut put: impl FnMut(P, Option<T>),
) -> Result<(), FenError> {
    let mut places = places.into_iter();
    let size = places.len();
    let wrong = |expected: String| FenError::new("board", line, expected);
    let mut rest = line;
    let mut after_run = false;
    while let Some(symbol) = rest.chars().next() {
        let run = symbol.to_digit(10).filter(|&n| n > 0);
        let Some(run) = run else {
            let (piece, after) = piece(rest)
                .ok_or_else(|| wrong(format!("digits 1 to 9 for empty places, and {legend}")))?;
            let place = places
                .next()
                .ok_or_else(|| wrong(format!("{size} places")))?;
            put(place, Some(piece));
            (rest, after_run) = (after, false);
            continue;
        };
        if after_run {
            return Err(wrong("a run of empty places as one digit".to_owned()));
        }
        for _ in 0..run {
            let place = places
                .next()
                .ok_or_else(|| wrong(format!("{size} places")))?;
            put(place, None);
        }
        (rest, after_run) = (rest.get(1..).unwrap_or(""), true);
    }
    match places.len() {
        0 => Ok(()),
        _ => Err(wrong(format!("{size} places"))),
    }
}

/// Writes a line of a board: pieces as they are shown, runs of empty places as digits.
pub fn write_line<T: fmt::Display>(places: impl Iterator<Item = Option<T>>, out: &mut String) {
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

/// The letter of a side where the game has colours: `w` or `b`.
#[must_use]
pub fn side_letter(side: Side) -> char {
    match side {
        Side::One => 'w',
        Side::Two => 'b',
    }
}

/// Reads the field of the side to move where the game has colours.
///
/// # Errors
/// It is neither `w` nor `b`.
pub fn read_side(text: &str) -> Result<Side, FenError> {
    match text {
        "w" => Ok(Side::One),
        "b" => Ok(Side::Two),
        _ => Err(FenError::new("side", text, "w or b")),
    }
}

/// A number from 0 to `last` without sign and leading zeros, as its whole text.
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

/// The name of a place: the letter of its column and its number in the column, such as `c5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The column, 0 for `a`, at most 25.
    pub column: u8,
    /// The number, 1 to 9.
    pub number: u8,
}

impl Name {
    /// Takes a name from the front of a text; gives the rest of the text too.
    #[must_use]
    pub fn take(text: &str) -> Option<(Name, &str)> {
        let &[column @ b'a'..=b'z', number @ b'1'..=b'9', ..] = text.as_bytes() else {
            return None;
        };
        let name = Name {
            column: column - b'a',
            number: number - b'0',
        };
        Some((name, text.get(2..)?))
    }

    /// Reads a name that is the whole text.
    #[must_use]
    pub fn read(text: &str) -> Option<Name> {
        Name::take(text).and_then(|(name, rest)| rest.is_empty().then_some(name))
    }
}

impl Name {
    /// Appends the name to a text. Move lists write thousands of names.
    pub fn write_to(self, out: &mut String) {
        out.push(char::from(b'a'.saturating_add(self.column)));
        out.push(char::from(b'0'.saturating_add(self.number)));
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_to(&mut text);
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<String, FenError> {
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
        assert_eq!(again, line);
        Ok(seen)
    }

    #[test]
    fn lines_are_read_strictly_and_written_the_same_way() {
        assert_eq!(read("2w1b"), Ok("..w.b".to_owned()));
        assert_eq!(read("5"), Ok(".....".to_owned()));
        for line in [
            "",
            "4",
            "6",
            "2w1bw",
            "9",
            "wwwwww",
            "23",
            "0wwwww",
            "W4",
            "é4",
            "wwww\u{2}",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn numbers_and_names_have_one_spelling() {
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
        let name = Name::read("c5").expect("a name");
        assert_eq!((name.column, name.number), (2, 5));
        assert_eq!(name.to_string(), "c5");
        assert_eq!(Name::take("a1b2").map(|(_, rest)| rest), Some("b2"));
        for text in ["", "c", "c0", "C5", "5c", "cé", "c55"] {
            assert_eq!(Name::read(text), None, "{text}");
        }
    }

    #[test]
    fn fields_are_counted() {
        assert_eq!(fields("a b", "<one> <two>"), Ok(["a", "b"]));
        for text in ["", "a", "a  b", "a b c", " a b"] {
            let error = fields::<2>(text, "<one> <two>").expect_err("not two fields");
            assert_eq!((error.field, error.found.as_str()), ("fen", text));
        }
    }
}
