//! The settings of a search, independent of the position.

use crate::clock::Instant;

use super::Limits;

/// The skill level of full strength.
pub const FULL_SKILL: u8 = 20;

/// The settings of a search. The default is one line, one thread and full strength, without limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The limits of the search.
    pub limits: Limits,
    /// When the search was requested. Its time counts from this moment; `None` means the call of
    /// [`run`](super::run).
    pub requested_at: Option<Instant>,
    /// The number of root moves to report with exact scores, 1 or more.
    pub multi_pv: usize,
    /// The number of search threads, 1 or more. Values above [`super::max_threads`] are reduced to it.
    pub threads: usize,
    /// The skill level, 0 (weakest) to [`FULL_SKILL`].
    pub skill: u8,
    /// The seed of the choices by chance. With 0, nearly equal moves are not chosen by chance.
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
