//! Games of the engine with itself, and their lines of text.
//!
//! A line is a FEN, the result for the first player (1, 0.5 or 0) and the score of the search for
//! the player to move in centipawns.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};

use ringstack::board::keys::{SplitMix, mix};
use ringstack::games::{Game, Visitor};
use ringstack::rules::{Notation, Outcome, Side};
use ringstack::search::{Limits, Memory, Request, Settings, run};

/// Longer games count as drawn.
const LONGEST: usize = 300;
/// One move in so many is random, so that the games differ.
const RANDOM_ONE_IN: usize = 30;

/// Plays the games of one rule set.
pub struct Player {
    pub games: u64,
    pub nodes: u64,
    pub seed: u64,
    /// Games begin with 2 random plies and fewer than this number more, 1 or more.
    pub random_plies: usize,
}

impl Visitor for Player {
    type Output = anyhow::Result<()>;

    fn visit<P: Game>(&mut self, variant: P::Variant) -> anyhow::Result<()> {
        let memory = Memory::new(8)?;
        let mut out = std::io::BufWriter::new(std::io::stdout());
        for game in 0..self.games {
            let mut source = SplitMix(mix(mix(self.seed) + game));
            memory.clear();
            let (seen, result) = self.game::<P>(variant, &mut source, &memory)?;
            for (fen, score) in seen {
                writeln!(out, "{fen} {result} {score}")?;
            }
        }
        Ok(())
    }
}

impl Player {
    /// The searched positions of one game with their scores, and its result for the first player.
    fn game<P: Game>(
        &self,
        variant: P::Variant,
        source: &mut SplitMix,
        memory: &Memory,
    ) -> anyhow::Result<(Vec<(String, i32)>, f32)> {
        let mut position = P::start(variant);
        let random_plies = 2 + source.below(self.random_plies);
        let (mut seen, mut earlier) = (Vec::new(), Vec::new());
        for ply in 0..LONGEST {
            let repeated = earlier.iter().filter(|&&key| key == position.key()).count();
            if position.outcome().is_some() || P::REPETITION.is_some_and(|n| repeated + 1 >= n) {
                break;
            }
            let m = if ply < random_plies || source.below(RANDOM_ONE_IN) == 0 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                moves[source.below(moves.len())]
            } else {
                let request = Request {
                    root: position.clone(),
                    earlier: earlier.clone(),
                    search_moves: Vec::new(),
                    settings: Settings::from(Limits {
                        nodes: Some(self.nodes),
                        ..Limits::default()
                    }),
                };
                let verdict = run(&request, memory, &AtomicBool::new(false), &|_| {});
                // Where a win is seen at once nothing is left to be judged.
                if position.winning_move().is_none() {
                    seen.push((position.fen(), verdict.report.score.0));
                }
                verdict.best.context("a game that goes on has a move")?
            };
            earlier.push(position.key());
            position.play(m);
        }
        let result = match position.outcome() {
            Some(Outcome::Win(Side::One)) => 1.0,
            Some(Outcome::Win(Side::Two)) => 0.0,
            _ => 0.5,
        };
        Ok((seen, result))
    }
}

/// A position with what came of it.
pub struct Judged<P> {
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
pub fn read<P: Notation>(variant: P::Variant, text: &str) -> anyhow::Result<Vec<Judged<P>>> {
    let mut all = Vec::new();
    for line in text.lines() {
        let mut words = line.rsplitn(3, ' ');
        let parts = (words.next(), words.next(), words.next());
        let (Some(score), Some(result), Some(fen)) = parts else {
            bail!("'{line}' is no FEN with result and score");
        };
        let position = P::from_fen(variant, fen)?;
        let result: f32 = result.parse()?;
        let result = match position.turn() {
            Side::One => result,
            Side::Two => 1.0 - result,
        };
        all.push(Judged {
            position,
            result,
            score: score.parse()?,
        });
    }
    Ok(all)
}

/// The rule set of this id.
///
/// # Errors
/// There is none.
pub fn variant<V: ringstack::rules::RuleSet>(id: &str) -> anyhow::Result<V> {
    let mut all = V::ALL.iter().copied();
    all.find(|variant| variant.id() == id)
        .with_context(|| format!("no rule set '{id}'"))
}
