//! The players and their devices.
//!
//! | file | contents |
//! |---|---|
//! | [`player`] | the player of a side |
//! | `devices` | the sides that devices have taken |
//! | `proposals` | what one player proposes to the other |
//! | `fair_play` | no help in games between people |

pub(super) mod devices;
mod fair_play;
pub mod player;
pub(super) mod proposals;
