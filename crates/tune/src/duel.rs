//! Games between two players inside the process, without a clock: pairs with the same random plies at the
//! start, once for each side. The seed determines all games, so a version always plays the same ones.

use ringstack_arena::stats::tally::{Tally, Wdl};
use ringstack_engine::board::keys::{SplitMix, nth_seed};
use ringstack_engine::play::state::GameState;
use ringstack_engine::rules::{Outcome, Side};
use ringstack_engine::search::{SearchState, Settings};

use super::TuneError;
use super::game_limits::{GameLimits, any_legal, new_search_state, search};

/// The hash table of each player, in MiB.
const HASH: usize = 4;
/// The maximum length of a game; a longer game is drawn.
const MAX_LENGTH: usize = 600;

/// The parameters of the games.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// The number of games per pairing; an odd number is rounded up.
    pub games: u64,
    /// Random plies at the start of each game.
    pub random_plies: usize,
    /// The seed of random plies, random players and levels.
    pub seed: u64,
}

/// A board and the search states of two players.
pub(super) struct Duel<'a> {
    state: &'a mut dyn GameState,
    rounds: Rounds,
    /// The search state of each player.
    search_states: [SearchState; 2],
}

impl<'a> Duel<'a> {
    /// A duel on the board `state`.
    ///
    /// # Errors
    /// There is not enough memory for two hash tables.
    pub(super) fn new(state: &'a mut dyn GameState, rounds: Rounds) -> Result<Duel<'a>, TuneError> {
        Ok(Duel {
            state,
            rounds,
            search_states: [new_search_state(HASH)?, new_search_state(HASH)?],
        })
    }

    /// Plays the games of one player against another or against a random player.
    ///
    /// # Errors
    /// The search refuses a legal position (a bug).
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
        self.search_states.iter().for_each(SearchState::clear);
        let [own, theirs] = &self.search_states;
        let course = GameLimits {
            random_plies: self.rounds.random_plies,
            longest: MAX_LENGTH,
        };
        let state = &mut *self.state;
        course.play(state, &mut SplitMix(seed), |state, source| {
            let (mover, search_state) = if state.turn() == side {
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
            Ok(search(state, &settings, search_state)?.best().cloned())
        })?;
        Ok(state.outcome())
    }
}
