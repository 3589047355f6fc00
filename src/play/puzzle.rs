//! Puzzles: positions in which exactly one move wins.
//!
//! Each game has a file `puzzles.txt` with the puzzles of its main rule set, easy ones first. `tune puzzles`
//! finds them. A line has four fields with tabs between them: the FEN, the moves of the solution with spaces
//! between them, the plies to the win, and the number of plausible wrong moves. Lines with `#` are comments.

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
    /// The solution: canonical tokens of the player and of the best defence in turn. It begins and ends with a
    /// move of the player. Each move of the player is the only one that wins.
    pub moves: Vec<String>,
    /// The maximum number of plies from the position to the end of the game.
    pub plies: u32,
    /// The number of wrong moves that look good at first sight, up to 9.
    pub wrong: u32,
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle {
            fen,
            moves,
            plies,
            wrong,
        } = self;
        write!(f, "{fen}\t{}\t{plies}\t{wrong}", moves.join(" "))
    }
}

impl FromStr for Puzzle {
    type Err = ParseValueError;

    fn from_str(line: &str) -> Result<Puzzle, ParseValueError> {
        let fault = || ParseValueError::new(line, "FEN, moves, plies and wrong moves with tabs");
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, moves, plies, wrong] = fields[..] else {
            return Err(fault());
        };
        let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
        let number = |text: &str| text.parse().map_err(|_| fault());
        if fen.is_empty() || moves.len().is_multiple_of(2) || moves.iter().any(String::is_empty) {
            return Err(fault());
        }
        Ok(Puzzle {
            fen: fen.to_owned(),
            moves,
            plies: number(plies)?,
            wrong: number(wrong)?,
        })
    }
}

/// The puzzles of a rule set; none unless it is the main one of its game.
///
/// # Errors
/// The first line of the game's file that is not a puzzle.
pub fn puzzles<P: Game>(variant: P::Variant) -> Result<Puzzles, ParseValueError> {
    let lines = match variant.id() == P::Variant::family() {
        true => P::PUZZLES,
        false => "",
    };
    let lines = lines.lines().filter(|line| !line.starts_with('#'));
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
        let line = "x9/x10/x2,r,b3,x,w2,r,r,x3/x10/x9 w move\tf3d3 d3c3 c3b3\t7\t2";
        let puzzle: Puzzle = line.parse().expect("a puzzle");
        assert_eq!((puzzle.moves.len(), puzzle.plies, puzzle.wrong), (3, 7, 2));
        assert_eq!(puzzle.to_string(), line);
    }

    #[test]
    fn other_lines_are_refused() {
        for line in [
            "",
            "a w\tb1\t3",
            "a w\tb1\t3\t1\t1",
            "a w\tb1 b2\t3\t1",
            "a w\tb1  b2\t3\t1",
            "a w\t\t3\t1",
            "\tb1\t3\t1",
            "a w\tb1\t-3\t1",
            "a w\tb1\t3\tmany",
        ] {
            assert!(line.parse::<Puzzle>().is_err(), "{line}");
        }
    }
}
