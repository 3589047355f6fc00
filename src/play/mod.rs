//! A game in progress: where games and search meet.
//!
//! | file | what it holds |
//! |---|---|
//! | [`mod@line`] | a position with all that came before it |
//! | [`seat`] | a game in progress behind an object-safe trait |

pub mod line;
pub mod seat;
