//! A game in progress: where games and search meet.
//!
//! | file | what it holds |
//! |---|---|
//! | [`history`] | a position with the moves that led to it |
//! | [`record`] | game records in files, in every format |
//! | [`review`] | what the turns of a game were worth |
//! | [`state`] | a game in progress behind a trait without type parameters |
//! | [`mod@search`] | searches and counts of such a game, typed |
//! | [`mod@bench`] | the benchmark |

pub mod bench;
pub mod history;
pub mod record;
pub mod review;
pub mod search;
pub mod state;

pub use search::{Count, CountProgress, SearchContext, SearchReport};
pub use state::{GameState, Start, open};
