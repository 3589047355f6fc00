//! GIPF games of Richard's play-by-mail server.
//!
//! ```text
//! ga1-c3 gi3-h3 na1-c3
//! ```
//!
//! `g` enters a GIPF piece, `n` a normal piece. The second place is the first point of the line or the
//! last point that the push fills. The server plays the tournament game only. If only one removal is
//! legal, it has no word; otherwise it has words of its own (`gipf_words`): `rowb1-i4` takes the row on the
//! line between two dots, `gipfd4-e4` takes these GIPF pieces with the rows, and `gipf` takes none of
//! them; or the points are named, as in `xf6,g6`. An empty line or a line with `#` ends a game.

use super::chunk::Chunk;
use super::game::GameRecord;
use super::gipf_words::{self, Removal, Step};
use super::refused::RecordFault;
use super::replay;
use crate::games::gipf::Position;

/// The rule set of the server.
pub(super) const GAME: &str = "gipf-tournament";

/// The meaning of a word; `None` for words of other formats.
fn step(word: &str) -> Option<Step> {
    let word = word.to_ascii_lowercase();
    if word == "resign" {
        return Some(Step::Resign);
    }
    if let Some(dots) = word.strip_prefix("row") {
        let (one, other) = dots.split_once('-')?;
        let line = Position::line(one, other)?;
        return Some(Step::Remove(Removal::Row(line)));
    }
    if let Some(names) = word.strip_prefix("gipf") {
        let names = names.split('-').filter(|name| !name.is_empty());
        if !names.clone().all(gipf_words::is_place) {
            return None;
        }
        let points = names.filter_map(Position::point).collect();
        return Some(Step::Remove(Removal::Gipf(points)));
    }
    let mark = match word.chars().next()? {
        'g' => "G",
        'n' => "",
        _ => return gipf_words::removal(&word),
    };
    let places = word
        .get(1..)
        .filter(|places| gipf_words::is_entry(places))?;
    Some(Step::Enter(None, format!("{mark}{places}")))
}

/// Whether a line begins with an entry in this notation.
pub(super) fn is_moves(line: &str) -> bool {
    let words = line.split_whitespace().map(replay::without_number);
    let first = words.into_iter().find(|word| !word.is_empty());
    // A capital `G` is the notation of the publisher.
    first.is_some_and(|word| {
        word.starts_with(['g', 'n']) && matches!(step(word), Some(Step::Enter(..)))
    })
}

/// Reads the text of a game.
pub(super) fn read(chunk: &Chunk) -> Result<GameRecord, RecordFault> {
    let record = GameRecord {
        game: GAME.to_owned(),
        ..GameRecord::default()
    };
    let words = replay::words(chunk.text()?, chunk.line());
    play(record, chunk.line(), words)
}

/// Plays the words of a game, each with its line.
pub(super) fn play<'a>(
    record: GameRecord,
    line: usize,
    words: impl Iterator<Item = (usize, &'a str)>,
) -> Result<GameRecord, RecordFault> {
    gipf_words::play(record, line, &gipf_words::steps(words, step)?)
}

#[cfg(test)]
mod tests {
    use super::super::tests::refused;

    #[test]
    fn bad_words_are_refused() {
        let start = "ge1-e2 gi3-h3 ga1-b2 ni3-h3 ne1-e2 na5-b5 ne1-e2 na5-b5 ne1-e2";
        for bad in ["", "rowe1-i4 gipf", "rowe1-e8", "gipfz1"] {
            refused(&format!("{start} {bad} na5-b5"));
        }
        assert!(refused("ga1-b2 na1-b2").contains("line 1: 'na1-b2'"));
        assert!(refused("ga1-b2 hello").contains("line 1: 'hello'"));
    }
}
