//! The result of a game as a word of PGN, and its other spellings: `½-½`, `1/2`, `1–0`, `1 - 0`, `1:0`.

use crate::rules::{Outcome, Side};

/// The result in PGN.
#[must_use]
pub fn score_word(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Win(Side::One)) => "1-0",
        Some(Outcome::Win(Side::Two)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// Parses a result in any spelling.
///
/// # Errors
/// The words that are allowed.
pub(super) fn score_named(text: &str) -> Result<Option<Outcome>, &'static str> {
    let score = take_score(text.trim()).filter(|(_, rest)| rest.is_empty());
    let result = score.map(|(result, _)| result);
    result.ok_or("1-0, 0-1, 1/2-1/2 or *")
}

/// Takes a result from the beginning of a text, and returns it with the rest. No player has a point in `0-0`,
/// which is no result.
pub(super) fn take_score(text: &str) -> Option<(Option<Outcome>, &str)> {
    let (result, rest) = match text.strip_prefix('*') {
        Some(rest) => (None, rest),
        None => points_of_both(text)?,
    };
    let ends = |c: char| c.is_whitespace() || "{}()[];".contains(c);
    let is_word = rest.chars().next().is_none_or(ends);
    is_word.then_some((result, rest))
}

fn points_of_both(text: &str) -> Option<(Option<Outcome>, &str)> {
    let (one, rest) = points(text)?;
    let (two, rest) = match behind_dash(rest).and_then(points) {
        Some(second) => second,
        // Half a point alone is a draw.
        None if one == HALF => (HALF, rest),
        None => return None,
    };
    let result = match (one, two) {
        (2, 0) => Some(Outcome::Win(Side::One)),
        (0, 2) => Some(Outcome::Win(Side::Two)),
        (HALF, HALF) => Some(Outcome::Draw),
        (0, 0) => None,
        _ => return None,
    };
    Some((result, rest))
}

/// Half a point. The unit is half a point, so that all numbers are whole.
const HALF: u8 = 1;

/// Takes the points of a player.
fn points(text: &str) -> Option<(u8, &str)> {
    // The longer words come first.
    const WORDS: [(&str, u8); 6] = [
        ("1/2", HALF),
        ("½", HALF),
        ("0.5", HALF),
        ("0,5", HALF),
        ("1", 2),
        ("0", 0),
    ];
    WORDS
        .iter()
        .find_map(|(word, points)| Some((*points, text.strip_prefix(word)?)))
}

/// The text behind a dash or a colon on the same line.
fn behind_dash(text: &str) -> Option<&str> {
    const DASHES: [char; 7] = ['-', '‐', '‑', '–', '—', '−', ':'];
    const BLANKS: [char; 2] = [' ', '\t'];
    let after = text.trim_start_matches(BLANKS).strip_prefix(DASHES)?;
    Some(after.trim_start_matches(BLANKS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_result_is_read() {
        let [one, two, draw] = [
            Outcome::Win(Side::One),
            Outcome::Win(Side::Two),
            Outcome::Draw,
        ]
        .map(Some);
        for (spellings, result) in [
            (&["1-0", "1–0", "1 - 0", "1:0", " 1—0 "][..], one),
            (&["0-1", "0 : 1", "0−1"], two),
            (
                &["1/2-1/2", "½-½", "½", "1/2", "0.5-0.5", "1/2 – 1/2"],
                draw,
            ),
            (&["*", "0-0"], None),
        ] {
            for spelling in spellings {
                assert_eq!(score_named(spelling), Ok(result), "{spelling}");
            }
        }
        for other in [
            "", "1", "0", "2-0", "1-1", "1-0-1", "10", "1/2-0", "1-\n0", "c3", "**",
        ] {
            assert!(score_named(other).is_err(), "{other:?}");
        }
    }

    #[test]
    fn a_result_ends_where_another_word_begins() {
        for (text, rest) in [
            ("1 - 0 {x}", " {x}"),
            ("*[Event", "[Event"),
            ("1/2)", ")"),
            ("0-1;x", ";x"),
        ] {
            assert_eq!(take_score(text).map(|(_, rest)| rest), Some(rest), "{text}");
        }
        assert_eq!(take_score("1-0x"), None);
    }
}
