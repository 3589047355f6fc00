//! A game that was being written when a match was interrupted, and that the record does not have either:
//! whether what is there of it can be the beginning of a game as we write it, to the last letter.

use std::ops::ControlFlow::{Break, Continue};

use crate::play::record::score_named;
use crate::play::seat::{self, Seat};
use crate::rules::Side;

/// The tags of a game of a match, in their order.
const TAGS: [&str; 13] = [
    "Event",
    "Round",
    "Game",
    "P1",
    "P2",
    "Result",
    "Termination",
    "FEN",
    "Detail",
    "TimeControl1",
    "TimeControl2",
    "OpeningPlies",
    "PlyCount",
];

/// The notes of a turn of a match.
const NOTES: [&str; 5] = ["eval", "mate", "depth", "nodes", "emt"];

/// The longest line of turns, in bytes.
const WIDTH: usize = 80;

/// Whether this is the beginning of a game as we write it, cut anywhere: tags in our order, then legal
/// turns with our notes, in lines as long as we make them. Of games whose rules we do not know only
/// the tags can be told.
pub(super) fn can_be_ours(text: &str, game: &str) -> bool {
    let mut tags = TAGS.iter();
    let (mut fen, mut score) = (None, "");
    let mut rest = text;
    loop {
        if rest.is_empty() {
            return true;
        }
        let Some((line, after)) = rest.split_once('\n') else {
            return tags.any(|tag| {
                let begin = format!("[{tag} \"");
                begin.starts_with(rest) || rest.starts_with(&begin)
            });
        };
        rest = after;
        if line.is_empty() {
            break;
        }
        let value = |tag: &str| {
            let value = line.strip_prefix(&format!("[{tag} \""))?;
            value.strip_suffix("\"]")
        };
        let Some((tag, value)) = tags.find_map(|tag| Some((*tag, value(tag)?))) else {
            return false;
        };
        match tag {
            "FEN" => fen = Some(value),
            "Result" => score = value,
            _ => {}
        }
    }
    let ended = tags.next().is_none() && score_named(score).is_some();
    let board = seat::open_at(game, fen).and_then(Result::ok);
    match (ended, board, unfolded(rest)) {
        (true, Some(board), Some(turns)) => are_turns(&turns, board, score),
        (ended, _, _) => ended && rest.is_empty(),
    }
}

/// The text of lines that end only where the next word had no room.
fn unfolded(text: &str) -> Option<String> {
    let mut joined = String::new();
    let mut lines = text.split('\n').peekable();
    while let Some(line) = lines.next() {
        joined.push_str(line);
        let Some(next) = lines.peek().copied() else {
            break;
        };
        let is_last = lines.clone().nth(1).is_none();
        let word = first_word(next);
        // How long the word was to become that was cut, nobody knows.
        let is_cut = is_last && word.len() == next.len();
        if !is_cut && (word.is_empty() || line.len() + 1 + word.len() < WIDTH) {
            return None;
        }
        joined.push(' ');
    }
    Some(joined)
}

/// The first word of a line; a note in brackets is one.
fn first_word(line: &str) -> &str {
    let end = if line.trim_start_matches('{').starts_with("[%") {
        let note = line.find(']').map(|end| end + 1);
        note.map(|end| end + usize::from(line.get(end..).is_some_and(|rest| rest.starts_with('}'))))
    } else {
        line.find(' ')
    };
    end.and_then(|end| line.get(..end)).unwrap_or(line)
}

/// Whether these are legal turns with our notes, cut anywhere.
fn are_turns(text: &str, mut board: Box<dyn Seat>, score: &str) -> bool {
    let mut ply = usize::from(board.turn() == Side::Two);
    let mut needs_number = true;
    let mut rest = text;
    loop {
        if score.starts_with(rest) {
            return true;
        }
        let number = ply / 2 + 1;
        let number = match ply % 2 {
            0 => format!("{number}. "),
            _ if needs_number => format!("{number}... "),
            _ => String::new(),
        };
        rest = match rest.strip_prefix(&number) {
            Some(rest) => rest,
            None => return number.starts_with(rest),
        };
        let Some((token, after)) = rest.split_once(' ') else {
            return is_cut_token(rest, &*board);
        };
        if board.play(&[token.to_owned()]).is_err() {
            return false;
        }
        (ply, needs_number, rest) = (ply + 1, false, after);
        if let Some(comment) = rest.strip_prefix('{') {
            let Some((notes, after)) = comment.split_once('}') else {
                return are_notes(comment);
            };
            rest = match after.strip_prefix(' ') {
                Some(rest) if are_notes(notes) && notes.ends_with(']') => rest,
                _ => return after.is_empty() && are_notes(notes),
            };
            needs_number = true;
        }
    }
}

/// Whether a legal turn begins like this.
fn is_cut_token(text: &str, board: &dyn Seat) -> bool {
    let mut found = false;
    board.each_legal(&mut |token| {
        found = token.starts_with(text);
        if found { Break(()) } else { Continue(()) }
    });
    found
}

/// Whether these are notes like `[%eval -7] [%depth 4]`, cut anywhere.
fn are_notes(text: &str) -> bool {
    let mut words = text.split(' ').enumerate().peekable();
    while let Some((place, word)) = words.next() {
        let is_last = words.peek().is_none();
        let good = match (place % 2, word.strip_prefix("[%")) {
            (0, Some(name)) if is_last => NOTES.iter().any(|note| note.starts_with(name)),
            (0, Some(name)) => NOTES.contains(&name),
            (0, None) => is_last && "[%".starts_with(word),
            _ => {
                let value = word.strip_suffix(']');
                let mut value_bytes = value.unwrap_or(word).bytes();
                let digits =
                    value_bytes.all(|byte| byte.is_ascii_digit() || b"-:.".contains(&byte));
                (value.is_some() || is_last) && digits
            }
        };
        if !good {
            return false;
        }
    }
    true
}
