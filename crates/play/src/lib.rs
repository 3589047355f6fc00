//! A game in progress: connects games and search. This package is the one place that compiles rules, pictures
//! and search for every game; what uses it is independent of the games.
//!
//! | file | content |
//! |---|---|
//! | [`balance`] | judges whether a position is balanced |
//! | [`history`] | a position with the moves that led to it |
//! | [`random_setup`] | positions with all pieces placed at random |
//! | [`state`] | a game in progress behind a trait without type parameters |
//! | [`mod@search`] | searches and perft counts of such a game, typed |
//! | [`mod@bench`] | the benchmark |

pub mod balance;
pub mod bench;
pub mod history;
pub mod random_setup;
pub mod search;
pub mod state;

pub use ringstack_games::games::{consequence, puzzle};
pub use search::{Count, CountProgress, SearchContext, SearchReport};
pub use state::{GameState, ProvenLine, RootMoves, Start, open};
