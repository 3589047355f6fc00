//! The moves of the composed game: a move of either game, or an answer to an announced jump.

use crate::games::{gipf, zertz};

/// A move of the composed game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A move of GIPF. A move with a jump is only announced while the opponent can challenge.
    Gipf(gipf::Move),
    /// Accepts the announced jump, which is then carried out.
    Accept,
    /// Challenges the announced jump: a game of ZÈRTZ decides.
    Challenge,
    /// A move of the game of ZÈRTZ.
    Zertz(zertz::Move),
}

const _: () = assert!(size_of::<Move>() <= 32);

/// The token that accepts an announced jump.
pub(super) const ACCEPT: &str = "accept";
/// The token that challenges an announced jump.
pub(super) const CHALLENGE: &str = "challenge";
