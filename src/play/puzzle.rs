//! Puzzles: positions in which exactly one move wins.
//!
//! A rule set may have a file of puzzles, easy ones first, such as `puzzles.txt` in the folder of its game.
//! `tune puzzles` finds them. A line has four fields with tabs between them: the FEN, the moves of the solution
//! with spaces between them, the rating, and the themes with commas between them. Lines with `#` are comments.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::games::Game;
use crate::picture::VERSION;
use crate::rules::{ParseValueError, RuleSet};

/// The puzzles of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Puzzles {
    /// The version of the answers, [`VERSION`].
    pub v: u32,
    /// The id of the rule set.
    pub game: &'static str,
    /// The puzzles, easy ones first.
    pub puzzles: Vec<Puzzle>,
}

/// A position in which exactly one move wins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Puzzle {
    /// The position.
    pub fen: String,
    /// The solution: canonical tokens up to the end of the game, which the player to move at `fen` wins. The
    /// other side chooses the longest defence. The first move is the only one that wins; later ones may have
    /// alternatives.
    pub moves: Vec<String>,
    /// The difficulty, on the scale of players' ratings.
    pub rating: u32,
    /// What happens in the solution.
    pub themes: Vec<Theme>,
}

/// What happens in the solution of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// The reply to the first move captures pieces of the player.
    Sacrifice,
    /// ZÈRTZ: a move of the player claims isolated marbles.
    Isolation,
    /// ZÈRTZ: a move of the player captures several marbles by jumps.
    Chain,
    /// GIPF: a move of the player removes two rows or more.
    DoubleRow,
    /// GIPF: the other side has no piece left to enter.
    Exhaustion,
    /// DVONN: a move of the player cuts pieces off from the DVONN pieces.
    CutOff,
    /// DVONN: the other side has to pass.
    Blockade,
    /// Diaballik: the first move does not pass the ball.
    Quiet,
    /// Diaballik: the win is an anti-game claim.
    Antijeu,
}

impl Theme {
    /// All themes with their words.
    pub const WORDS: [(Theme, &'static str); 9] = [
        (Theme::Sacrifice, "sacrifice"),
        (Theme::Isolation, "isolation"),
        (Theme::Chain, "chain"),
        (Theme::DoubleRow, "double-row"),
        (Theme::Exhaustion, "exhaustion"),
        (Theme::CutOff, "cut-off"),
        (Theme::Blockade, "blockade"),
        (Theme::Quiet, "quiet"),
        (Theme::Antijeu, "antijeu"),
    ];

    /// The word of the theme.
    #[must_use]
    pub fn word(self) -> &'static str {
        let mut words = Theme::WORDS.iter();
        words
            .find(|(theme, _)| *theme == self)
            .map_or("", |(_, word)| word)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle {
            fen,
            moves,
            rating,
            themes,
        } = self;
        let words: Vec<&str> = themes.iter().map(|theme| theme.word()).collect();
        write!(
            f,
            "{fen}\t{}\t{rating}\t{}",
            moves.join(" "),
            words.join(",")
        )
    }
}

impl FromStr for Puzzle {
    type Err = ParseValueError;

    fn from_str(line: &str) -> Result<Puzzle, ParseValueError> {
        let fault = || ParseValueError::new(line, "FEN, moves, rating and themes with tabs");
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, moves, rating, themes] = fields[..] else {
            return Err(fault());
        };
        let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
        if fen.is_empty() || moves.iter().any(String::is_empty) {
            return Err(fault());
        }
        let theme = |text: &str| {
            let found = Theme::WORDS.iter().find(|(_, word)| *word == text);
            found.map(|(theme, _)| *theme).ok_or_else(fault)
        };
        let words = themes.split(',').filter(|_| !themes.is_empty());
        Ok(Puzzle {
            fen: fen.to_owned(),
            moves,
            rating: rating.parse().map_err(|_| fault())?,
            themes: words.map(theme).collect::<Result<_, _>>()?,
        })
    }
}

/// The puzzles of a rule set.
///
/// # Errors
/// The first line of its file that is not a puzzle.
pub fn puzzles<P: Game>(variant: P::Variant) -> Result<Puzzles, ParseValueError> {
    let file = P::PUZZLES.iter().find(|(id, _)| *id == variant.id());
    let lines = file.map_or("", |(_, lines)| lines).lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    Ok(Puzzles {
        v: VERSION,
        game: variant.id(),
        puzzles: lines.map(str::parse).collect::<Result<_, _>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_reads_back_from_its_line() {
        let fen = "x9/x10/x2,r,b3,x,w2,r,r,x3/x10/x9 w move";
        for themes in ["", "cut-off", "sacrifice,cut-off"] {
            let line = format!("{fen}\tf3d3 d3c3 c3b3\t1230\t{themes}");
            let puzzle: Puzzle = line.parse().expect("a puzzle");
            assert_eq!((puzzle.moves.len(), puzzle.rating), (3, 1230));
            assert_eq!(puzzle.to_string(), line);
        }
    }

    #[test]
    fn other_lines_are_refused() {
        for line in [
            "",
            "a w\tb1\t3",
            "a w\tb1\t3\t\t1",
            "a w\tb1  b2\t3\t",
            "a w\t\t3\t",
            "\tb1\t3\t",
            "a w\tb1\t-3\t",
            "a w\tb1\t3\tblunder",
            "a w\tb1\t3\tcut-off,",
        ] {
            assert!(line.parse::<Puzzle>().is_err(), "{line}");
        }
    }

    #[test]
    fn themes_have_the_words_of_the_answers() {
        for (theme, word) in Theme::WORDS {
            assert_eq!(serde_json::to_value(theme).expect("a word"), word);
        }
    }
}
