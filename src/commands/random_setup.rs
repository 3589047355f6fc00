//! The options of a random set-up.

use ringstack_engine::play::random_setup::RandomSetup;

use super::UsageError;

/// A random first position.
#[derive(Debug, clap::Args)]
pub struct RandomSetupArgs {
    /// Places all pieces at random; the same seed gives the same position. Only for games that begin with
    /// placing pieces.
    #[arg(long, value_name = "SEED", conflicts_with = "fen")]
    random_setup: Option<u64>,

    /// Skips the balance check.
    #[arg(long, requires = "random_setup")]
    unbalanced: bool,
}

impl RandomSetupArgs {
    /// The FEN of the random set-up, or `fen` if none is requested.
    ///
    /// # Errors
    /// The game has no random set-ups.
    pub fn first_position(
        &self,
        game: &str,
        fen: Option<&str>,
    ) -> Result<Option<String>, UsageError> {
        let Some(seed) = self.random_setup else {
            return Ok(fen.map(str::to_owned));
        };
        let setup = RandomSetup {
            seed,
            balanced: !self.unbalanced,
        };
        let fen = setup.fen(game);
        fen.map(Some)
            .map_err(|error| UsageError(format!("--random-setup: {error}")))
    }
}
