//! Accepts common deviations from the formats, if they have only one meaning.

use crate::play::state::GameState;
use crate::rules::{MoveError, Outcome};

use super::game::{GameRecord, keep, resolve_outcome};

/// Plays a move in our notation or in that of the publisher, and returns its token. If the word is not
/// legal, the multiplication sign means `x`, and capitals mean small letters.
///
/// # Errors
/// The problem with the word as it is written.
pub(super) fn play(board: &mut dyn GameState, word: &str) -> Result<String, MoveError> {
    let error = match board.play_word(word) {
        Ok(token) => return Ok(token),
        Err(error) => error,
    };
    let word = word.replace('×', "x");
    let small = word.to_ascii_lowercase();
    // The capital of a GIPF piece is a letter of its own.
    let gipf = small.strip_prefix('g').map(|rest| format!("G{rest}"));
    for other in [Some(word), Some(small), gipf].into_iter().flatten() {
        if let Ok(token) = board.play_word(&other) {
            return Ok(token);
        }
    }
    Err(error)
}

/// The game with its first moves, if there are any; `rest` becomes the comment of the last one.
pub(super) fn keep_moves(
    mut record: GameRecord,
    board: Option<Outcome>,
    rest: &str,
) -> Option<GameRecord> {
    if record.moves.is_empty() {
        return None;
    }
    record.add_remark(rest);
    keep(&mut record, board);
    resolve_outcome(&mut record, board).ok()?;
    Some(record)
}
