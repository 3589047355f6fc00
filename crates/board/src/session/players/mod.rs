//! The players and their devices.
//!
//! | file | contents |
//! |---|---|
//! | [`player`] | the player of a side |
//! | `devices` | the keys of devices, and the sides that these have taken |
//! | `proposals` | what one player proposes to the other |
//! | `permissions` | what each device may do now |

pub(super) mod devices;
pub(super) mod permissions;
pub mod player;
pub(super) mod proposals;
