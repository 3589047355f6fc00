//! One engine as a child process, and the conversation with it.
//!
//! | file | content |
//! |---|---|
//! | [`spec`] | the description of an engine on the command line |
//! | `running` | a running engine |
//! | [`affinity`] | the processor cores of engines |
//! | [`children`] | the list of running processes, so that none is left behind |
//! | [`processor_waits`] | how long an engine waited for a processor |
//! | `process_group` | a process with its descendants, which end together |
//! | `handshake` | the steps of the handshake, and single lines |
//! | [`process`] | a child process that communicates in lines |
//! | [`traffic`] | the conversation, for the log |
//! | [`settings`] | options checked against the handshake |
//! | [`error`] | the errors of engines |
//!
//! Every wait for an answer has a deadline. Dropping the engine ends and reaps its process.

pub mod affinity;
pub mod children;
pub mod error;
mod handshake;
pub mod process;
mod process_group;
pub mod processor_waits;
mod running;
pub mod settings;
pub mod spec;
pub mod traffic;

pub use error::{EngineError, StartFailure};
pub use running::{Engine, Timeouts, UnreadableLines, Wait};

/// The maximum length of an engine's line, in bytes.
pub const MAX_LINE: usize = 1 << 20;
