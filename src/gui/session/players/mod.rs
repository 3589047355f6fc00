//! The players, and the devices on which they play.

mod consent;
pub(super) mod devices;
mod fair_play;
pub(super) mod player;
pub(super) mod proposals;
