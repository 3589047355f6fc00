//! The board in the browser.
//!
//! | file | contents |
//! |---|---|
//! | `session` | the logic: a state machine without I/O |
//! | `server` | the I/O: HTTP, engine processes, files, timers |
//! | `qr` | the QR code of the link |
//! | `files` | the page, embedded in the program; its sources are in `page/` |

mod files;
mod qr;
pub mod server;
mod session;

pub use qr::QrCode;
pub use session::BoardSettings;
pub use session::profile::StoredProfile;
