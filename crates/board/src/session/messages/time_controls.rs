//! The time controls of a game.

use serde::{Deserialize, Serialize};

/// The maximum time of a player in milliseconds: one day.
pub const MAX_MS: u64 = 86_400_000;

/// The time controls of both players, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum TimeControls {
    /// No limit.
    #[default]
    None,
    /// A time for each move of an engine.
    Move {
        /// The time.
        ms: u64,
    },
    /// Clocks, that of player 1 first.
    Clock {
        /// The times at the beginning.
        base: [u64; 2],
        /// The times added after each move.
        increment: [u64; 2],
    },
}

impl TimeControls {
    /// The same with swapped sides.
    #[must_use]
    pub fn swapped(mut self) -> TimeControls {
        if let TimeControls::Clock { base, increment } = &mut self {
            base.reverse();
            increment.reverse();
        }
        self
    }

    /// Checks that the times are between a millisecond and a day.
    pub fn check(&self) -> Result<(), String> {
        let fits = |name: &str, least: u64, ms: u64| {
            if (least..=MAX_MS).contains(&ms) {
                Ok(())
            } else {
                Err(format!("{name} '{ms}': allowed are {least} to {MAX_MS} ms"))
            }
        };
        match *self {
            TimeControls::None => Ok(()),
            TimeControls::Move { ms } => fits("time per move", 1, ms),
            TimeControls::Clock { base, increment } => {
                base.iter().try_for_each(|&ms| fits("time", 1, ms))?;
                increment
                    .iter()
                    .try_for_each(|&ms| fits("increment", 0, ms))
            }
        }
    }
}
