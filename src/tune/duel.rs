//! Games between two players inside the process, without a clock: pairs with the same random plies at the
//! start, once for each side. All follows the seed, so the same version plays the same games always.

use crate::arena::stats::tally::{Tally, Wdl};
use crate::board::keys::{SplitMix, nth_seed};
use crate::play::state::GameState;
use crate::rules::{Outcome, Side};
use crate::search::{SearchState, Settings};

use super::TuneError;
use super::game_limits::{GameLimits, any_legal, memory, search};

/// The table of each player in MiB.
const HASH: usize = 4;
/// A longer game is drawn.
const MAX_LENGTH: usize = 600;

/// How the games are played.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// How many games two players have; an odd number is made even.
    pub games: u64,
    /// Random plies at the start of each game.
    pub random_plies: usize,
    /// What random plies, random players and levels follow.
    pub seed: u64,
}

/// Where the games are played.
pub(super) struct Duel<'a> {
    state: &'a mut dyn GameState,
    rounds: Rounds,
    /// What each of the two players remembers.
    memories: [SearchState; 2],
}

impl<'a> Duel<'a> {
    /// A hall with one board, `state`.
    ///
    /// # Errors
    /// When there is no memory for two tables.
    pub(super) fn new(state: &'a mut dyn GameState, rounds: Rounds) -> Result<Duel<'a>, TuneError> {
        Ok(Duel {
            state,
            rounds,
            memories: [memory(HASH)?, memory(HASH)?],
        })
    }

    /// The games of a player against another one, or against one who plays any legal move.
    ///
    /// # Errors
    /// When the search refuses a position of its own game, which would be a fault of the program.
    pub(super) fn meet(
        &mut self,
        player: &Settings,
        other: Option<&Settings>,
    ) -> Result<Tally, TuneError> {
        let mut tally = Tally::default();
        for pair in 0..self.rounds.games.div_ceil(2) {
            let seed = nth_seed(self.rounds.seed, pair);
            let mut results = [Wdl::Draw; 2];
            for (result, side) in results.iter_mut().zip(Side::ALL) {
                *result = match self.play(player, side, other, seed)? {
                    Some(Outcome::Win(winner)) if winner == side => Wdl::Win,
                    Some(Outcome::Win(_)) => Wdl::Loss,
                    Some(Outcome::Draw) | None => Wdl::Draw,
                };
                tally.game(*result);
            }
            let [first, second] = results;
            tally.pair(first, second);
        }
        Ok(tally)
    }

    /// Plays one game in which `player` has `side`.
    fn play(
        &mut self,
        player: &Settings,
        side: Side,
        other: Option<&Settings>,
        seed: u64,
    ) -> Result<Option<Outcome>, TuneError> {
        self.memories.iter().for_each(SearchState::clear);
        let [own, theirs] = &self.memories;
        let course = GameLimits {
            random_plies: self.rounds.random_plies,
            longest: MAX_LENGTH,
        };
        let state = &mut *self.state;
        course.play(state, &mut SplitMix(seed), |state, source| {
            let (mover, memory) = if state.turn() == side {
                (Some(player), own)
            } else {
                (other, theirs)
            };
            let Some(settings) = mover else {
                return Ok(any_legal(state, source));
            };
            let settings = Settings {
                seed,
                ..settings.clone()
            };
            Ok(search(state, &settings, memory)?.best)
        })?;
        Ok(state.outcome())
    }
}
