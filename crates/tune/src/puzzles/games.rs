//! Games of the engine against itself, with mistakes.

use ringstack_engine::board::keys::{SplitMix, nth_seed};
use ringstack_engine::play::state::GameState;
use ringstack_engine::search::SearchState;

use super::super::TuneError;
use super::super::game_limits::{GameLimits, any_legal, search, within};

/// The maximum length of a game; longer games end by chance.
const MAX_LENGTH: usize = 300;
/// One move in this many is random: mistakes create puzzles.
const RANDOM_ONE_IN: usize = 6;

/// Games of the engine against itself.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleGames {
    /// The number of games.
    pub games: u64,
    /// The nodes per move.
    pub nodes: u64,
    /// The number of random plies at the start of each game.
    pub random_plies: usize,
    /// The seed of the random moves.
    pub seed: u64,
}

impl PuzzleGames {
    /// Plays the games in `state` and calls `visit` after each one until it returns `false`.
    ///
    /// # Errors
    /// Errors of `visit`, or the search refuses a legal position (a bug).
    pub fn play<E: From<TuneError>>(
        self,
        state: &mut dyn GameState,
        search_state: &SearchState,
        mut visit: impl FnMut(&dyn GameState) -> Result<bool, E>,
    ) -> Result<(), E> {
        let limits = GameLimits {
            random_plies: self.random_plies,
            longest: MAX_LENGTH,
        };
        for game in 0..self.games {
            let mut source = SplitMix(nth_seed(self.seed, game));
            search_state.clear();
            limits.play(state, &mut source, |state, source| {
                if source.below(RANDOM_ONE_IN) == 0 {
                    return Ok(any_legal(state, source));
                }
                Ok(search(state, &within(self.nodes), search_state)?
                    .best()
                    .cloned())
            })?;
            if !visit(state)? {
                break;
            }
        }
        Ok(())
    }
}
