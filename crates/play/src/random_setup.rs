//! Random set-ups: positions in which all pieces are placed at random, for games that begin with placing
//! pieces. A seed gives the same position on every machine.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::balance::is_balanced;
use super::state::{self, GameState, Start};
use ringstack_games::board::keys::{SplitMix, mix};
use ringstack_games::games;
use ringstack_games::rules::quote;
use ringstack_games::search::{SearchState, TableError};

/// The maximum advantage in a balanced set-up, in centipawns: in DVONN about 58 % of the points.
pub const BALANCE: i32 = 150;

/// The nodes of the searches that evaluate a set-up.
pub const JUDGE_NODES: [u64; 2] = [2_000, 10_000];

/// The search for a balanced set-up gives up after this many attempts; about every fourth one succeeds.
const MAX_ATTEMPTS: u32 = 1_000;

/// A random set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RandomSetup {
    /// The seed of the random choices.
    pub seed: u64,
    /// Whether neither player may have an advantage of more than [`BALANCE`].
    #[serde(default = "balanced_by_default")]
    pub balanced: bool,
}

fn balanced_by_default() -> bool {
    true
}

/// The random choices of a seed.
#[must_use]
pub fn source(seed: u64) -> SplitMix {
    SplitMix(mix(seed))
}

/// The ids of the rule sets with random set-ups.
#[must_use]
pub fn games() -> Vec<&'static str> {
    let ids = games::ids().into_iter();
    ids.filter(|id| check(id).is_ok()).collect()
}

/// Checks that a game has random set-ups.
///
/// # Errors
/// It has none.
pub fn check(game: &str) -> Result<(), RandomSetupError> {
    let setup = state::open(game).and_then(|state| state.random_setup(&mut source(0)));
    match setup {
        Some(_) => Ok(()),
        None => Err(RandomSetupError::NoSetups {
            game: game.to_owned(),
        }),
    }
}

impl RandomSetup {
    /// The FEN of the position.
    ///
    /// # Errors
    /// The game has no random set-ups, or no balanced one was found.
    pub fn fen(self, game: &str) -> Result<String, RandomSetupError> {
        check(game)?;
        let none = || RandomSetupError::NotFound { seed: self.seed };
        let mut state = state::open(game).ok_or_else(none)?;
        let mut source = source(self.seed);
        let search_state = self.balanced.then(|| SearchState::new(1)).transpose();
        let search_state = search_state.map_err(RandomSetupError::Memory)?;
        for _ in 0..MAX_ATTEMPTS {
            set_up(&mut *state, &mut source).ok_or_else(none)?;
            let is_balanced = |search| is_balanced(&*state, BALANCE, &JUDGE_NODES, search);
            if state.outcome().is_none() && search_state.as_ref().is_none_or(is_balanced) {
                return Ok(state.fen());
            }
        }
        Err(none())
    }
}

/// Sets `state` to the next random set-up of its game. `None` if there is none.
pub fn set_up(state: &mut dyn GameState, source: &mut SplitMix) -> Option<()> {
    let fen = state.random_setup(source)?;
    state.set(&Start::Fen(fen), &[]).ok()
}

/// Why there is no random set-up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RandomSetupError {
    /// The game does not begin with placing pieces.
    #[error(
        "'{}' has no random set-ups; games that have them: {}",
        quote(.game),
        games().join(", ")
    )]
    NoSetups {
        /// The id of the game.
        game: String,
    },
    /// No attempt gave a balanced position.
    #[error("no balanced set-up found for the seed {seed}")]
    NotFound {
        /// The seed.
        seed: u64,
    },
    /// There is no memory for the searches.
    #[error(transparent)]
    Memory(TableError),
}
