//! Facts about games as text files: `fixtures/README.md` describes the format.
//!
//! `record` is what a file says, `reader` reads it, `check` holds it against the games,
//! `foreign` against another engine.

pub mod check;
pub mod foreign;
pub mod reader;
pub mod record;

pub use check::{Effort, Failure, check};
pub use foreign::{Checked, Foreign};
pub use reader::{ReadError, read};
pub use record::{Fact, Record};
