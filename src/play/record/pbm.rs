//! GIPF games of Richard's play-by-mail server.
//!
//! ```text
//! ga1-c3 gi3-h3 na1-c3
//! ```
//!
//! `g` enters a GIPF piece, `n` a normal piece. The second place is the first point of the line or the
//! last point that the push fills. The server plays the tournament game only. If only one removal is
//! legal, it has no word; otherwise it is a word of its own, such as `xf6,g6` (`gipf_words`). An empty
//! line or a line with `#` ends a game.

use std::io::{self, BufRead};

use super::chunk::Chunk;
use super::game::GameRecord;
use super::gipf_words::{self, Step};
use super::refused::RecordFault;
use super::replay;
use super::source::Source;

/// The meaning of a word; `None` for words of other formats.
fn step(word: &str) -> Option<Step> {
    let word = word.to_ascii_lowercase();
    if word == "resign" {
        return Some(Step::Resign);
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

/// Takes the text of the next game.
pub(super) fn chunk<R: BufRead>(source: &mut Source<R>) -> io::Result<Option<Chunk>> {
    gipf_words::chunk(source)
}

/// Reads the text of a game.
pub(super) fn read(chunk: &Chunk) -> Result<GameRecord, RecordFault> {
    let steps = gipf_words::steps(chunk, step)?;
    let record = GameRecord {
        game: "gipf-tournament".to_owned(),
        ..GameRecord::default()
    };
    gipf_words::play(record, chunk.line(), &steps)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{game, refused};
    use super::super::{Format, recognise};

    #[test]
    fn entries_are_read() {
        let text = "1. ga1-b2 gi3-h3 2. na1-c3 ni3-h3\n";
        assert_eq!(recognise(text.as_bytes()), Ok(Format::Pbm));
        let record = game(text);
        assert_eq!(record.game, "gipf-tournament");
        assert!(record.tokens().eq(["Ga1-b2", "Gi3-h3", "a1-b2", "i3-h3"]));
    }

    #[test]
    fn the_only_removal_is_not_written() {
        let text = "ga1-b2 gi3-h3 ne1-e2 ni3-h3 ne1-e2 ni3-h3 ne1-e2 na5-b5 ne1-e2";
        let record = game(text);
        let last = record.moves.last().expect("moves");
        assert_eq!(last.token, "e1-e2,xe2e3e4e5");
    }

    #[test]
    fn bad_words_are_refused() {
        assert!(refused("ga1-b2 na1-b2").contains("line 1: 'na1-b2'"));
        assert!(refused("ga1-b2 hello").contains("line 1: 'hello'"));
    }
}
