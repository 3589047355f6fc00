//! Games that others have played: people's, above all, who come to other positions than the engine does.
//!
//! A line is a result (`p1win`, `p2win`, `draw`; `none` where nobody knows it) and the moves from the
//! start, parted by white space.

use std::io::{self, Write};

use super::TuneError;
use super::games::Scribe;
use crate::board::keys::{SplitMix, mix};
use crate::games::{Game, Visitor};
use crate::play::line::Line;

/// Follows games of the rule set that it visits, and writes the lines of their positions.
pub struct Follower<'a, W> {
    /// The games.
    pub text: &'a str,
    /// What the moves aside follow.
    pub seed: u64,
    /// Judges the positions.
    pub scribe: Scribe<'a, W>,
}

impl<W: Write> Visitor for Follower<'_, W> {
    type Output = Result<io::Result<()>, TuneError>;

    fn visit<P: Game>(&mut self, variant: P::Variant) -> Self::Output {
        let lines = self.text.lines().enumerate();
        let games: Result<Vec<_>, _> = lines
            .map(|(at, line)| read(variant, at + 1, line))
            .collect();
        Ok(self.judge::<P>(variant, &games?))
    }
}

impl<W: Write> Follower<'_, W> {
    fn judge<P: Game>(&mut self, variant: P::Variant, games: &[Followed<P>]) -> io::Result<()> {
        for (game, number) in games.iter().zip(0..) {
            let mut source = SplitMix(mix(mix(self.seed).wrapping_add(number)));
            self.scribe.memory.clear();
            let mut line = Line::new(P::start(variant));
            let mut seen = Vec::new();
            for &m in &game.moves {
                self.scribe.look(&line, &mut source, &mut seen);
                line.play(m);
            }
            self.scribe.write(&seen, game.result)?;
        }
        self.scribe.out.flush()
    }
}

/// A game that was read.
struct Followed<P: Game> {
    moves: Vec<P::Move>,
    /// For the first player.
    result: Option<f32>,
}

fn read<P: Game>(variant: P::Variant, number: usize, text: &str) -> Result<Followed<P>, TuneError> {
    let wrong = |word: &str| TuneError::Game {
        number,
        word: word.to_owned(),
    };
    let mut words = text.split_whitespace();
    let result = match words.next().unwrap_or_default() {
        "p1win" => Some(1.0),
        "p2win" => Some(0.0),
        "draw" => Some(0.5),
        "none" => None,
        other => return Err(wrong(other)),
    };
    let mut line = Line::new(P::start(variant));
    let mut moves = Vec::new();
    for word in words {
        let m = line.parse_move(word).map_err(|_| wrong(word))?;
        line.play(m);
        moves.push(m);
    }
    Ok(Followed { moves, result })
}
