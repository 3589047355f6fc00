//! The board in the browser.
//!
//! | file | contents |
//! |---|---|
//! | `session` | the logic: a state machine without I/O |
//! | `engine_driver` | the conversation with an engine, without I/O |
//! | `server` | the I/O: HTTP, engine processes, files, timers |
//! | `qr` | the QR code of the link |
//! | `files` | the page, embedded in the program; its sources are in `page/` |
//! | `bundle` | all modules and style sheets of the page as one file each |

#[cfg(feature = "gui")]
mod bundle;
pub mod engine_driver;
#[cfg(feature = "gui")]
mod files;
#[cfg(feature = "gui")]
pub mod qr;
#[cfg(feature = "gui")]
pub mod server;
pub mod session;

pub use session::BoardSettings;
