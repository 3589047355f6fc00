//! Facts about games as text files: `fixtures/README.md` describes the format.
//!
//! | file | content |
//! |---|---|
//! | [`record`] | the records of a file |
//! | [`reader`] | reads the file |
//! | [`check()`] | checks a record against a [`Subject`] |
//! | [`library`] | our library as a subject |
//! | [`compliance`] | checks step by step whether an engine follows the protocol |
//! | [`engine`] | another engine as a subject |

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
