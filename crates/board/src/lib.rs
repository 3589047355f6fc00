//! The board in the browser.
//!
//! | file | contents |
//! |---|---|
//! | `session` | the logic: a state machine without I/O |
//! | `engine_driver` | the conversation with an engine, without I/O |
//! | `host` | what performs the outputs of a session |
//! | `server` | the I/O: HTTP, engine processes, files, timers |
//! | `qr` | the QR code of the link |
//! | `files` | the page, embedded in the program; its sources are in `page/` |
//! | `bundle` | all modules and style sheets of the page as one file each |

#![cfg_attr(
    test,
    allow(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::unreachable
    )
)]

#[cfg(feature = "server")]
mod bundle;
#[cfg(test)]
mod contract;
pub mod engine_driver;
#[cfg(feature = "server")]
mod files;
pub mod host;
#[cfg(feature = "server")]
pub mod qr;
#[cfg(feature = "server")]
pub mod server;
pub mod session;

pub use session::BoardSettings;
