//! The board in the browser.
//!
//! | place | what it holds |
//! |---|---|
//! | `session` | the logic: a state machine without input and output |
//! | `server` | its driver: HTTP, engine processes, files, timers |
//! | `files` | the page, which is part of the program; its sources are in `page/` |

mod files;
pub mod server;
mod session;

pub use session::BoardSettings;
