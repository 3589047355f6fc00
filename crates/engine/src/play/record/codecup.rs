//! DVONN games of CodeCup.
//!
//! ```text
//! # Player 1: ann
//! # Player 2: bob
//! G2 C1 ... C5
//! A2B2 ... PASS C2D2
//! # Score: 12 - 30
//! ```
//!
//! Tokens are in capitals, on as many lines as the file likes; all 49 placements are written. Lines with
//! `#` name the players; all other comments are kept. A game begins with a placement.

use crate::rules::PASS;

use super::chunk::{Chunk, LineRole};
use super::game::{GameRecord, one_line};
use super::pgn::notes;
use super::refused::RecordFault;
use super::replay::{self, DVONN, Replay};
use super::source::Line;

/// Whether a line has tokens of this format, and among four words one other at most: a wrong word must not
/// hide the format of the other games.
pub(super) fn is_moves(line: &str) -> bool {
    let words = line.split_whitespace();
    let (tokens, others): (Vec<&str>, Vec<&str>) =
        words.partition(|word| is_placement(word) || is_move(word));
    tokens.len() > 3 * others.len()
}

fn is_cell(text: &[u8]) -> bool {
    matches!(text, [b'A'..=b'K', b'1'..=b'5'])
}

fn is_placement(word: &str) -> bool {
    is_cell(word.as_bytes())
}

/// Whether a word is a move of the second phase.
fn is_move(word: &str) -> bool {
    let cells = word.replace('-', "");
    let cells = cells.as_bytes().split_at_checked(2);
    word == "PASS" || cells.is_some_and(|(from, to)| is_cell(from) && is_cell(to))
}

/// The number and the name of a player: `# Player 1: ann`.
pub(super) fn player(comment: &str) -> Option<(usize, &str)> {
    let (player, name) = comment.split_once(':')?;
    let player = player.trim().to_ascii_lowercase();
    let number = match player.strip_prefix("player")?.trim() {
        "1" => 0,
        "2" => 1,
        _ => return None,
    };
    Some((number, name.trim()))
}

fn comment(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix('#').map(str::trim)
}

/// Finds the end of a game.
#[derive(Debug, Default)]
pub(super) struct EndScanner {
    has_moves: bool,
    /// Whether a move of the second phase was there.
    is_moving: bool,
}

impl EndScanner {
    /// The role of a line.
    pub fn role(&mut self, line: &mut Line, is_first: bool) -> LineRole {
        let text = line.text.trim();
        if is_first && text.is_empty() {
            return LineRole::Skipped;
        }
        let comment = comment(text);
        let names_player = comment.and_then(player).is_some();
        let mut words = text.split_whitespace();
        let places = comment.is_none() && words.clone().next().is_some_and(is_placement);
        if self.has_moves && (names_player || places && self.is_moving) {
            return LineRole::Next;
        }
        if comment.is_none() && !text.is_empty() {
            self.has_moves = true;
            self.is_moving |= words.any(is_move);
        }
        LineRole::Inside
    }
}

/// Reads the text of a game.
pub(super) fn read(chunk: &Chunk) -> Result<GameRecord, RecordFault> {
    let record = GameRecord {
        game: DVONN.to_owned(),
        ..GameRecord::default()
    };
    let mut game = Replay::new(record, chunk.line())?;
    let mut last_line = chunk.line();
    let mut words: Vec<(usize, &str)> = Vec::new();
    for (line, text) in (chunk.line()..).zip(chunk.text()?.lines()) {
        last_line = line;
        match comment(text).map(|comment| (comment, player(comment))) {
            Some((_, Some((number, name)))) => {
                if let Some(player) = game.record.players.get_mut(number) {
                    *player = one_line(name);
                }
            }
            Some((comment, None)) => notes::add(&mut game.record.comment, comment),
            None => words.extend(replay::words(text, line)),
        }
    }
    if words.is_empty() {
        return Err(RecordFault::new(last_line, "", "expected moves"));
    }
    let game = game.play_words(&words, |game, line, word| {
        let token = word.to_ascii_lowercase();
        if token == PASS && game.is_over() {
            return Ok(());
        }
        game.play(line, word, &token)
    })?;
    game.finish(last_line)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{game, read, refused};
    use super::super::{Format, recognise};

    #[test]
    fn players_and_tokens_are_read() {
        let text = "# Player 1: ann\n# Player 2: bob\n# fast\nG2 C1\nF5 D1\n";
        assert_eq!(recognise(text.as_bytes()), Ok(Format::CodeCup));
        let record = game(text);
        assert_eq!(record.players, ["ann", "bob"]);
        assert_eq!(record.comment, "fast");
        assert!(record.tokens().eq(["g2", "c1", "f5", "d1"]));
    }

    #[test]
    fn names_of_players_begin_another_game() {
        let text = "# Player 1: ann\nG2 C1\n# Player 1: bob\n# Player 2: eve\nA1\nB1 B1\n";
        let games = read(text);
        assert_eq!(games.len(), 2);
        let first = games[0].as_ref().expect("a good game");
        assert_eq!(first.moves.len(), 2);
        let error = games[1].as_ref().expect_err("a bad game").to_string();
        assert!(error.starts_with("game 2, line 6: 'B1': "), "{error}");
    }

    #[test]
    fn bad_tokens_are_refused() {
        assert!(refused("A1 B1\nA1B1\n").contains("line 2: 'A1B1'"));
    }
}
