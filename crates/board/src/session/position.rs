//! Positions that pages name by a game and a FEN.

use super::refusal::Refusal;
use ringstack_engine::games;
use ringstack_engine::play::{GameState, state};
use ringstack_engine::rules::quote;

/// The maximum length of a FEN, in bytes.
const MAX_FEN: usize = 4000;

/// A game at a position.
pub(super) fn position(game: &str, fen: Option<&str>) -> Result<Box<dyn GameState>, Refusal> {
    let fen = fen
        .map(str::trim)
        .filter(|fen| !matches!(*fen, "" | "startpos"));
    if fen.is_some_and(|fen| fen.len() > MAX_FEN) {
        return Err(Refusal::FenLong { most: MAX_FEN });
    }
    if fen.is_some_and(|fen| fen.split_whitespace().any(|word| word == "moves")) {
        return Err(Refusal::FenMoves);
    }
    match state::open_at(game, fen) {
        Some(Ok(state)) => Ok(state),
        Some(Err(error)) => Err(Refusal::fen(&error, game)),
        None => {
            let known = games::ids().join(", ");
            let text = format!("game '{}': unknown; the games are {known}", quote(game));
            Err(text.into())
        }
    }
}
