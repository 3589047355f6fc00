//! What a player decides at a time: a turn of either game, or how to answer a jump.

use crate::games::{gipf, zertz};

/// A decision of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A turn of GIPF; with a jump it may only be announced.
    Gipf(gipf::Move),
    /// The announced jump is carried out.
    Accept,
    /// A game of ZÈRTZ shall decide on the announced jump.
    Challenge,
    /// A turn of the game of ZÈRTZ.
    Zertz(zertz::Move),
}

const _: () = assert!(size_of::<Move>() <= 32);

/// The token that lets an announced jump happen.
pub(super) const ACCEPT: &str = "accept";
/// The word by which a game of ZÈRTZ is asked for.
pub(super) const CHALLENGE: &str = "challenge";
