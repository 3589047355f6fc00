//! Games of the engine with itself, and their lines of text.
//!
//! A line is a FEN, the result for the first player (1, 0.5 or 0) and the score of the search for
//! the player to move in centipawns.

use std::io::{self, Write};

use super::TuneError;
use crate::board::keys::{SplitMix, mix};
use crate::games::{Game, Visitor};
use crate::play::line::Line;
use crate::play::think::{Means, think};
use crate::rules::{Notation, Outcome, Side};
use crate::search::{Limits, Memory, Settings};

/// Longer games count as drawn.
const LONGEST: usize = 300;
/// One move in so many is random, so that the games differ.
const RANDOM_ONE_IN: usize = 30;

/// Plays games of the rule set that it visits, and writes their lines.
pub struct Player<'a, W> {
    /// How many games.
    pub games: u64,
    /// Nodes for a move.
    pub nodes: u64,
    /// What the random moves follow.
    pub seed: u64,
    /// Games begin with 2 random plies and fewer than this number more, 1 or more.
    pub random_plies: usize,
    /// What the searches keep between the moves of a game; emptied before each game.
    pub memory: &'a Memory,
    /// Where the lines go.
    pub out: W,
}

impl<W: Write> Visitor for Player<'_, W> {
    type Output = io::Result<()>;

    fn visit<P: Game>(&mut self, variant: P::Variant) -> io::Result<()> {
        for game in 0..self.games {
            let mut source = SplitMix(mix(mix(self.seed) + game));
            self.memory.clear();
            let (seen, result) = self.game::<P>(variant, &mut source);
            for (fen, score) in seen {
                writeln!(self.out, "{fen} {result} {score}")?;
            }
        }
        self.out.flush()
    }
}

impl<W> Player<'_, W> {
    /// The searched positions of one game with their scores, and its result for the first player.
    fn game<P: Game>(
        &self,
        variant: P::Variant,
        source: &mut SplitMix,
    ) -> (Vec<(String, i32)>, f32) {
        let mut line = Line::new(P::start(variant));
        let random_plies = 2 + source.below(self.random_plies);
        let mut seen = Vec::new();
        while line.outcome().is_none() && line.plies() < LONGEST {
            let position = line.now();
            let m = if line.plies() < random_plies || source.below(RANDOM_ONE_IN) == 0 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let Some(&m) = moves.get(source.below(moves.len())) else {
                    break;
                };
                m
            } else {
                let settings = Settings::from(Limits {
                    nodes: Some(self.nodes),
                    ..Limits::default()
                });
                let thought = think(&line, &settings, Vec::new(), Means::quiet(self.memory));
                // Where a win is seen at once nothing is left to be judged.
                if position.winning_move().is_none() {
                    seen.push((position.fen(), thought.score.0));
                }
                let best = thought.best.map(|token| line.parse_move(&token));
                let Some(Ok(m)) = best else { break };
                m
            };
            line.play(m);
        }
        let result = match line.outcome() {
            Some(Outcome::Win(Side::One)) => 1.0,
            Some(Outcome::Win(Side::Two)) => 0.0,
            _ => 0.5,
        };
        (seen, result)
    }
}

/// A position with what came of it.
pub struct Judged<P> {
    /// The position.
    pub position: P,
    /// The result for the player to move: 1, 0.5 or 0.
    pub result: f32,
    /// The score of the search for the player to move in centipawns.
    pub score: f32,
}

/// Reads the lines of one rule set.
///
/// # Errors
/// The first line that is wrong.
pub fn read<P: Notation>(variant: P::Variant, text: &str) -> Result<Vec<Judged<P>>, TuneError> {
    let lines = text.lines().enumerate();
    lines
        .map(|(index, line)| judged(variant, index + 1, line))
        .collect()
}

fn judged<P: Notation>(
    variant: P::Variant,
    number: usize,
    line: &str,
) -> Result<Judged<P>, TuneError> {
    let mut words = line.rsplitn(3, ' ');
    let mut word = || {
        words.next().ok_or_else(|| TuneError::Line {
            number,
            text: line.to_owned(),
        })
    };
    let (score, result, fen) = (word()?, word()?, word()?);
    let numeral = |word: &str| {
        let number_of: Option<f32> = word.parse().ok().filter(|value: &f32| value.is_finite());
        number_of.ok_or_else(|| TuneError::Line {
            number,
            text: line.to_owned(),
        })
    };
    let (score, result) = (numeral(score)?, numeral(result)?);
    let read = P::from_fen(variant, fen);
    let position = read.map_err(|error| TuneError::Fen { number, error })?;
    Ok(Judged {
        result: match position.turn() {
            Side::One => result,
            Side::Two => 1.0 - result,
        },
        position,
        score,
    })
}
