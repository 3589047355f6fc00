//! The players and their devices.
//!
//! | file | contents |
//! |---|---|
//! | `devices` | the keys of devices, and the sides that these have taken |
//! | `proposals` | what one player proposes to the other |
//! | `permissions` | what each device may do now |

pub mod devices;
pub mod permissions;
pub mod proposals;
