//! A recorded game: players, start, moves with their annotations, and how the game ended.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::drawing::Drawing;
pub(super) use super::score::score_word;
use super::source::is_invisible;
use super::termination::Termination;
use crate::play::state::Start;
use crate::rules::{Outcome, Side, excerpt};
use crate::search::BoundedValue;

/// A recorded game: the result of a match game, the output of readers and the input of writers. Readers
/// check that the moves are legal, and make their tokens canonical.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The id of the game and its rule set.
    pub game: String,
    /// The first position; `None` is the start position.
    pub fen: Option<String>,
    /// The names of player 1 and player 2; empty if they are not known.
    pub players: [String; 2],
    /// The outcome; `None` if the game is not over or is void.
    pub outcome: Option<Outcome>,
    /// How the game ended, if known.
    pub termination: Option<Termination>,
    /// Details of the termination.
    pub detail: String,
    /// Further tags by name, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The comment before the first move.
    pub comment: String,
    /// The drawings at the first position.
    pub drawn: Vec<Drawing>,
    /// The number of moves in the opening of a match.
    pub opening_plies: usize,
    /// The moves, including the opening.
    pub moves: Vec<MoveRecord>,
}

/// A move and its annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The token.
    pub token: String,
    /// How good the move was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<MoveMark>,
    /// Further numeric glyphs of PGN, 7 and more, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// The value after the search, for the player who moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<BoundedValue>,
    /// The depth of the search, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<i32>,
    /// The length of the longest line in the search, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seldepth: Option<i32>,
    /// The number of visited positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The number of visited positions per second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nps: Option<u64>,
    /// The scale of the logistic function from values to winning chances, in hundredths of a centipawn, if
    /// the engine reports it; centipawns in JSON, as in the protocol.
    #[serde(default, with = "hundredths", skip_serializing_if = "Option::is_none")]
    pub scale: Option<u32>,
    /// The best line after the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
    /// The time the player took; milliseconds in JSON.
    #[serde(
        default,
        rename = "ms",
        with = "millis",
        skip_serializing_if = "Option::is_none"
    )]
    pub time: Option<Duration>,
    /// The time left on the player's clock after the move; milliseconds in JSON.
    #[serde(default, with = "millis", skip_serializing_if = "Option::is_none")]
    pub clock: Option<Duration>,
    /// The comment after the move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The drawings at the position after the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<Drawing>,
    /// Other lines of play from the position before this move; none of them is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Vec<MoveRecord>>,
}

/// The maximum time, in seconds: about thirty years.
pub(super) const MAX_SECONDS: u64 = 1_000_000_000;

/// Serializes hundredths as a decimal number.
mod hundredths {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    use crate::play::record::pgn::notes::to_hundredths;

    pub fn serialize<S: Serializer>(number: &Option<u32>, to: S) -> Result<S::Ok, S::Error> {
        number.map(|number| f64::from(number) / 100.0).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
        let Some(number) = Option::<f64>::deserialize(from)? else {
            return Ok(None);
        };
        let hundredths = to_hundredths(number);
        let expected = || de::Error::custom("scale: expected a number from 0.01 to 42949672.95");
        hundredths.ok_or_else(expected).map(Some)
    }
}

/// Serializes times as milliseconds.
mod millis {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    pub fn serialize<S: Serializer>(time: &Option<Duration>, to: S) -> Result<S::Ok, S::Error> {
        time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
            .serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
        let max = super::MAX_SECONDS * 1000;
        match Option::<u64>::deserialize(from)? {
            Some(millis) if millis > max => Err(de::Error::custom(format!(
                "time '{millis}': at most {max} milliseconds are allowed"
            ))),
            millis => Ok(millis.map(Duration::from_millis)),
        }
    }
}

