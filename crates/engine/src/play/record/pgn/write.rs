//! Writes a game in PGN style, the default format of this program.

use std::fmt::Write;

use crate::rules::Side;

use super::super::game::{FIRST_TAGS, GameRecord, MoveRecord, comment_text, one_line};
use super::super::score::score_word;
use super::{lexer, notes};
use crate::play::state::{self, GameState};

/// The maximum length of a line of moves, in bytes; a single word may be longer.
const WIDTH: usize = 80;

/// The notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Style {
    /// Our tokens.
    Tokens,
    /// The notation of the publisher.
    Published,
}

/// Appends the text of a game and an empty line. Returns whether the moves can be written in this style.
/// Games that are not ours can be written as tokens.
pub(in super::super) fn write(record: &GameRecord, style: Style, out: &mut String) -> bool {
    let board = state::open_at(&record.game, record.fen.as_deref());
    let mut board = board.and_then(Result::ok);
    let length = out.len();
    tags(record, out);
    out.push('\n');
    let first = board.as_ref().map(|board| board.turn());
    let ply = usize::from(first == Some(Side::Two));
    // Only foreign notations need the positions.
    board = board.filter(|_| style != Style::Tokens);
    let mut words = Words {
        out,
        column: 0,
        opening: "",
        style,
    };
    words.comment(&notes::first(record));
    let complete = words.line(&record.moves, board, ply);
    words.put(score_word(record.outcome));
    out.push_str("\n\n");
    if !complete {
        out.truncate(length);
    }
    complete
}

fn tags(record: &GameRecord, out: &mut String) {
    let mut tag = |name: &str, value: &str| {
        // Readers refuse a line with a zero byte.
        let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
        // Writing into a string cannot fail.
        let _ = writeln!(out, "[{name} \"{value}\"]");
    };
    let is_first = |(name, _): &(String, String)| FIRST_TAGS.contains(&name.as_str());
    let (first, rest): (Vec<_>, Vec<_>) = record.all_tags().into_iter().partition(is_first);
    for (name, value) in first {
        tag(&name, &value);
    }
    let [one, two] = &record.players;
    tag("Game", &record.game);
    tag("P1", one);
    tag("P2", two);
    // The names under which other programs look for the players.
    for (name, player) in [("White", one), ("Black", two)] {
        if !player.is_empty() {
            tag(name, player);
        }
    }
    tag("Result", score_word(record.outcome));
    if let Some(termination) = &record.termination {
        tag("Termination", termination.word());
    }
    if let Some(fen) = &record.fen {
        tag("FEN", fen);
    }
    for (name, value) in rest {
        tag(&name, &value);
    }
    tag("PlyCount", &record.moves.len().to_string());
}

/// Words in lines of limited length.
struct Words<'a> {
    out: &'a mut String,
    column: usize,
    /// The bracket before the next word.
    opening: &'static str,
    style: Style,
}

impl Words<'_> {
    fn put(&mut self, word: &str) {
        let opening = std::mem::take(&mut self.opening);
        // A closing bracket may follow.
        let length = opening.len() + word.len();
        // A line of a comment that begins like a tag would be read as the next game.
        let like_tag = word.starts_with('[') && !word.starts_with("[%");
        if self.column > 0 && self.column + 1 + length + 1 > WIDTH && !like_tag {
            self.out.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.out.push(' ');
            self.column += 1;
        }
        self.out.push_str(opening);
        self.out.push_str(word);
        self.column += length;
    }

    /// Writes a comment, if there is one.
    fn comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let text = comment_text(text);
        let words: Vec<&str> = text.split_whitespace().collect();
        // A command such as `[%eval 120]` stays on one line.
        let mut piece = String::from("{");
        let last = words.len().saturating_sub(1);
        for (at, word) in words.iter().enumerate() {
            piece.push_str(word);
            if at == last {
                piece.push('}');
            } else if piece.trim_start_matches('{').starts_with("[%") && !piece.ends_with(']') {
                piece.push(' ');
                continue;
            }
            self.put(&piece);
            piece.clear();
        }
    }

    /// Writes moves from the position of the board; `ply` is the number of the first one, from 0.
    fn line(
        &mut self,
        moves: &[MoveRecord],
        mut board: Option<Box<dyn GameState>>,
        ply: usize,
    ) -> bool {
        let mut complete = true;
        let mut needs_number = true;
        for (ply, played) in (ply..).zip(moves) {
            let (number, second) = (ply / 2 + 1, ply % 2 == 1);
            let word = match self.style {
                Style::Tokens => Some(lexer::quoted(&played.token)),
                Style::Published => board
                    .as_ref()
                    .and_then(|board| board.published(&played.token)),
            };
            let Some(mut word) = word else {
                return false;
            };
            if let Some(mark) = played.mark {
                word.push_str(&mark.to_string());
            }
            if !second {
                self.put(&format!("{number}."));
            } else if needs_number {
                self.put(&format!("{number}..."));
            }
            self.put(&word);
            for glyph in &played.glyphs {
                self.put(&format!("${glyph}"));
            }
            let comment = notes::write(played);
            self.comment(&comment);
            for variation in &played.variations {
                self.opening = "(";
                complete &= self.line(
                    variation,
                    board.as_ref().map(|board| board.boxed_clone()),
                    ply,
                );
                self.out.push(')');
                self.column += 1;
            }
            needs_number = !(comment.is_empty() && played.variations.is_empty());
            if let Some(board) = &mut board
                && board.play_word(&played.token).is_err()
            {
                return false;
            }
        }
        complete
    }
}
