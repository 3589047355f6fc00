//! The players and their devices.
//!
//! | file | contents |
//! |---|---|
//! | [`player`] | the player of a side |
//! | `devices` | the keys of devices, and the sides that these have taken |
//! | `seats` | what each device may do |
//! | `proposals` | what one player proposes to the other |
//! | `fair_play` | no help in games between people |

pub(super) mod devices;
mod fair_play;
pub mod player;
pub(super) mod proposals;
mod seats;
