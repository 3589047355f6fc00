//! GIPF games in the notation of GF1 and WebGipf.
//!
//! ```text
//! GWi3-h3 GKb6-c6 GWi2-h3 Ka5-b5 xf6,g6 Wa4-b5
//! ```
//!
//! `G` is a GIPF piece, `W` White, `K` Black. Removals are words of their own (`gipf_words`). The
//! transcript begins with an empty board: in the basic and the standard game, the six pieces of the start
//! position are entered first. A transcript may stop before a removal. A game that begins with another GIPF
//! piece is a tournament game. An empty line or a line with `#` ends a game.

use crate::rules::Side;

use super::chunk::Chunk;
use super::game::GameRecord;
use super::gipf_words::{self, NumberedStep, Step};
use super::identify::IdentifiedGame;
use super::refused::RecordFault;
use super::replay;

const BASIC: &str = "gipf-basic";
const STANDARD: &str = "gipf";

/// The entries that build the start position of the basic and the standard game.
const START: [&str; 6] = ["e1-e2", "a1-b2", "a5-b5", "e9-e8", "i5-h5", "i1-h2"];

/// The meaning of a word; `None` for words of other formats.
fn step(word: &str) -> Option<Step> {
    let (gipf, rest) = match word.strip_prefix('G') {
        Some(rest) => ("G", rest),
        None => ("", word),
    };
    let side = match rest.chars().next()? {
        'W' => Side::One,
        'K' => Side::Two,
        _ if word.eq_ignore_ascii_case("resign") => return Some(Step::Resign),
        _ => return gipf_words::removal(word),
    };
    let places = rest
        .get(1..)
        .filter(|places| gipf_words::is_entry(places))?;
    Some(Step::Enter(Some(side), format!("{gipf}{places}")))
}

/// Whether a line begins with an entry in this notation. ZEN has similar words for ZÈRTZ, but also marbles
/// that are black or grey.
pub(super) fn is_moves(line: &str) -> bool {
    let words = line.split_whitespace().map(replay::without_number);
    let mut words = words.filter(|word| !word.is_empty());
    // One of the first words may be wrong.
    let mut first = words.clone().take(2).filter_map(step);
    let is_marble = |word: &str| {
        let cell = word.strip_prefix(['B', 'G']).and_then(|cell| cell.get(..2));
        cell.is_some_and(gipf_words::is_place)
    };
    first.any(|step| matches!(step, Step::Enter(..))) && !words.any(is_marble)
}

/// Reads the text of a game. `default` is its rule set if the text fits several.
pub(super) fn read(chunk: &Chunk, default: Option<&str>) -> Result<IdentifiedGame, RecordFault> {
    let steps = gipf_words::steps(replay::words(chunk.text()?, chunk.line()), step)?;
    let entries = |placed: &NumberedStep| match &placed.step {
        Step::Enter(_, entry) => Some(entry.clone()),
        _ => None,
    };
    let is_gipf =
        |placed: &NumberedStep| entries(placed).is_some_and(|entry| entry.starts_with('G'));
    let begins_with_gipf = steps.first().is_some_and(is_gipf);
    let (set_up, others) = steps.split_at(steps.len().min(START.len()));
    let mark = if begins_with_gipf { "G" } else { "" };
    let has_set_up = set_up.len() == START.len()
        && set_up.iter().zip(START).all(|(placed, entry)| {
            entries(placed).is_some_and(|written| written == format!("{mark}{entry}"))
        });
    let play = |game: &str, steps: &[NumberedStep]| {
        let record = GameRecord {
            game: game.to_owned(),
            ..GameRecord::default()
        };
        gipf_words::play(record, chunk.line(), steps)
    };
    let record = match (begins_with_gipf, has_set_up) {
        (true, true) if !others.iter().any(is_gipf) => play(STANDARD, others)?,
        (true, _) => play("gipf-tournament", &steps)?,
        (false, true) => play(BASIC, others)?,
        (false, false) if default == Some(STANDARD) => play(STANDARD, &steps)?,
        (false, false) => {
            let record = play(BASIC, &steps)?;
            let fits_standard = default != Some(BASIC) && play(STANDARD, &steps).is_ok();
            return Ok(IdentifiedGame {
                others: fits_standard.then_some(STANDARD).into_iter().collect(),
                ..record.into()
            });
        }
    };
    Ok(record.into())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{read, refused};

    #[test]
    fn games_end_with_an_empty_line() {
        let games = read("# a\nWi3-h3 Kb6-c6\n\nWi3-h3\nWb6-c6\n");
        assert_eq!(games.len(), 2);
        let error = games[1].as_ref().expect_err("a bad game").to_string();
        let expected = "game 2, line 5: 'Wb6-c6': expected a move of the other player";
        assert_eq!(error, expected);
        assert!(refused("Wi3-h3 Kb6-c6 ?").contains("line 1: '?'"));
    }
}