impl GameRecord {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(other, _)| other == name)
            .map(|(_, value)| value.as_str())
    }

    /// The tokens played, in order.
    pub fn tokens(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().map(|played| played.token.as_str())
    }

    /// The first position and the moves of the opening, as in the command `position`.
    #[must_use]
    pub fn opening(&self) -> String {
        let mut opening = Start::at(self.fen.clone()).to_string();
        let tokens: Vec<&str> = self.tokens().take(self.opening_plies).collect();
        if !tokens.is_empty() {
            opening.push_str(" moves ");
            opening.push_str(&tokens.join(" "));
        }
        opening
    }

    /// The side whose engine failed and lost; `None` in a void game.
    #[must_use]
    pub fn culprit(&self) -> Option<Side> {
        let failed = self
            .termination
            .as_ref()
            .is_some_and(Termination::is_failure);
        match self.outcome {
            Some(Outcome::Win(winner)) if failed => Some(!winner),
            _ => None,
        }
    }

    /// All tags, including those for the detail and the length of the opening.
    #[must_use]
    pub fn all_tags(&self) -> Vec<(String, String)> {
        let mut tags = Vec::new();
        if !self.detail.is_empty() {
            tags.push((DETAIL.to_owned(), self.detail.clone()));
        }
        if self.opening_plies > 0 {
            tags.push((OPENING_PLIES.to_owned(), self.opening_plies.to_string()));
        }
        tags.extend_from_slice(&self.tags);
        tags
    }

    /// Adds a tag, or sets the corresponding field.
    pub fn add_tag(&mut self, name: &str, value: &str) {
        match (name, value.parse()) {
            (DETAIL, _) if self.detail.is_empty() => value.clone_into(&mut self.detail),
            (OPENING_PLIES, Ok(plies)) if self.opening_plies == 0 => self.opening_plies = plies,
            _ => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Adds words to the comment of the last move, or to that of the game if it has no moves.
    pub(super) fn add_remark(&mut self, text: &str) {
        let last = self.moves.last_mut().map(|played| &mut played.comment);
        super::pgn::notes::add_text(last.unwrap_or(&mut self.comment), text);
    }

    /// Sorts the tags: event, site, date and round come first.
    pub fn order_tags(&mut self) {
        self.tags.sort_by_key(|(name, _)| {
            let place = FIRST_TAGS.iter().position(|first| first == name);
            place.unwrap_or(FIRST_TAGS.len())
        });
    }
}

/// The tag with the detail of the termination.
const DETAIL: &str = "Detail";

/// The tag with the number of moves in the opening.
pub(super) const OPENING_PLIES: &str = "OpeningPlies";

/// The tags that come first.
pub(super) const FIRST_TAGS: [&str; 4] = ["Event", "Site", "Date", "Round"];

/// Whether a tag may have this name: letters, digits and underscores. Names of tags that correspond to fields
/// of [`GameRecord`] are not allowed.
pub(super) fn is_tag_name(name: &str) -> bool {
    const TAKEN: [&str; 17] = [
        "Game",
        "Variant",
        "P1",
        "P2",
        "Player1",
        "Player2",
        "White",
        "Black",
        "Result",
        "Termination",
        "Reason",
        "Adjudicated",
        "FEN",
        "SetUp",
        "PlyCount",
        "Winner",
        "Loser",
    ];
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !name.is_empty() && name.bytes().all(plain) && !TAKEN.contains(&name)
}

impl MoveRecord {
    /// A move without annotations.
    #[must_use]
    pub fn new(token: impl Into<String>) -> MoveRecord {
        MoveRecord {
            token: token.into(),
            ..MoveRecord::default()
        }
    }
}

/// A rating of a move, such as `!` or `??`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub enum MoveMark {
    /// `!`
    Good,
    /// `?`
    Mistake,
    /// `!!`
    Brilliant,
    /// `??`
    Blunder,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
}

impl MoveMark {
    /// Every mark, in the order of their numbers in PGN (`$1` is the first).
    pub const ALL: [MoveMark; 6] = [
        MoveMark::Good,
        MoveMark::Mistake,
        MoveMark::Brilliant,
        MoveMark::Blunder,
        MoveMark::Interesting,
        MoveMark::Dubious,
    ];

    /// The mark of a numeric glyph of PGN (1 to 6).
    #[must_use]
    pub fn of_glyph(number: u8) -> Option<MoveMark> {
        let place = usize::from(number.checked_sub(1)?);
        MoveMark::ALL.get(place).copied()
    }
}

impl fmt::Display for MoveMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveMark::Good => "!",
            MoveMark::Mistake => "?",
            MoveMark::Brilliant => "!!",
            MoveMark::Blunder => "??",
            MoveMark::Interesting => "!?",
            MoveMark::Dubious => "?!",
        })
    }
}

impl FromStr for MoveMark {
    type Err = String;

    fn from_str(text: &str) -> Result<MoveMark, String> {
        let mut marks = MoveMark::ALL.into_iter();
        marks
            .find(|mark| mark.to_string() == text)
            .ok_or_else(|| format!("mark '{}': expected !, ?, !!, ??, !? or ?!", excerpt(text)))
    }
}

impl TryFrom<String> for MoveMark {
    type Error = String;

    fn try_from(text: String) -> Result<MoveMark, String> {
        text.parse()
    }
}

impl From<MoveMark> for String {
    fn from(mark: MoveMark) -> String {
        mark.to_string()
    }
}

/// The text as one line of words separated by single blanks, as allowed in game files.
#[must_use]
pub fn one_line(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let visible = text.chars().filter(|&c| !is_invisible(c));
    let text: String = visible.map(clean).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text as one line without closing braces, as allowed in comments.
#[must_use]
pub fn comment_text(text: &str) -> String {
    one_line(text).replace('}', ")")
}

/// Prepares a partial game: the board decides if it is over, and nothing
/// else is known about an end by the rules.
pub(super) fn finish_truncated(record: &mut GameRecord, board: Option<Outcome>) {
    if record.termination == Some(Termination::Rules) {
        record.termination = None;
    }
    let termination = record.termination.as_ref();
    if board.is_some() && !termination.is_some_and(Termination::overrules_the_board) {
        record.outcome = board;
    }
}

/// Determines the outcome from the record and the board.
///
/// # Errors
/// The record contradicts the board.
pub(super) fn resolve_outcome(
    record: &mut GameRecord,
    board: Option<Outcome>,
) -> Result<(), String> {
    record.opening_plies = record.opening_plies.min(record.moves.len());
    let termination = record.termination.as_ref();
    let overruled = termination.is_some_and(Termination::overrules_the_board);
    let Some(outcome) = board else {
        if record.termination == Some(Termination::Rules) {
            return Err("the rules did not end the game: it is not over on the board".to_owned());
        }
        return Ok(());
    };
    if overruled {
        return Ok(());
    }
    if record.outcome.is_some_and(|recorded| recorded != outcome) {
        return Err(format!("the board shows {}", score_word(board)));
    }
    (record.outcome, record.termination) = (board, Some(Termination::Rules));
    Ok(())
}
