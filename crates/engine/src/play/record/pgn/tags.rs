//! Reads the tags of a game in PGN style into the fields of [`GameRecord`].

use crate::games;

use super::super::game::{GameRecord, one_line};
use super::super::refused::RecordFault;
use super::super::score::score_named;
use super::super::termination::Termination;
use super::lexer::{NumberedWord, Word};

/// Reads the tags and returns the words after them. The field `game` is empty if no tag names the game.
pub(super) fn read<'w, 'a>(
    words: &'w [NumberedWord<'a>],
) -> Result<(GameRecord, &'w [NumberedWord<'a>]), RecordFault> {
    let mut record = GameRecord::default();
    let mut rest = words;
    while let [(line, word), after @ ..] = rest {
        match word {
            Word::Tag(name, value) => take(*line, name, &one_line(value), &mut record)?,
            // A comment between tags belongs to the game.
            Word::Comment(text) if has_tag(after) => {
                super::notes::add(&mut record.comment, text);
            }
            _ => break,
        }
        rest = after;
    }
    let is_player =
        |word: &NumberedWord| matches!(&word.1, Word::Tag("P1" | "P2" | "White" | "Black", _));
    if !words.iter().any(is_player) && record.tag("Site") == Some(CUTEGAMES) {
        name_players(&mut record);
    }
    if record.game.is_empty()
        && let Some(event) = record.tag("Event")
    {
        let id = games::ids().into_iter().find(|&id| id == event);
        record.game = id.unwrap_or_default().to_owned();
    }
    record.order_tags();
    Ok((record, rest))
}

fn has_tag(words: &[NumberedWord<'_>]) -> bool {
    words.iter().any(|(_, word)| matches!(word, Word::Tag(..)))
}

/// The site in files of cutegames.
const CUTEGAMES: &str = "CuteGames";

fn take(line: usize, name: &str, value: &str, record: &mut GameRecord) -> Result<(), RecordFault> {
    let owned = value.to_owned();
    // In PGN, `?` is an unknown player.
    let player = if value == "?" { "" } else { value }.to_owned();
    let [one, two] = &mut record.players;
    match name {
        "Game" | "Variant" => {
            let id = games::find_id(value)
                .ok_or_else(|| RecordFault::new(line, value, "expected the id of a game"))?;
            record.game = id.to_owned();
        }
        "P1" | "Player1" => *one = player,
        "P2" | "Player2" => *two = player,
        // Our own names of the players count first, whatever their order.
        "White" if one.is_empty() => *one = player,
        "Black" if two.is_empty() => *two = player,
        "White" | "Black" => {}
        "Result" => {
            let result = match value {
                "" | "?" => Ok(None),
                value => score_named(value),
            };
            record.outcome = result
                .map_err(|allowed| RecordFault::new(line, value, format!("expected {allowed}")))?;
        }
        "Termination" | "Reason" | "Adjudicated" => {
            record.termination = (!value.is_empty()).then(|| Termination::from(value));
        }
        "FEN" => record.fen = (!matches!(value, "startpos" | "")).then_some(owned),
        // These are redundant.
        "SetUp" | "PlyCount" | "Winner" | "Loser" => {}
        _ => record.add_tag(name, value),
    }
    Ok(())
}

/// Reads the players from files of cutegames: the two tags after the round, whose names are configurable.
fn name_players(record: &mut GameRecord) {
    let Some(round) = record.tags.iter().position(|(name, _)| name == "Round") else {
        return;
    };
    if record.tags.len() >= round + 3 {
        let names = record
            .tags
            .drain(round + 1..round + 3)
            .map(|(_, name)| name);
        for (player, name) in record.players.iter_mut().zip(names) {
            *player = name;
        }
    }
}
