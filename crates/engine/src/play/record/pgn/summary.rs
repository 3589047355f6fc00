//! The facts about a game for a list of games. They are read without a board, so that long lists are fast:
//! illegal moves are not noticed.

use super::super::game::{GameRecord, MoveRecord};
use super::super::refused::{RecordFault, RefusedGame};
use super::lexer::{self, Word};
use super::{notes, tags};

/// A game without its moves.
#[derive(Debug)]
pub struct RecordSummary {
    /// The tags of the game; it has no moves.
    pub record: GameRecord,
    /// The tokens of the moves, without variations.
    pub tokens: Vec<String>,
    /// The number of comments with text, those of variations included.
    pub comments: usize,
    /// The number of moves with a value, without variations.
    pub values: usize,
}

/// Reads the first game of a text in PGN style.
pub fn summary(text: &str) -> Result<RecordSummary, RefusedGame> {
    read(text).map_err(|fault| fault.in_game(1))
}

fn read(text: &str) -> Result<RecordSummary, RecordFault> {
    let words = lexer::words(text, 1);
    if let Some((line, Word::Fault(fault))) = words.last() {
        return Err(RecordFault::new(*line, fault.word, fault.reason));
    }
    let (record, rest) = tags::read(&words)?;
    let mut summary = RecordSummary {
        comments: usize::from(notes::has_text(&record.comment)),
        record,
        tokens: Vec::new(),
        values: 0,
    };
    let mut depth = 0_usize;
    for (_, word) in rest {
        match word {
            Word::Open => depth += 1,
            Word::Close => depth = depth.saturating_sub(1),
            Word::Move(word) if depth == 0 => {
                let token = word.trim_end_matches(['!', '?']);
                summary.tokens.push(token.to_owned());
            }
            Word::Comment(text) => {
                let mut noted = MoveRecord::default();
                notes::read(text, &mut noted);
                summary.comments += usize::from(!noted.comment.is_empty());
                let is_value = noted.score.is_some() && depth == 0 && !summary.tokens.is_empty();
                summary.values += usize::from(is_value);
            }
            _ => {}
        }
    }
    Ok(summary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_comments_are_counted_without_a_board() {
        let text = "[Game \"dvonn\"]\n[P1 \"Ann\"]\n[Result \"1-0\"]\n\n{first} 1. c3 {[%eval 5]} d4 {a [%eval 5]}\n(1... e1 {b} 2. e2) 2. z9!? 1-0\n";
        let RecordSummary {
            record,
            tokens,
            comments,
            values,
        } = summary(text).expect("a game");
        assert_eq!(tokens, ["c3", "d4", "z9"]);
        assert_eq!((comments, values), (3, 2));
        assert_eq!(record.players, ["Ann", ""]);
        assert!(summary("{open").is_err());
    }
}
