//! Facts about games as text files: `fixtures/README.md` describes the format.
//!
//! | file | what it holds |
//! |---|---|
//! | [`record`] | what a file says |
//! | [`reader`] | reads it |
//! | [`check()`] | checks it against a [`Subject`] |
//! | [`library`] | our library as a subject |
//! | [`compliance`] | whether an engine follows the protocol, step by step |
//! | [`engine`] | another engine behind a pipe as a subject |

pub mod check;
pub mod compliance;
pub mod engine;
pub mod library;
pub mod reader;
pub mod record;

pub use check::{CheckResult, Subject, WrongFact, check};
pub use engine::EngineUnderTest;
pub use library::Library;
pub use reader::{SuiteError, read};
pub use record::{PositionFact, Record};
