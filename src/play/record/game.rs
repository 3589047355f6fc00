//! A recorded game: who played, from where, every turn with what was noted about it, and the result.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::drawing::Drawing;
use crate::rules::{Outcome, Side, quote};

use crate::search::Value;

/// A game as a file has it. Its tokens are canonical and legal one after the other when it comes
/// from a reader of this module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The id of the game and its rule set.
    pub game: String,
    /// Where it began; `None` is the start position.
    pub fen: Option<String>,
    /// The names of player 1 and player 2; empty where they are not known.
    pub players: [String; 2],
    /// The result, `None` when the game was not finished or counts for nobody.
    pub result: Option<Outcome>,
    /// How it ended, where that is known.
    pub ending: Option<Termination>,
    /// Everything else that is said about the whole game, by name, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// What is said before the first turn.
    pub comment: String,
    /// What is drawn at the first position.
    pub drawn: Vec<Drawing>,
    /// The turns.
    pub turns: Vec<Turn>,
}

/// A turn and what was noted about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The token.
    pub token: String,
    /// How good it was.
    pub mark: Option<Mark>,
    /// Further numeric glyphs of PGN, 7 and more, in order.
    pub glyphs: Vec<u8>,
    /// The value after the search, for the player who made the turn.
    pub score: Option<Value>,
    /// The depth of the search, in plies.
    pub depth: Option<i32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// The time the player took.
    pub spent: Option<Duration>,
    /// The time left on the player's clock after the turn.
    pub clock: Option<Duration>,
    /// What is said about it.
    pub comment: String,
    /// What is drawn at the position after it.
    pub drawn: Vec<Drawing>,
    /// Other lines of play from the position before this turn; none of them is empty.
    pub variations: Vec<Vec<Turn>>,
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
        self.turns.iter().map(|turn| turn.token.as_str())
    }
}

impl GameRecord {
    /// Brings the tags into the order of files: event, site, date and round come first.
    pub(super) fn order_tags(&mut self) {
        self.tags.sort_by_key(|(name, _)| {
            let place = FIRST_TAGS.iter().position(|first| first == name);
            place.unwrap_or(FIRST_TAGS.len())
        });
    }
}

/// The tags that come first.
pub(super) const FIRST_TAGS: [&str; 4] = ["Event", "Site", "Date", "Round"];

/// Whether a tag may have this name: letters, digits and underscores, and none that says what a field
/// of [`GameRecord`] says, or what follows from them.
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

impl Turn {
    /// A turn about which nothing was noted.
    #[must_use]
    pub fn new(token: impl Into<String>) -> Turn {
        Turn {
            token: token.into(),
            ..Turn::default()
        }
    }
}

/// How a game came to its end. The words are those of files; words that are not listed here (a match
/// has more, such as `crash`) are kept as they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// By the rules of the game.
    Rules,
    /// A player gave up.
    Resignation,
    /// A player's time was over.
    Time,
    /// The players agreed on a draw.
    DrawAgreed,
    /// Somebody who did not play decided it.
    Adjudication,
    /// Any other way, in a word.
    Other(String),
}

impl Termination {
    /// Whether the result may differ from what the board says, because something else decided.
    #[must_use]
    pub fn overrules_the_board(&self) -> bool {
        !matches!(self, Termination::Rules)
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Termination::Rules => "rules",
            Termination::Resignation => "resignation",
            Termination::Time => "time",
            Termination::DrawAgreed => "draw-agreed",
            Termination::Adjudication => "adjudication",
            Termination::Other(word) => word,
        })
    }
}

impl From<&str> for Termination {
    /// Also knows the sentences that cutegames writes.
    fn from(word: &str) -> Termination {
        match word {
            "rules" => Termination::Rules,
            "resignation" | "Resigned" => Termination::Resignation,
            "time" | "time forfeit" | "Out of time" => Termination::Time,
            "draw-agreed" => Termination::DrawAgreed,
            "adjudication" => Termination::Adjudication,
            "Crashed" => Termination::Other("crash".to_owned()),
            "Illegal move" => Termination::Other("illegal".to_owned()),
            "Maximum game length" => Termination::Other("max-plies".to_owned()),
            "Gameover mismatch" | "Result mismatch" => {
                Termination::Other("wrong-result".to_owned())
            }
            other => Termination::Other(other.to_owned()),
        }
    }
}

/// How good a turn was, as the signs behind it say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
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

impl Mark {
    /// Every mark, in the order of their numbers in PGN (`$1` is the first).
    pub const ALL: [Mark; 6] = [
        Mark::Good,
        Mark::Mistake,
        Mark::Brilliant,
        Mark::Blunder,
        Mark::Interesting,
        Mark::Dubious,
    ];

    /// The mark of a numeric glyph of PGN; others than 1 to 6 are none.
    #[must_use]
    pub fn of_glyph(number: u8) -> Option<Mark> {
        let place = usize::from(number.checked_sub(1)?);
        Mark::ALL.get(place).copied()
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mark::Good => "!",
            Mark::Mistake => "?",
            Mark::Brilliant => "!!",
            Mark::Blunder => "??",
            Mark::Interesting => "!?",
            Mark::Dubious => "?!",
        })
    }
}

impl FromStr for Mark {
    type Err = String;

    fn from_str(text: &str) -> Result<Mark, String> {
        let mut marks = Mark::ALL.into_iter();
        marks
            .find(|mark| mark.to_string() == text)
            .ok_or_else(|| format!("mark '{}': expected !, ?, !!, ??, !? or ?!", quote(text)))
    }
}

/// The result as PGN writes it.
#[must_use]
pub fn score_word(result: Option<Outcome>) -> &'static str {
    match result {
        Some(Outcome::Win(Side::One)) => "1-0",
        Some(Outcome::Win(Side::Two)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// The result that PGN writes so; `None` for any other text.
#[must_use]
pub fn score_named(word: &str) -> Option<Option<Outcome>> {
    match word {
        "1-0" => Some(Some(Outcome::Win(Side::One))),
        "0-1" => Some(Some(Outcome::Win(Side::Two))),
        "1/2-1/2" => Some(Some(Outcome::Draw)),
        "*" => Some(None),
        _ => None,
    }
}

/// Text as it may stand in a file of games: a line of words with one blank between them.
#[must_use]
pub fn one_line(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = text.chars().map(clean).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text as it may stand in a comment: a line that does not hold the brace that ends comments.
#[must_use]
pub fn comment_text(text: &str) -> String {
    one_line(text).replace('}', ")")
}

/// How the record and the board together tell the result.
///
/// # Errors
/// The result of the record when it says that the rules ended the game and the board says
/// otherwise.
pub(super) fn settle(game: &mut GameRecord, board: Option<Outcome>) -> Result<(), String> {
    let overruled = game
        .ending
        .as_ref()
        .is_some_and(Termination::overrules_the_board);
    let Some(outcome) = board else {
        if game.ending == Some(Termination::Rules) {
            return Err("a game that is over on the board, if the rules ended it".to_owned());
        }
        return Ok(());
    };
    if overruled {
        return Ok(());
    }
    if game.result.is_some_and(|result| result != outcome) {
        return Err(format!("{}, which the board shows", score_word(board)));
    }
    (game.result, game.ending) = (board, Some(Termination::Rules));
    Ok(())
}
