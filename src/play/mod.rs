//! A game in progress: where games and search meet.
//!
//! | file | what it holds |
//! |---|---|
//! | [`mod@line`] | a position with all that came before it |
//! | [`record`] | games in files, in every format |
//! | [`review`] | what the turns of a game were worth |
//! | [`seat`] | a game in progress behind a trait without type parameters |
//! | [`mod@think`] | searches and counts of such a game, typed |
//! | [`mod@bench`] | the benchmark |

pub mod bench;
pub mod line;
pub mod record;
pub mod review;
pub mod seat;
pub mod think;

pub use seat::{Seat, Start, open};
pub use think::{Count, Counted, Means, Thought};
