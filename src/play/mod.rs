//! A game in progress: connects games and search.
//!
//! | file | content |
//! |---|---|
//! | [`balance`] | judges whether a position is balanced |
//! | [`history`] | a position with the moves that led to it |
//! | [`index`] | answers which moves were played in a position of many games |
//! | [`puzzle`] | positions in which one move wins |
//! | [`random_setup`] | positions with all pieces placed at random |
//! | [`record`] | game records in files, in every format |
//! | [`review`] | rates the moves of a game |
//! | [`state`] | a game in progress behind a trait without type parameters |
//! | [`mod@search`] | searches and perft counts of such a game, typed |
//! | [`mod@bench`] | the benchmark |

pub mod balance;
pub mod bench;
pub mod history;
pub mod index;
pub mod puzzle;
pub mod random_setup;
pub mod record;
pub mod review;
pub mod search;
pub mod state;

pub use search::{Count, CountProgress, SearchContext, SearchReport};
pub use state::{GameState, Start, open};
