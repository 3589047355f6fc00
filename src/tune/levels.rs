//! How strong the levels of play are: each against a player who plays any legal move, and against the
//! level before it.
//!
//! Games come in pairs with the same random plies at the start, once for each side. All follows the
//! seed, so the same version measures the same always.

use std::fmt;

use crate::arena::stats::tally::{Tally, Wdl};
use crate::board::keys::{SplitMix, mix};
use crate::play::seat::Seat;
use crate::play::think::Means;
use crate::rules::{Outcome, Side};
use crate::search::{Memory, Settings};

use super::TuneError;

/// The table of each player in MiB.
const HASH: usize = 4;
/// A longer game is drawn: neither player knows how to end it.
const LONGEST: usize = 600;

/// What is measured.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The levels, each of which meets the one before it on the list.
    pub levels: Vec<u8>,
    /// How many games against each opponent; an odd number is made even.
    pub games: u64,
    /// Random plies at the start of each game.
    pub random_plies: usize,
    /// What random plies, random players and levels follow.
    pub seed: u64,
}

/// What came of one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// The level.
    pub level: u8,
    /// Its games against a player who plays any legal move.
    pub against_random: Tally,
    /// Its games against the level before it on the list; none for the first.
    pub against_before: Tally,
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Strength {
            level,
            against_random,
            against_before,
        } = self;
        let [random, before] = [against_random, against_before].map(percent);
        write!(f, "{level:>5} {random:>9} {before:>9}")
    }
}

/// The head of a table of [`Strength`].
pub const HEAD: &str = "level  % random  % before";

/// The share of the points in percent.
fn percent(tally: &Tally) -> String {
    match tally.games() {
        0 => "-".to_owned(),
        games => format!("{:.0}", 100.0 * tally.points() / games as f64),
    }
}

/// Plays the games of the contest in `seat`; `tell` is given each level when its games are over.
///
/// # Errors
/// When there is no memory for two tables, or when the search refuses a position of its own game, which
/// would be a fault of the program.
pub fn measure(
    seat: &mut dyn Seat,
    contest: &Contest,
    mut tell: impl FnMut(&Strength),
) -> Result<Vec<Strength>, TuneError> {
    let memories = || Memory::new(HASH).map_err(|error| TuneError::Search(error.to_string()));
    let mut hall = Hall {
        seat,
        contest,
        memories: [memories()?, memories()?],
    };
    let mut rows = Vec::new();
    let mut before = None;
    for &level in &contest.levels {
        let mut row = Strength {
            level,
            against_random: hall.meet(level, None)?,
            ..Strength::default()
        };
        if before.is_some() {
            row.against_before = hall.meet(level, before)?;
        }
        tell(&row);
        rows.push(row);
        before = Some(level);
    }
    Ok(rows)
}

/// Where the games are played.
struct Hall<'a> {
    seat: &'a mut dyn Seat,
    contest: &'a Contest,
    /// What each of the two players remembers.
    memories: [Memory; 2],
}

impl Hall<'_> {
    /// The games of a level against another one, or against a player who plays any legal move.
    fn meet(&mut self, level: u8, other: Option<u8>) -> Result<Tally, TuneError> {
        let mut tally = Tally::default();
        for pair in 0..self.contest.games.div_ceil(2) {
            let seed = mix(mix(self.contest.seed) + pair);
            let mut results = [Wdl::Draw; 2];
            for (result, side) in results.iter_mut().zip([Side::One, Side::Two]) {
                *result = match self.play(level, side, other, seed)? {
                    Some(Outcome::Win(winner)) if winner == side => Wdl::Win,
                    Some(Outcome::Win(_)) => Wdl::Loss,
                    Some(Outcome::Draw) | None => Wdl::Draw,
                };
                tally.game(*result);
            }
            tally.pair(results[0], results[1]);
        }
        Ok(tally)
    }

    /// Plays one game in which `level` has `side`.
    fn play(
        &mut self,
        level: u8,
        side: Side,
        other: Option<u8>,
        seed: u64,
    ) -> Result<Option<Outcome>, TuneError> {
        self.memories.iter().for_each(Memory::clear);
        let [own, theirs] = &self.memories;
        let mut source = SplitMix(seed);
        let seat = &mut *self.seat;
        // Taking back what was played is always possible.
        let _ = seat.undo(seat.plies());
        while seat.outcome().is_none() && seat.plies() < LONGEST {
            let (player, memory) = if seat.turn() == side {
                (Some(level), own)
            } else {
                (other, theirs)
            };
            let player = player.filter(|_| seat.plies() >= self.contest.random_plies);
            let token = match player {
                Some(skill) => {
                    let settings = Settings {
                        skill,
                        seed,
                        ..Settings::default()
                    };
                    let thought = seat.think(&settings, &[], Means::quiet(memory));
                    let thought = thought.map_err(|error| TuneError::Search(error.to_string()))?;
                    thought.best
                }
                None => {
                    let legal = seat.legal();
                    legal.get(source.below(legal.len())).cloned()
                }
            };
            let Some(token) = token else { break };
            seat.play(&[token])
                .map_err(|error| TuneError::Search(error.to_string()))?;
        }
        Ok(seat.outcome())
    }
}
