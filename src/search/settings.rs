//! How to search, whatever the position.

use std::time::Instant;

use super::Limits;

/// The level of full strength.
pub const FULL_SKILL: u8 = 20;

/// What a search is asked for beside the position. The default is one line by one thread at full
/// strength, without limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// When to stop.
    pub limits: Limits,
    /// When the search was asked for: its time counts from here. `None` for the moment in which
    /// [`run`](super::run) is called.
    pub requested_at: Option<Instant>,
    /// How many root moves to report with exact values, 1 or more.
    pub multi_pv: usize,
    /// The number of search threads, 1 or more. Of more than [`super::max_threads`] the others do not
    /// search.
    pub threads: usize,
    /// Playing strength, 0 (weakest) to [`FULL_SKILL`].
    pub skill: u8,
    /// Choices of a weakened engine follow this seed.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            limits: Limits::default(),
            requested_at: None,
            multi_pv: 1,
            threads: 1,
            skill: FULL_SKILL,
            seed: 0,
        }
    }
}

impl From<Limits> for Settings {
    fn from(limits: Limits) -> Settings {
        Settings {
            limits,
            ..Settings::default()
        }
    }
}
