//! Accepts common deviations from the formats, if they have only one meaning.

use crate::play::state::GameState;
use crate::rules::{MoveError, Outcome, PASS};

use super::game::{GameRecord, finish_truncated, resolve_outcome};

/// Plays a move in our notation or in that of the publisher, and returns its token. If the word is not
/// legal as it is written, other spellings of it are tried.
///
/// # Errors
/// The problem with the word as it is written.
pub fn play(board: &mut dyn GameState, word: &str) -> Result<String, MoveError> {
    let error = match board.play_word(word) {
        Ok(token) => return Ok(token),
        Err(error) => error,
    };
    let spellings = spellings(word);
    let mut played = spellings.iter().map(|word| board.play_word(word));
    played.find_map(Result::ok).ok_or(error)
}

/// How a word may be meant: with other signs, in small letters, or with other separators between two cells.
fn spellings(word: &str) -> Vec<String> {
    let sign = |c| match c {
        '×' => 'x',
        '\u{2010}'..='\u{2015}' | '−' | '→' => '-',
        c => c,
    };
    let word: String = word.chars().map(sign).collect();
    if word == "-" || word == "--" {
        return vec![PASS.to_owned()];
    }
    let small = word.to_ascii_lowercase();
    // The capital of a GIPF piece is a letter of its own.
    let gipf = small.strip_prefix('g').map(|rest| format!("G{rest}"));
    let mut spellings = vec![word, small];
    spellings.extend(gipf);
    for at in 0..spellings.len() {
        let respelled = |word: &String| SEPARATORS.map(|separator| separated(word, separator));
        let others = spellings.get(at).map(respelled);
        spellings.extend(others.into_iter().flatten().flatten());
    }
    spellings
}

/// What stands between the cells of a move: nothing in DVONN and Diaballik, a hyphen in GIPF, an `x` in
/// ZÈRTZ.
const SEPARATORS: [&str; 3] = ["", "-", "x"];

/// The word with this separator between the cells of each of its parts: with `-`, `a1a2,b1xb2` becomes
/// `a1-a2,b1-b2`. `None` if it has no such part.
fn separated(word: &str, separator: &str) -> Option<String> {
    let parts = word.split(',').map(|part| {
        let (mark, moved) = match part.strip_prefix('G') {
            Some(moved) => ("G", moved),
            None => ("", part),
        };
        match cells(moved) {
            Some(cells) => format!("{mark}{}", cells.join(separator)),
            None => part.to_owned(),
        }
    });
    let other = parts.collect::<Vec<_>>().join(",");
    (other != word).then_some(other)
}

/// The cells of a move such as `a3-a5`, `j2xk3` or `e1e2`; `None` for everything else.
fn cells(text: &str) -> Option<Vec<&str>> {
    let mut cells = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (cell, after) = rest.split_at_checked(2)?;
        if !matches!(cell.as_bytes(), [b'a'..=b'k', b'1'..=b'9']) {
            return None;
        }
        cells.push(cell);
        rest = after.strip_prefix(['-', 'x', ':', '>']).unwrap_or(after);
    }
    Some(cells)
}

/// The game with its first moves, if there are any; `rest` becomes the comment of the last one.
pub(super) fn partial_game(
    mut record: GameRecord,
    board: Option<Outcome>,
    rest: &str,
) -> Option<GameRecord> {
    if record.moves.is_empty() {
        return None;
    }
    record.add_remark(rest);
    finish_truncated(&mut record, board);
    resolve_outcome(&mut record, board).ok()?;
    Some(record)
}

#[cfg(test)]
mod tests {
    use crate::play::state;

    /// The tokens of the words of a game from its start or a FEN; a word that cannot be read is kept.
    fn read(game: &str, fen: Option<&str>, words: &str) -> String {
        let opened = state::open_at(game, fen).expect("a game");
        let mut board = opened.expect("a position");
        let play = |word| super::play(&mut *board, word).unwrap_or_else(|_| format!("?{word}"));
        let tokens = words.split(' ').map(play);
        tokens.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn separators_between_cells_are_those_of_the_game() {
        let moving = "w,b,w,b,w,b,w,b,w/b,w,b,w,b,w,b,w,b,w/w,b,w,b,r,b,r,b,r,b,w/b,w,b,w,b,w,b,w,b,w/w,b,w,b,w,b,w,b,w w move";
        let moving = Some(moving);
        for word in [
            "a1a2", "a1-a2", "A1-A2", "a1–a2", "a1xa2", "a1:a2", "a1>a2", "a1→a2",
        ] {
            assert_eq!(read("dvonn", moving, word), "a1a2", "{word}");
        }
        assert_eq!(read("dvonn", moving, "a1--a2"), "?a1--a2");
        for word in ["b1-b2,a1-a2", "B1-B2,A1-A2", "b1b2,a1xa2"] {
            assert_eq!(read("diaballik", None, word), "a1a2,b1b2", "{word}");
        }
        assert_eq!(
            read("gipf-basic", None, "a1b2 A5-B5 e1xe2"),
            "a1-b2 a5-b5 e1-e2"
        );
        assert_eq!(
            read("gipf-tournament", None, "Ga1b2 ga5-b5"),
            "Ga1-b2 Ga5-b5"
        );
        let jumps = "wd4,a1 bd5,a4 d4-d6 wd4,b1 d6d4";
        assert_eq!(
            read("zertz", None, jumps),
            "wd4,a1 bd5,a4 d4xd6 wd4,b1 ?d6d4"
        );
    }
}
