//! Lists: `[GAME-ID] startpos|FEN [moves TOKEN...]`, one game per line. Empty lines and lines that begin with
//! `#` are skipped; `fen` is allowed before a FEN.

use crate::games;

use super::chunk::Chunk;
use super::game::GameRecord;
use super::identify::{IdentifiedGame, identify};
use super::refused::RecordFault;
use super::replay::Replay;

/// Reads a line that is not a comment. `default` is the game if the line does not name one and all moves
/// are legal in it. Otherwise it is the first game in which the FEN is valid and all moves are legal.
pub(super) fn read(chunk: &Chunk, default: Option<&str>) -> Result<IdentifiedGame, RecordFault> {
    let line = chunk.line();
    let text = chunk.text()?.replace(", ", ",");
    let mut words = text.split_ascii_whitespace().peekable();
    let named = words.peek().and_then(|word| games::find_id(word));
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
    let words = words.filter(|&word| word != "moves");
    let words: Vec<(usize, &str)> = words.map(|word| (line, word)).collect();
    let play = |id: &str| {
        let record = GameRecord {
            game: id.to_owned(),
            fen: fen.clone(),
            ..GameRecord::default()
        };
        let game = Replay::new(record, line)?;
        let play = |game: &mut Replay, line, word: &str| game.play(line, word, word);
        game.play_words(&words, play)?.finish(line)
    };
    match named {
        Some(id) => play(id).map(IdentifiedGame::from),
        None => identify(default, line, play),
    }
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
