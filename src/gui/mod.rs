//! The board in the browser.
//!
//! | file | contents |
//! |---|---|
//! | `session` | the logic: a state machine without I/O |
//! | `server` | the I/O: HTTP, engine processes, files, timers |
//! | `files` | the page, embedded in the program; its sources are in `page/` |

mod files;
pub mod server;
mod session;

pub use session::BoardSettings;
