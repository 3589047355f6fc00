//! Puzzles: positions in which exactly one move wins, or several with one
//! [idea](super::Game::is_same_idea).
//!
//! A rule set may have a file of puzzles, easy ones first, such as `puzzles.txt` in the folder of its game.
//! `tune puzzles` finds them. A line has four fields with tabs between them: the FEN, the moves of the solution
//! with spaces between them, the rating, and the themes with commas between them. Lines with `#` are comments.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::Game;
use crate::picture::VERSION;
use crate::rules::{ParseValueError, RuleSet, Text};

/// The puzzles of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Puzzles {
    /// The version of the answers, [`VERSION`].
    pub v: u32,
    /// The id of the rule set.
    pub game: &'static str,
    /// The names of the themes of the game, by word.
    pub themes: BTreeMap<&'static str, Text>,
    /// The puzzles, easy ones first.
    pub puzzles: Vec<Puzzle>,
}

/// A position in which exactly one move wins; in ZÈRTZ, one placement with any ring.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Puzzle {
    /// The position.
    pub fen: String,
    /// The solution: canonical tokens up to the end of the game, which the player to move at `fen` wins. The
    /// other side chooses the longest defence. No move with another idea than the first
    /// one wins; later moves may have alternatives.
    pub moves: Vec<String>,
    /// The difficulty, on the scale of players' ratings.
    pub rating: u32,
    /// Words for what happens in the solution.
    pub themes: Vec<&'static str>,
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle {
            fen,
            moves,
            rating,
            themes,
        } = self;
        let (moves, themes) = (moves.join(" "), themes.join(","));
        write!(f, "{fen}\t{moves}\t{rating}\t{themes}")
    }
}

impl Puzzle {
    /// Reads a line of a file of puzzles.
    fn read<P: Game>(line: &str) -> Result<Puzzle, ParseValueError> {
        let fault = || ParseValueError::new(line, "FEN, moves, rating and themes with tabs");
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, moves, rating, themes] = fields[..] else {
            return Err(fault());
        };
        let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
        if fen.is_empty() || moves.iter().any(String::is_empty) {
            return Err(fault());
        }
        let known = |word: &str| {
            let theme = P::THEMES.iter().find(|theme| theme.word == word);
            theme.map(|theme| theme.word).ok_or_else(fault)
        };
        let words = themes.split(',').filter(|_| !themes.is_empty());
        Ok(Puzzle {
            fen: fen.to_owned(),
            moves,
            rating: rating.parse().map_err(|_| fault())?,
            themes: words.map(known).collect::<Result<_, _>>()?,
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
    let themes = P::THEMES.iter();
    Ok(Puzzles {
        v: VERSION,
        game: variant.id(),
        themes: themes.map(|theme| (theme.word, theme.name())).collect(),
        puzzles: lines.map(Puzzle::read::<P>).collect::<Result<_, _>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Visitor, dvonn, themes, visit_all};

    fn read(line: &str) -> Result<Puzzle, ParseValueError> {
        Puzzle::read::<dvonn::Position>(line)
    }

    #[test]
    fn a_puzzle_reads_back_from_its_line() {
        let fen = "x9/x10/x2,r,b3,x,w2,r,r,x3/x10/x9 w move";
        for themes in ["", "cut-off", "sacrifice,cut-off"] {
            let line = format!("{fen}\tf3d3 d3c3 c3b3\t1230\t{themes}");
            let puzzle = read(&line).expect("a puzzle");
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
            "a w\tb1\t3\tantijeu",
            "a w\tb1\t3\tcut-off,",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    struct Files;

    impl Visitor for Files {
        type Output = ();

        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for puzzle in puzzles::<P>(variant).expect("a file of puzzles").puzzles {
                let start = P::from_fen(variant, &puzzle.fen).expect("a position");
                let found = themes(&start, puzzle.moves.iter().map(String::as_str));
                assert_eq!(found, Ok(puzzle.themes), "{}", puzzle.fen);
            }
        }
    }

    #[test]
    fn puzzles_have_the_themes_of_their_solutions() {
        visit_all(&mut Files);
    }
}
