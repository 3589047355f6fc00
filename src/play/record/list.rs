//! Lists: `[GAME-ID] startpos|FEN [moves TOKEN...]`, a game a line. Lines that are empty or begin
//! with `#` are skipped; `fen` may stand before a FEN.

use crate::games;

use super::game::{GameRecord, MoveRecord, settle};
use super::identify::{Failed, Identified, identify};
use super::refused::Fault;
use super::tolerant;
use crate::play::state;

/// Reads a line, which is no comment. `default` is the game if the line does not name one and it fits;
/// otherwise it is the first game that has the position and in which all moves are legal.
pub(super) fn read(line: usize, text: &str, default: Option<&str>) -> Result<Identified, Fault> {
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
    let rest: Vec<&str> = words.filter(|&word| word != "moves").collect();
    let play = |id: &str| play(id, line, fen.as_deref(), &rest);
    match named {
        Some(id) => play(id)
            .map(Identified::from)
            .map_err(|failed| failed.fault),
        None => identify(default, line, play),
    }
}

/// Plays the tokens of a line. The word `moves`, which may come more than once, is left out before.
fn play(id: &str, line: usize, fen: Option<&str>, words: &[&str]) -> Result<GameRecord, Failed> {
    let fail = |progress, fault| Failed { progress, fault };
    let mut board = state::open_at(id, fen)
        .ok_or_else(|| fail(0, Fault::new(line, id, "expected the id of a game")))?
        .map_err(|error| fail(0, Fault::new(line, "", error.to_string())))?;
    let mut record = GameRecord {
        game: id.to_owned(),
        fen: fen.map(str::to_owned),
        ..GameRecord::default()
    };
    for (number, word) in words.iter().enumerate() {
        match tolerant::play(&mut *board, word) {
            Ok(token) => record.moves.push(MoveRecord::new(token)),
            Err(error) => {
                let fault = Fault::illegal(line, word, number + 1, &error);
                let rest = words.get(number..).unwrap_or_default().join(" ");
                let kept = tolerant::keep_moves(record, board.outcome(), &rest);
                return Err(fail(number + 1, fault.keeping(kept)));
            }
        }
    }
    let settled = settle(&mut record, board.outcome());
    settled.map_err(|reason| fail(words.len(), Fault::new(line, "", reason)))?;
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
