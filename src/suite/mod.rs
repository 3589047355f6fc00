//! Facts about games as text files: `fixtures/README.md` describes the format.
//!
//! `record` is what a file says, `reader` reads it, `check` holds it against the games;
//! [`crate::arena::foreign`] holds it against another engine.

pub mod check;
pub mod reader;
pub mod record;

pub use check::{Checked, Effort, Failure, check};
pub use reader::{ReadError, read};
pub use record::{Fact, Record};
