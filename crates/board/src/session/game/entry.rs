//! Games in lists: of a file, of the saved games, of a series.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;

use super::super::files::created_at;
use super::super::messages::PlayerConfig;
use super::super::refusal::Refusal;
use super::record::{board_of, open, read_save};
use ringstack_engine::play::record::summary::{RecordSummary, summary};
use ringstack_engine::play::record::{GameRecord, MoveRecord, Termination, score_word};

/// The number of first moves in an entry.
const OPENING: usize = 6;

/// A game in a list of games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameEntry {
    /// The number in an opened file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The file in the folder of saves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// When the file was created, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created: Option<u64>,
    #[serde(flatten)]
    pub summary: GameSummary,
    /// The reason why it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Refusal>,
    /// The number of moves before the first illegal one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<usize>,
    /// In a saved game by link, whether the user is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_link: Option<bool>,
    /// The id of a saved game by link.
    #[serde(skip)]
    pub link_id: Option<String>,
    /// Distinguishes the game from others; `None` if it cannot be read.
    #[serde(skip)]
    pub identity: Option<u64>,
}

/// The description of a game in a list; empty if it cannot be read.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameSummary {
    game: String,
    players: [String; 2],
    result: &'static str,
    /// How the game ended, as in the tag `Termination`.
    #[serde(skip_serializing_if = "String::is_empty")]
    reason: String,
    pub plies: usize,
    /// The first moves.
    #[serde(skip_serializing_if = "String::is_empty")]
    opening: String,
    /// The players of a save.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<[PlayerConfig; 2]>,
    /// The accuracy of both players in a save that was reviewed, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    accuracy: Option<[Option<f64>; 2]>,
    /// The number of comments with text, those of variations included.
    comments: usize,
    /// Whether every position except the last has a value.
    reviewed: bool,
    date: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    event: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    round: String,
}

impl GameEntry {
    /// The entry of a game, or the reason why it cannot be read.
    pub fn new(summary: Result<RecordSummary, Refusal>) -> GameEntry {
        match summary {
            Ok(summary) => {
                let board = board_of(&summary.record);
                let seats = board.as_ref().map(|board| board.players.clone());
                let linked = board.and_then(|board| Some((board.link?, board.to_act)));
                GameEntry {
                    identity: Some(identity(&summary.record, &summary.tokens)),
                    summary: GameSummary {
                        seats,
                        ..GameSummary::of(&summary)
                    },
                    by_link: linked
                        .as_ref()
                        .map(|(link, to_act)| *to_act == Some(link.own)),
                    link_id: linked.map(|(link, _)| link.id),
                    ..GameEntry::default()
                }
            }
            Err(error) => GameEntry {
                error: Some(error),
                ..GameEntry::default()
            },
        }
    }

    /// Whether the game has no result.
    pub fn is_unfinished(&self) -> bool {
        self.summary.result == score_word(None)
    }
}

impl GameSummary {
    fn of(summary: &RecordSummary) -> GameSummary {
        let record = &summary.record;
        let tag = |name| record.tag(name).unwrap_or_default().to_owned();
        let reason = record.termination.as_ref().map(Termination::to_string);
        let plies = summary.tokens.len();
        GameSummary {
            game: record.game.clone(),
            players: record.players.clone(),
            result: score_word(record.outcome),
            reason: reason.unwrap_or_default(),
            plies,
            opening: summary
                .tokens
                .get(..OPENING.min(plies))
                .unwrap_or_default()
                .join(" "),
            seats: None,
            accuracy: None,
            comments: summary.comments,
            reviewed: plies > 1 && summary.values + 1 >= plies,
            date: tag("Date"),
            event: tag("Event"),
            round: tag("Round"),
        }
    }
}

/// The entry of a file.
pub fn entry_of(name: &str, text: Result<String, String>) -> GameEntry {
    let found = text.as_ref().map_err(|error| Refusal::from(error.clone()));
    let found = found.and_then(|text| summary(text).map_err(|refused| Refusal::from(&refused)));
    let mut entry = GameEntry {
        file: Some(name.to_owned()),
        created: created_at(name),
        ..GameEntry::new(found)
    };
    if entry.summary.reviewed {
        entry.summary.accuracy = text.ok().and_then(|text| accuracy(&text));
    }
    entry
}

/// The accuracy of both players in a reviewed game, in percent.
fn accuracy(text: &str) -> Option<[Option<f64>; 2]> {
    open(&read_save(text).ok()?, 1).ok()?.tree.accuracies()
}

/// The facts about a complete record.
pub fn summarise(mut record: GameRecord) -> RecordSummary {
    let moves = std::mem::take(&mut record.moves);
    let first = usize::from(ringstack_engine::play::record::notes::has_text(
        &record.comment,
    ));
    RecordSummary {
        tokens: moves.iter().map(|played| played.token.clone()).collect(),
        comments: first + comments(&moves),
        values: moves.iter().filter(|played| played.score.is_some()).count(),
        record,
    }
}

/// A number that two games share if they have the same rules, first position, players, date and moves.
pub fn identity(record: &GameRecord, tokens: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    let GameRecord {
        game, fen, players, ..
    } = record;
    (game, fen, players, record.tag("Date"), tokens).hash(&mut hasher);
    hasher.finish()
}

fn comments(moves: &[MoveRecord]) -> usize {
    let count = |played: &MoveRecord| {
        let variations = played.variations.iter().map(|line| comments(line));
        usize::from(!played.comment.is_empty()) + variations.sum::<usize>()
    };
    moves.iter().map(count).sum()
}
