//! Games from other sources, above all human games, which reach other positions than self-play.
//!
//! A line is a result (`p1win`, `p2win`, `draw`; `none` if unknown) and the moves from the
//! start position, separated by white space.

use std::io::{self, Write};

use super::TuneError;
use super::games::SampleWriter;
use ringstack_engine::board::keys::{SplitMix, nth_seed};
use ringstack_engine::games::{Game, Visitor};
use ringstack_engine::play::history::GameHistory;
use ringstack_engine::rules::{Outcome, result_of_word};

/// Replays games of the rule set that it visits and writes the lines of their positions.
pub struct Follower<'a, W> {
    /// The games.
    pub text: &'a str,
    /// The seed of the side positions.
    pub seed: u64,
    /// Evaluates the positions.
    pub writer: SampleWriter<'a, W>,
}

impl<W: Write> Visitor for Follower<'_, W> {
    type Output = Result<io::Result<()>, TuneError>;

    fn visit<P: Game>(&mut self, variant: P::Variant) -> Self::Output {
        let lines = self.text.lines().enumerate();
        let games: Result<Vec<_>, _> = lines
            .map(|(at, line)| read(GameHistory::new(P::start(variant)), at + 1, line))
            .collect();
        Ok(self.follow(&games?))
    }
}

impl<W: Write> Follower<'_, W> {
    fn follow<P: Game>(&mut self, games: &[(GameHistory<P>, Option<Outcome>)]) -> io::Result<()> {
        for ((whole, outcome), number) in games.iter().zip(0..) {
            let mut source = SplitMix(nth_seed(self.seed, number));
            self.writer.search_state.clear();
            let mut seen = Vec::new();
            for left in (1..=whole.plies()).rev() {
                let mut line = whole.clone();
                // `plies` is at most the length of the game.
                let _ = line.undo(left);
                self.writer.evaluate(&line, &mut source, &mut seen);
            }
            self.writer.write(&seen, *outcome)?;
        }
        self.writer.out.flush()
    }
}

/// Parses a line: the game from `start` to its end, and its result if it is known.
fn read<P: Game>(
    start: GameHistory<P>,
    number: usize,
    text: &str,
) -> Result<(GameHistory<P>, Option<Outcome>), TuneError> {
    let text = text.trim_start();
    let (result, moves) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let outcome = result_of_word(result).map_err(|error| TuneError::Result { number, error })?;
    let mut line = start;
    let tokens: Vec<&str> = moves.split_whitespace().collect();
    line.extend(&tokens)
        .map_err(|error| TuneError::Moves { number, error })?;
    Ok((line, outcome))
}
