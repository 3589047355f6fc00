//! Lists: `[GAME-ID] startpos|FEN [moves TOKEN...]`, one game per line. Empty lines and lines that begin with
//! `#` are skipped; `fen` is allowed before a FEN.

use crate::games;

use super::game::{GameRecord, MoveRecord, resolve_outcome};
use super::identify::{FailedAttempt, IdentifiedGame, identify};
use super::refused::RecordFault;
use super::tolerant;
use crate::play::state;

/// Reads a line that is not a comment. `default` is the game if the line does not name one and all moves
/// are legal in it. Otherwise it is the first game in which the FEN is valid and all moves are legal.
pub(super) fn read(
    line: usize,
    text: &str,
    default: Option<&str>,
) -> Result<IdentifiedGame, RecordFault> {
    let text = text.replace(", ", ",");
    let mut words = text.split_ascii_whitespace().peekable();
    let named = words.peek().and_then(|word| id_of(word));
    if named.is_some() {
        words.next();
    }
    let mut start: Vec<&str> = Vec::new();
    while let Some(word) = words.next_if(|&word| word != "moves") {
        start.push(word);
    }
    if start.first() == Some(&"fen") {
        start.remove(0);
    }
    let fen = match start[..] {
        [] | ["startpos"] => None,
        _ => Some(start.join(" ")),
    };
    // The word `moves` may come more than once.
    let rest: Vec<&str> = words.filter(|&word| word != "moves").collect();
    let play = |id: &str| play(id, line, fen.as_deref(), &rest);
    match named {
        Some(id) => play(id)
            .map(IdentifiedGame::from)
            .map_err(|failed| failed.fault),
        None => identify(default, line, play),
    }
}

/// Plays the tokens of a line, without the words `moves`.
fn play(
    id: &str,
    line: usize,
    fen: Option<&str>,
    words: &[&str],
) -> Result<GameRecord, FailedAttempt> {
    let fail = |progress, fault| FailedAttempt { progress, fault };
    let mut board = state::open_at(id, fen)
        .ok_or_else(|| fail(0, RecordFault::new(line, id, "expected the id of a game")))?
        .map_err(|error| fail(0, RecordFault::position(line, &error)))?;
    let mut record = GameRecord {
        game: id.to_owned(),
        fen: fen.map(str::to_owned),
        ..GameRecord::default()
    };
    for (number, word) in words.iter().enumerate() {
        match tolerant::play(&mut *board, word) {
            Ok(token) => record.moves.push(MoveRecord::new(token)),
            Err(error) => {
                let fault = RecordFault::illegal(line, word, number + 1, &error);
                let rest = words.get(number..).unwrap_or_default().join(" ");
                let kept = tolerant::keep_moves(record, board.outcome(), &rest);
                return Err(fail(number + 1, fault.keeping(kept)));
            }
        }
    }
    let settled = resolve_outcome(&mut record, board.outcome());
    settled.map_err(|reason| fail(words.len(), RecordFault::new(line, "", reason)))?;
    Ok(record)
}

fn id_of(word: &str) -> Option<&'static str> {
    games::ids()
        .into_iter()
        .find(|id| id.eq_ignore_ascii_case(word))
}

/// Appends the line of a game.
pub(super) fn write(record: &GameRecord, out: &mut String) {
    out.push_str(&record.game);
    out.push(' ');
    out.push_str(record.fen.as_deref().unwrap_or("startpos"));
    if !record.moves.is_empty() {
        out.push_str(" moves");
    }
    for token in record.tokens() {
        out.push(' ');
        out.push_str(token);
    }
    out.push('\n');
}
