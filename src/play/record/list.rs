//! Lists: `[GAME-ID] startpos|FEN [moves TOKEN...]`, one game per line. Empty lines and lines that begin with
//! `#` are skipped; `fen` is allowed before a FEN.

use crate::games;

use super::game::{GameRecord, MoveRecord, resolve_outcome};
use super::refused::RecordFault;
use crate::play::state;

/// Reads a line that is not a comment. `default` is the game if the line does not name one; without a
/// default it is the first game in which the FEN is valid.
pub(super) fn read(
    line: usize,
    text: &str,
    default: Option<&str>,
) -> Result<GameRecord, RecordFault> {
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
    let by_position = || fen.as_deref().and_then(state::game_of);
    let game = named
        .or(default)
        .or_else(by_position)
        .unwrap_or(games::DEFAULT);
    let mut board = state::open_at(game, fen.as_deref())
        .ok_or_else(|| RecordFault::new(line, game, "expected the id of a game"))?
        .map_err(|error| RecordFault::new(line, "", error.to_string()))?;
    let mut moves = Vec::new();
    // The word `moves` may come more than once.
    for word in words.filter(|&word| word != "moves") {
        let token = board
            .play_word(word)
            .map_err(|error| RecordFault::illegal(line, word, moves.len() + 1, &error))?;
        moves.push(MoveRecord::new(token));
    }
    let mut record = GameRecord {
        game: game.to_owned(),
        fen,
        moves,
        ..GameRecord::default()
    };
    resolve_outcome(&mut record, board.outcome())
        .map_err(|reason| RecordFault::new(line, "", reason))?;
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
