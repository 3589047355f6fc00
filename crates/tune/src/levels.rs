//! The strength of the skill levels: each plays a random player and the level before it.

use std::fmt;

use ringstack_arena::stats::tally::Tally;
use ringstack_engine::play::state::GameState;
use ringstack_engine::search::Settings;

use super::TuneError;
use super::duel::{Duel, Rounds};

/// The results of one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// The level.
    pub level: u8,
    /// Its games against a random player.
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

/// The header of a table of [`Strength`].
pub const HEAD: &str = "level  % random  % before";

/// The score in percent.
fn percent(tally: &Tally) -> String {
    match tally.games() {
        0 => "-".to_owned(),
        games => format!("{:.0}", 100.0 * tally.points() / games as f64),
    }
}

/// Plays the games of the levels in `state`, each against the one before it on the list; `report`
/// gets each level after its games.
///
/// # Errors
/// There is not enough memory for two hash tables, or the search refuses a legal position (a bug).
pub fn measure(
    state: &mut dyn GameState,
    levels: &[u8],
    rounds: Rounds,
    mut report: impl FnMut(&Strength),
) -> Result<Vec<Strength>, TuneError> {
    let mut hall = Duel::new(state, rounds)?;
    let mut rows = Vec::new();
    let mut before = None;
    for &level in levels {
        let player = Settings {
            skill: level,
            ..Settings::default()
        };
        let mut row = Strength {
            level,
            against_random: hall.meet(&player, None)?,
            ..Strength::default()
        };
        if before.is_some() {
            row.against_before = hall.meet(&player, before.as_ref())?;
        }
        report(&row);
        rows.push(row);
        before = Some(player);
    }
    Ok(rows)
}
